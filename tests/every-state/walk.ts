import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { uploads } from '#contract/index.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { png } from '#tests/claim.ts'
import type { TestApp } from '#tests/test-app.ts'
import { type AnyCall, type Body, bodiesOf, everyCall, idsOf } from './bodies.ts'
import { oddBodies } from './odd-values.ts'
import { keptRows } from './put-back.ts'
import { forced, type Thing, things } from './things.ts'
import { tokensOf, type World } from './world.ts'

type Named = { value: string; beside?: Record<string, unknown> | null }
/** A state that things of a kind are put into, and those it is tried on; null: as they are. */
type State = { label: string; ids: Named[]; put: ((id: string) => Promise<unknown>) | null }

export type Seen = {
  calls: number
  /** Calls that did what they were asked. */
  done: Set<AnyCall>
  /** Answers above 499, and limits that were reached. */
  wrong: string[]
}

/** Bodies but the first are tried on so many things of a kind. */
const FEW = 2

/**
 * Makes every call with every body on every thing in every state, and with each of its texts and
 * numbers odd; puts back what it changed.
 */
export async function walk(at: TestApp, world: World, names: readonly AnyCall[]): Promise<Seen> {
  const tokens = await tokensOf(at, world)
  const rows = await keptRows(at.db)
  const seen: Seen = { calls: 0, done: new Set(), wrong: [] }
  const statesOf = thingsOf(at, world, rows.freely)

  /** One call by each who may, each in the same state; of several kinds of client one is enough there. */
  async function ask(name: AnyCall, body: Body, { label, put }: State, id = '') {
    const { may } = everyCall[name]
    for (const role of put && may.includes('user') ? (['user'] as const) : may)
      for (const token of tokens[role].slice(0, twoSign.test(name) ? 2 : 1)) {
        // A state that the database itself does not allow is none.
        if (put && !(await put(id).then(...eitherWay))) return
        const { status, text } = await send(at, name, body, token)
        seen.calls += 1
        if (text.includes('"success":true')) seen.done.add(name)
        if (status > 499 || status === 429)
          seen.wrong.push(
            `${status} ${name} as ${role}${label && ` [${label}]`}: ${JSON.stringify(body)} → ${text.slice(0, 200)}`,
          )
        await rows.putBack(put ? /^\w+/.exec(label)?.[0] : undefined)
      }
  }

  for (const name of names) {
    const of = idsOf[name] ?? {}
    for (const [index, { body, choice }] of bodiesOf(name, Object.keys(of)).bodies.entries()) {
      await sql`delete from rate_limits`.execute(at.db)
      const [field, ...others] = fieldsIn(body)
      const thing = field === undefined ? undefined : of[field]
      if (field === undefined || !thing) {
        await ask(name, filled(body, {}), asItIs)
        continue
      }
      for (const state of await statesOf(thing)) {
        if (state.put && index > 0 && !choice) continue
        for (const id of index > 0 ? state.ids.slice(0, FEW) : state.ids)
          for (const more of await besides(others, of, id))
            await ask(name, filled(body, { [field]: id.value, ...more }), state, id.value)
      }
    }
  }

  for (const name of names) {
    const of = idsOf[name] ?? {}
    const [role] = everyCall[name].may
    const [token = ''] = role ? tokens[role] : []
    const bodies = bodiesOf(name, Object.keys(of)).bodies.map(({ body }) => body)
    // All fields there are, each with the first of its values.
    const whole: Body = Object.assign({}, ...bodies.toReversed())
    const ids: Record<string, unknown> = {}
    for (const field of fieldsIn(whole)) {
      const thing = of[field]
      if (thing) ids[field] = (await statesOf(thing))[0]?.ids[0]?.value
    }
    for (const { field, body } of oddBodies(filled(whole, ids))) {
      if (seen.calls % 20 === 0) await sql`delete from rate_limits`.execute(at.db)
      const { status, text } = await send(at, name, body, token)
      seen.calls += 1
      if (status > 499)
        seen.wrong.push(
          `${status} ${name} by ${field}: ${JSON.stringify(body).slice(0, 300)} → ${text.slice(0, 200)}`,
        )
      await rows.putBack()
    }
  }

  /** Other ids of the same body: those that belong to the first, else some of their kind. */
  async function besides(
    others: readonly string[],
    of: Readonly<Record<string, Thing>>,
    { beside }: Named,
  ) {
    let made: Record<string, unknown>[] = [{ ...beside }]
    for (const field of others) {
      const thing = of[field]
      if (!thing || (beside && field in beside)) continue
      const [state] = await statesOf(thing)
      made = (state?.ids ?? [])
        .slice(0, FEW)
        .flatMap(({ value }) => made.map((one) => ({ ...one, [field]: value })))
    }
    return made
  }
  return seen
}
/** The files of a form. */
const filesOf: Readonly<Partial<Record<AnyCall, readonly string[]>>> = {
  claimSendDocs: claimSlots.map((slot) => `documents[${slot}]`),
  claimAnswerRequest: ['document'],
  claimAddPhotograph: ['photograph'],
  staffClaimUploadReport: ['report'],
  kycUploadList: ['file'],
  kycAddDocument: ['document'],
  staffAddEndingDocument: ['document'],
} satisfies Record<keyof typeof uploads, readonly string[]>

const asItIs: State = { label: '', ids: [], put: null }
/** Calls that need a second person. */
const twoSign = /Sign|Approve|Decline|Withdraw|Paid/
const eitherWay = [() => true, () => false] as const

/** The states of each kind of thing, as it is first. */
function thingsOf(
  at: TestApp,
  world: World,
  freely: Awaited<ReturnType<typeof keptRows>>['freely'],
): (thing: Thing) => Promise<State[]> {
  const text = (statement: string) =>
    statement.replace(/\$(notice|draft|notMe|visit)\b/g, (_, key: keyof World) => `'${world[key]}'`)
  const rowsOf = async (statement: string) =>
    (await sql<Named>`${sql.raw(text(statement))}`.execute(at.db)).rows
  const known = new Map<Thing, Promise<State[]>>()
  async function made(thing: Thing): Promise<State[]> {
    const all = await rowsOf(things[thing])
    const states: State[] = [{ label: '', ids: all, put: null }]
    for (const { of, sets } of forced[thing] ?? []) {
      const tried = new Set((await rowsOf(of)).map(({ value }) => value))
      for (const [set, each] of sets)
        for (const state of each)
          states.push({
            label: `${/update (\w+)/.exec(set)?.[1]} ${state}`,
            ids: all.filter(({ value }) => tried.has(value)),
            put: (id) =>
              freely((own) =>
                sql`${sql.raw(set.replaceAll('$state', `'${state}'`).replaceAll('$id', `'${id}'`))}`.execute(
                  own,
                ),
              ),
          })
    }
    return states
  }
  return (thing) => {
    const found = known.get(thing) ?? made(thing)
    known.set(thing, found)
    return found
  }
}

const HOLDER = /"\$([\w.]+)"/g
const fieldsIn = (body: Body): string[] =>
  [...JSON.stringify(body).matchAll(HOLDER)].flatMap(([, field]) =>
    field && field !== 'new' ? [field] : [],
  )
function filled(body: Body, ids: Record<string, unknown>): Body {
  const whole: Body = JSON.parse(
    JSON.stringify(body).replace(HOLDER, (_, field: string) =>
      JSON.stringify(field === 'new' ? randomUUID() : (ids[field] ?? '')),
    ),
  )
  for (const [field, value] of Object.entries(ids)) if (field in whole) whole[field] = value
  return whole
}

async function send(at: TestApp, name: AnyCall, body: Body, token: string) {
  const { method, path } = everyCall[name]
  const isRead = method === 'GET'
  const isForm = name in uploads
  const query = new URLSearchParams(
    Object.entries(body).map(([key, value]) => [key, String(value)]),
  )
  const answer = await fetch(`${at.url}${path}${isRead ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(isRead || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(isRead ? {} : { body: isForm ? formOf(name, body) : JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

function formOf(name: AnyCall, body: Body): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(body)) form.set(key, String(value))
  for (const file of filesOf[name] ?? [])
    form.set(file, new Blob([new Uint8Array(png)]), 'құжат.png')
  return form
}
