import { type ConsentState, consentHolds, consentState } from '#domain/consent.ts'
import type { ConsentFact } from '#domain/ogpo/eligibility-facts.ts'
import type { Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'
import { type Asker, type Asking, askerOf } from './asker.ts'

/**
 * Whether each person has agreed that this asker has their data asked for; the newest answer
 * counts. A consent given to somebody else is none. Buyers have agreed by their own code or
 * sign-in, through whichever door, unless they took it back.
 */
export async function consentFacts(
  sql: Sql,
  iins: readonly string[],
  me: Identity,
  now: Date,
): Promise<Map<string, ConsentFact>> {
  const rows = await askedBy(sql, iins, me)
  const facts = new Map<string, ConsentFact>()
  for (const row of rows) {
    const asked = {
      state: stateOf(row.state),
      requestedAt: row.requested_at,
      answeredAt: row.answered_at,
      withdrawnAt: row.withdrawn_at,
      validUntil: row.valid_until,
    }
    const state = consentState(asked, now)
    if (state === 'approved') {
      if (consentHolds(asked, now)) facts.set(row.iin, 'approved')
      else if (row.withdrawn_at) facts.set(row.iin, 'missing')
    } else if (facts.get(row.iin) !== 'approved' || state === 'rejected') facts.set(row.iin, state)
  }
  if (me.kind !== 'promoter' && !facts.has(me.iin)) facts.set(me.iin, 'approved')
  return facts
}

/**
 * Whether this asker may have this one person's data asked for, their privileges told or their
 * document typed by hand.
 */
export async function hasAgreed(
  { db, clock, me }: { db: Sql; clock: { now(): Date }; me(): Identity },
  iin: string,
): Promise<boolean> {
  return (await consentFacts(db, [iin], me(), clock.now())).get(iin) === 'approved'
}

/** `version`: of the text on personal data they agreed to. */
export type Given = { id: string; iin: string; version: string }

/** The consents an order of this asker stands on: of each person the newest that holds. */
export async function givenConsents(
  sql: Sql,
  iins: readonly string[],
  me: Asking,
  now: Date,
): Promise<Given[]> {
  return givenOf(await askedBy(sql, iins, me), now)
}

/** A consent as far as an order stands on it; instants as the database or its JSON says them. */
export type Answered = {
  id: string
  iin: string
  asked_by: string
  asker: string
  state: string
  answered_at: Date | null
  withdrawn_at: Date | null
  valid_until: Date | null
  text_version: string
}

/** Of these answers, the oldest first, the newest of each person that holds. */
export function givenOf(rows: readonly Omit<Answered, 'asked_by' | 'asker'>[], now: Date): Given[] {
  const given = new Map<string, Given>()
  for (const row of rows) {
    const asked = {
      state: stateOf(row.state),
      answeredAt: row.answered_at,
      withdrawnAt: row.withdrawn_at,
      validUntil: row.valid_until,
    }
    if (consentHolds(asked, now))
      given.set(row.iin, { id: row.id, iin: row.iin, version: row.text_version })
  }
  return [...given.values()]
}

/**
 * What these people answered to this asker, the oldest first; what buyers agreed to themselves
 * through any door.
 */
async function askedBy(sql: Sql, iins: readonly string[], me: Asking) {
  const of = await askerOf(sql, me)
  const rows = await sql
    .selectFrom('consents')
    .select([
      'id',
      'iin',
      'asked_by',
      'asker',
      'state',
      'requested_at',
      'answered_at',
      'withdrawn_at',
      'valid_until',
      'text_version',
    ])
    .where('iin', 'in', [...iins])
    .where('asked_by', '=', of.asked_by)
    .orderBy('requested_at', 'asc')
    .execute()
  return rows.filter((row) => answersTo(row, of))
}

/**
 * Whether a consent was given to this asker: at this door, or by the buyers themselves at any door
 * but a promoter's.
 */
export const answersTo = (
  row: Pick<Answered, 'iin' | 'asked_by' | 'asker'>,
  { asked_by, asker }: Asker,
): boolean =>
  row.asked_by === asked_by &&
  (row.asker === asker ||
    (asker !== 'promoter' && row.iin === asked_by && row.asker !== 'promoter'))

const stateOf = (text: string): ConsentState =>
  text === 'approved' || text === 'rejected' || text === 'expired' ? text : 'awaiting'
