import { sql } from 'kysely'
import { z } from 'zod'
import { ClaimState } from '#contract/claims.ts'
import type { Day } from '#domain/calendar.ts'
import { claimDeadlines } from '#domain/claims/deadlines.ts'
import { openClaimStates } from '#domain/claims/state.ts'
import { clientNow } from '#domain/client-now.ts'
import { maskIin } from '#domain/iin.ts'
import { fullName } from '#domain/person.ts'
import { maskPhone } from '#domain/phone.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Db } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { allOwnNames, ownNames } from '../persons/people.ts'
import { countedColumns, countedOf } from '../policies/claim-days.ts'
import { desks } from '../products/products.ts'
import { movedDays } from '../reference/reference.ts'
import { needsOf } from './needs.ts'

/** How long, and how many of, a person's opened objects are remembered. */
const DAYS = 7
export const RECENT = 10
/** So many of a person's lines are read back, whatever they are about. */
const READ_BACK = 1_000

export type Opened = { kind: 'order' | 'client' | 'claim'; id: string; at: Date }

const looks = ['client.looked_at', 'order.looked_at', 'claim.looked_at']

/**
 * Returns what a person opened lately, each object once, newest first: from their own lines of the
 * audit log, so that nothing is stored twice and an erased client leaves nothing.
 */
async function openedBy(
  db: Db,
  actor: string,
  now: Date,
  kinds: readonly Opened['kind'][] = ['order', 'client', 'claim'],
): Promise<Opened[]> {
  const since = new Date(now.getTime() - DAYS * 86_400_000)
  const { rows } = await sql<{ action: string; object_id: string; at: Date }>`
    select max(action) as action, object_id, max(at) as at
    from (select action, object_id, at from audit where actor = ${actor} order by id desc limit ${READ_BACK}) as mine
    where action = any(${looks.filter((look) => kinds.some((kind) => look.startsWith(kind)))}) and at > ${since}
    group by object_id order by max(at) desc limit ${RECENT}`.execute(db)
  return rows.flatMap(({ action, object_id, at }) => {
    const kind = kinds.find((one) => action.startsWith(one))
    return kind ? [{ kind, id: object_id, at }] : []
  })
}

/** My last ten, for the search before anything is typed. */
export const staffRecent = handle('staffRecent', async (_body, { db, clock, me }) => {
  const opened = await openedBy(db, actorOf(me()), clock.now())
  const ids = (of: Opened['kind']) => opened.flatMap(({ kind, id }) => (kind === of ? id : []))
  const [orders, clients, claims] = await Promise.all([
    salesNamed(db, ids('order')),
    peopleNamed(db, ids('client')),
    claimsNamed(db, ids('claim')),
  ])
  const named = new Map([...orders, ...clients, ...claims])
  return ok({
    rows: opened.flatMap(({ kind, id, at }) => {
      const found = named.get(id)
      return found ? [{ kind, id, at: at.toISOString(), ...found }] : []
    }),
  })
})

type Named = { title: string; iin: string | null; state: string | null }

async function salesNamed(db: Db, ids: string[]): Promise<[string, Named][]> {
  if (ids.length === 0) return []
  const sales = (await Promise.all(desks().map((desk) => desk.found(db, ids)))).flat()
  return sales.map(({ id, number, state }) => [id, { title: number, iin: null, state }])
}

async function peopleNamed(db: Db, ids: string[]): Promise<[string, Named][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('people', 'people.iin', 'accounts.iin')
    .select(['accounts.id', 'accounts.iin', ...ownNames])
    .where('accounts.id', 'in', ids)
    .execute()
  return rows.map(({ id, iin, surname, name }) => [
    id,
    { title: [surname, name].filter(Boolean).join(' '), iin: maskIin(iin), state: null },
  ])
}

async function claimsNamed(db: Db, ids: string[]): Promise<[string, Named][]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('claims')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, state }) => [id, { title: id, iin: null, state }])
}

/** Sales checked per client: those that need staff are among the newest. */
const SALES = 10
const Cars = z.object({ vehicles: z.array(z.object({ plate: z.string() })).min(1) })

/** Lists clients the caller opened lately, each with current events. */
export const staffRecentClients = handle('staffRecentClients', async (_body, { db, clock, me }) => {
  const opened = await openedBy(db, actorOf(me()), clock.now(), ['client'])
  const people = await peopleOf(
    db,
    opened.map(({ id }) => id),
  )
  const today = clock.today()
  const iins = [...people.values()].map(({ iin }) => iin)
  const [matches, claims, policies, waiting] = await Promise.all([
    // Hides a case of one's own (decision 302).
    matchesOf(
      db,
      iins.filter((iin) => iin !== me().iin),
    ),
    claimDays(db, [...people.keys()], today),
    policiesOf(db, iins, today),
    waitingOf(db, [...people.values()], today),
  ])
  return ok({
    clients: opened.flatMap(({ id, at }) => {
      const person = people.get(id)
      if (!person) return []
      const policy = policies.get(person.iin)
      const cars = Cars.safeParse(policy?.facts)
      return [
        {
          account_id: id,
          name: fullName(person),
          iin: maskIin(person.iin),
          phone: person.phone ? maskPhone(person.phone) : null,
          plate: cars.success ? (cars.data.vehicles[0]?.plate ?? null) : null,
          now: clientNow({
            needs: waiting.get(id) ?? [],
            match: matches.has(person.iin),
            claimDue: claims.get(id) ?? null,
            coveredUntil: policy?.holds ? policy.end_date : null,
          }),
          at: at.toISOString(),
        },
      ]
    }),
  })
})

async function peopleOf(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('people', 'people.iin', 'accounts.iin')
    .select(['accounts.id', 'accounts.iin', 'accounts.phone'])
    .select(allOwnNames)
    .where('accounts.id', 'in', ids)
    .where('accounts.realm', '=', 'cabinet')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function matchesOf(db: Db, iins: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('kyc_cases')
    .select('iin')
    .where('iin', 'in', [...iins, ''])
    .where('status', '=', 'blocked')
    .where('decided_at', 'is', null)
    .execute()
  return new Set(rows.map(({ iin }) => iin))
}

/** The nearest of the law's days of each client's open claims. */
async function claimDays(db: Db, ids: string[], today: Day): Promise<Map<string, Day>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('claims')
    .select(['account_id', 'state'])
    .select(countedColumns)
    .where('account_id', 'in', ids)
    .where('state', 'in', openClaimStates)
    .execute()
  const days = new Map<string, Day>()
  const moved = await movedDays(db)
  for (const { account_id, state, ...counted } of rows)
    for (const { due } of claimDeadlines(
      ClaimState.parse(state),
      countedOf(counted),
      today,
      moved,
    )) {
      const known = days.get(account_id)
      if (!known || due < known) days.set(account_id, due)
    }
  return days
}

/** The policy of each that ends last, and whether it holds today. */
async function policiesOf(db: Db, iins: string[], today: Day) {
  const rows = await db
    .selectFrom('policies')
    .distinctOn('policyholder_iin')
    .select(['policyholder_iin', 'state', 'end_date', 'facts'])
    .where('policyholder_iin', 'in', [...iins, ''])
    .where('state', 'in', ['pending', 'active', 'ended'])
    .orderBy('policyholder_iin')
    .orderBy('end_date', 'desc')
    .execute()
  return new Map(
    rows.map(({ policyholder_iin, state, ...row }) => [
      policyholder_iin,
      { ...row, holds: state !== 'ended' && row.end_date >= today },
    ]),
  )
}

/** Returns what each person's sales wait for. */
async function waitingOf(db: Db, people: { id: string; iin: string }[], today: Day) {
  const sales = await Promise.all(
    people.map(async (person) => {
      const all = await Promise.all(desks().map((desk) => desk.ofClient(db, person, SALES)))
      return { id: person.id, sales: all.flatMap((one) => one.sales) }
    }),
  )
  const needs = await needsOf(
    db,
    sales.flatMap((of) =>
      of.sales.map(({ order_id, state }) => ({ id: order_id, state, next_attempt_at: null })),
    ),
    today,
  )
  return new Map(
    sales.map((of) => [
      of.id,
      of.sales.flatMap(({ order_id, amount }) => {
        const need = needs.get(order_id)?.need
        const isMoney = need && need !== 'find_bill' && need !== 'send_papers'
        return isMoney ? [{ need, amount }] : []
      }),
    ]),
  )
}
