import type { Said } from './recorder.ts'

/** Text with places for what differs from client to client: even parts stand, odd ones are names. */
export type Pattern = readonly (string | number)[]
export type Value = null | string | { pattern: Pattern } | { bytes: string } | { token: true }
/** Where in the rows of an answer something stands that is asked with later. */
export type Found = { name: number; path: readonly (string | number)[]; at: number }
export type Step = {
  /** A statement of the list. */
  statement: number
  values: Value[]
  found: Found[]
}
/** Steps of one transaction, or one step by itself. */
export type Part = { transaction: boolean; locks: boolean; steps: Step[] }
export type Statement = { text: string; isKept: boolean }
/** `names`: what each place stands for in the recording, made anew for each client. */
export type Script = { parts: Part[]; names: string[] }

/**
 * Ids of every kind: UUIDs, orders and what hangs on them, drafts, keys of pages and requests,
 * numbers of bills, of the acquirer and of policies.
 */
const ID =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|QG\d{9,}(?:-\w{6})?|D-[0-9A-F]{8}-[0-9A-F]{6}|(?<![\w-])[\w-]{43}(?![\w-])|(?<![\w-])[\w-]{27}(?![\w-])|(?<!\d)\d{13}(?!\d)|(?<!\d)\d{11}[A-Z]/g
const TAKES_A_JOB = /^\s*with next\b/i
const BEGINS = /^\s*begin\s*$/i
const ENDS = /^\s*(?:commit|rollback)\s*$/i

/** Statements of all scripts, each once. */
export function statements() {
  const list: Statement[] = []
  const places = new Map<string, number>()
  return {
    list,
    placeOf: ({ text, name }: Said): number => {
      const place = places.get(text) ?? places.set(text, list.length).size - 1
      if (place === list.length) list.push({ text, isKept: name !== null })
      return place
    },
  }
}

/**
 * What is said whoever asks: what finds nothing and was said in the idle time of the recording, or
 * was said there of the same thing, at whatever time.
 */
export function isNoise(idle: readonly Said[]): (said: Said) => boolean {
  const texts = new Set(idle.map(({ text }) => text))
  const whole = new Set(idle.filter(({ count }) => count > 0).map(withoutTimes))
  return (said) => {
    const { text, name, count } = said
    if (BEGINS.test(text) || ENDS.test(text) || name === 'locks') return false
    return count === 0 ? texts.has(text) : whole.has(withoutTimes(said))
  }
}

const withoutTimes = ({ text, values }: Said): string =>
  JSON.stringify([
    text,
    values.map((value) => String(value).replace(/\d{4}-\d\d-\d\dT[\d:.Z+]+/, '')),
  ])

type Names = { placeOf(id: string): number; list: string[] }
function names(): Names {
  const places = new Map<string, number>()
  const list: string[] = []
  return {
    list,
    placeOf: (id) => places.get(id) ?? places.set(id, list.push(id) - 1).size - 1,
  }
}

/**
 * A tape made playable for any client: `placeOf` gives a statement's place, `own` says what belongs
 * to the client who was recorded (their number, telephone, plate), `token` is what their token is
 * known by.
 */
export function scriptOf(
  tape: readonly Said[],
  isNoise: (said: Said) => boolean,
  placeOf: (said: Said) => number,
  client: { own: readonly string[]; token: Buffer },
): Script {
  const said = ofOwnJobs(tape.filter((one) => !isNoise(one)))
  const sign = new RegExp(`${client.own.map(RegExp.escape).join('|')}|${ID.source}`, 'g')
  const named = names()
  for (const own of client.own) named.placeOf(own)
  const asked = said.map(({ values }) => values.flatMap((value) => idsIn(sign, value)))
  const parts = partsOf(said).map(({ transaction, members }) => ({
    transaction,
    locks: said[members[0] ?? 0]?.name === 'locks',
    steps: members.map((at): Step => {
      const one = said[at] as Said
      const later = new Set(asked.slice(at + 1).flat())
      return {
        statement: placeOf(one),
        values: one.values.map((value) => wordOf(value, sign, named, client.token)),
        found: foundIn(one, named, later, new Set(asked.slice(0, at).flat())),
      }
    }),
  }))
  return { parts, names: named.list }
}

const idsIn = (sign: RegExp, value: unknown): string[] =>
  typeof value === 'string' ? (value.match(sign) ?? []) : []

/** Without the end of a job whose beginning was noise. */
function ofOwnJobs(said: readonly Said[]): Said[] {
  const taken = new Set(
    said
      .filter(({ text }) => TAKES_A_JOB.test(text))
      .flatMap(({ rows }) => rows.map(({ id }) => id)),
  )
  const ends = ({ text }: Said) => /^\s*with results\b/i.test(text)
  return said.filter(
    (one) => !ends(one) || one.values.some((value) => idsIn(ID, value).some((id) => taken.has(id))),
  )
}

/**
 * A transaction's statements stand together, where it ended: who plays them holds one connection at
 * a time.
 */
function partsOf(said: readonly Said[]) {
  const open = new Map<number, number[]>()
  const parts: { transaction: boolean; members: number[] }[] = []
  for (const [at, { connection, text }] of said.entries()) {
    const members = open.get(connection)
    if (BEGINS.test(text)) open.set(connection, [])
    else if (!members) parts.push({ transaction: false, members: [at] })
    else if (!ENDS.test(text)) members.push(at)
    else {
      open.delete(connection)
      if (members.length > 0) parts.push({ transaction: true, members })
    }
  }
  return parts
}

function wordOf(value: string | Buffer | null, sign: RegExp, named: Names, token: Buffer): Value {
  if (value === null) return null
  if (typeof value !== 'string')
    return value.equals(token) ? { token: true } : { bytes: value.toString('base64') }
  const ids = idsIn(sign, value)
  if (ids.length === 0) return value
  const between = value.split(sign)
  return {
    pattern: between.flatMap((text, at) => {
      const id = ids[at]
      return id === undefined ? [text] : [text, named.placeOf(id)]
    }),
  }
}

/** Ids that came with an answer and are asked with later; a job taken is whichever was there. */
function foundIn(
  { text, rows }: Said,
  named: Names,
  later: ReadonlySet<string>,
  before: ReadonlySet<string>,
): Found[] {
  const found: Found[] = []
  const look = (value: unknown, path: (string | number)[]): void => {
    if (value instanceof Date || Buffer.isBuffer(value)) return
    if (value && typeof value === 'object') {
      for (const [key, inside] of Object.entries(value)) look(inside, [...path, key])
      return
    }
    for (const [at, id] of idsIn(ID, value).entries())
      if (
        later.has(id) &&
        (TAKES_A_JOB.test(text) || !before.has(id)) &&
        !found.some(({ name }) => named.list[name] === id)
      )
        found.push({ name: named.placeOf(id), path, at })
  }
  look(rows, [])
  return found
}

/** The id that stands in the rows of an answer where the recording had one; none when they differ. */
export function idAt(rows: unknown, { path, at }: Found): string | undefined {
  let value = rows
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key]
  return idsIn(ID, value)[at]
}

/** Another id of the same form. */
export const anotherLike = (id: string): string =>
  id.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|./g, (sign) =>
    sign.length > 1
      ? crypto.randomUUID()
      : /\d/.test(sign)
        ? String(Math.floor(Math.random() * 10))
        : /[a-z]/i.test(sign)
          ? String.fromCharCode(97 + Math.floor(Math.random() * 26))
          : sign,
  )
