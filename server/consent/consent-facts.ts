import { type ConsentState, consentHolds, consentState } from '#domain/consent.ts'
import type { Locale } from '#domain/locale.ts'
import type { ConsentFact } from '#domain/ogpo/eligibility-facts.ts'
import * as refusals from '#domain/refusals.ts'
import { instant, type Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'
import { type Refused, refuse } from '../http/refuse.ts'

/**
 * Recipient of a consent: a person in one role. A promoter who also buys is two recipients, a
 * client in a partner's theme a third.
 */
export type Asker = { asked_by: string; asker: string }

/** The parts of an identity that determine the asker. */
type Asking = Pick<Identity, 'kind' | 'iin' | 'partnerVisit'>

/**
 * Returns the recipient by the token. Site, cabinet and e-ID are one: they serve the same client.
 */
export async function askerOf(sql: Sql, me: Asking): Promise<Asker> {
  const visit =
    me.partnerVisit && me.kind !== 'promoter'
      ? await sql
          .selectFrom('partner_visits')
          .select('partner')
          .where('id', '=', me.partnerVisit)
          .executeTakeFirst()
      : undefined
  return askerWith(me, visit?.partner ?? null)
}

/** The same with a known partner of the visit; null outside a partner's theme. */
export function askerWith(me: Asking, partner: string | null): Asker {
  if (me.kind === 'promoter') return { asked_by: me.iin, asker: 'promoter' }
  return { asked_by: me.iin, asker: partner ? `partner:${partner}` : 'client' }
}

/**
 * Returns for each person if they let this recipient look up their data; the newest answer counts.
 * A consent given to somebody else does not. Buyers have consented by their own code or sign-in, on
 * any page, unless they withdrew it.
 */
export async function consentFacts(
  sql: Sql,
  iins: readonly string[],
  me: Identity,
  now: Date,
): Promise<Map<string, ConsentFact>> {
  return factsOf(await askedBy(sql, iins, me), me, now)
}

type Asked = Omit<Answered, 'id' | 'asked_by' | 'asker' | 'text_version'> & { requested_at: Date }

/** The same by these answers, the oldest first. */
export function factsOf(
  rows: readonly Asked[],
  me: Pick<Identity, 'kind' | 'iin'>,
  now: Date,
): Map<string, ConsentFact> {
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

/** Refuses: no look-up of a person without their consent. */
export const notAgreed = (locale: Locale, iin: string): Refused =>
  refuse(locale, refusals.consentMissing, { driver_iin: iin, reason: 'missing' }, 'missing')

/**
 * Checks that the caller may look up this person's data, see their privileges or type their
 * document by hand.
 */
export async function hasAgreed(
  { db, clock, me }: { db: Sql; clock: { now(): Date }; me(): Identity },
  iin: string,
): Promise<boolean> {
  return (await consentFacts(db, [iin], me(), clock.now())).get(iin) === 'approved'
}

/** `version`: of the text on personal data they agreed to. */
export type Given = { id: string; iin: string; version: string }

/** Returns the consents an order of this recipient uses: each person's newest valid one. */
export async function givenConsents(
  sql: Sql,
  iins: readonly string[],
  me: Asking,
  now: Date,
): Promise<Given[]> {
  return givenOf(await askedBy(sql, iins, me), now)
}

/** The parts of a consent an order uses; instants as the database or its JSON writes them. */
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

/** Returns each person's newest valid answer of these, oldest first. */
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

/** Reads these people's answers to this asker, oldest first; buyers' own consents from any page. */
async function askedBy(sql: Sql, iins: readonly string[], me: Asking) {
  const of = await askerOf(sql, me)
  const rows = await selectAnswers(sql, of.asked_by)
    .where('consents.iin', '=', (is) => is.fn.any(is.val([...iins])))
    .execute()
  return rows.filter((row) => answersTo(row, of))
}

/** Selects the answers given to a person in any of their roles, oldest first. */
export const selectAnswers = (sql: Sql, askedBy: string) =>
  sql
    .selectFrom('consents')
    .select([
      'consents.id',
      'consents.iin',
      'consents.asked_by',
      'consents.asker',
      'consents.state',
      'consents.requested_at',
      'consents.answered_at',
      'consents.withdrawn_at',
      'consents.valid_until',
      'consents.text_version',
    ])
    .where('consents.asked_by', '=', askedBy)
    .orderBy('consents.requested_at', 'asc')

type InJson = Pick<Answered, 'id' | 'iin' | 'asked_by' | 'asker' | 'state' | 'text_version'> & {
  requested_at: string
  answered_at: string | null
  withdrawn_at: string | null
  valid_until: string | null
}

/** SQL: the same as JSON, for this asker alone. */
export const answersIn = (
  rows: readonly InJson[],
  asker: Asker,
): (Answered & { requested_at: Date })[] =>
  rows
    .filter((row) => answersTo(row, asker))
    .map((row) => ({
      ...row,
      requested_at: new Date(row.requested_at),
      answered_at: instant(row.answered_at),
      withdrawn_at: instant(row.withdrawn_at),
      valid_until: instant(row.valid_until),
    }))

/**
 * Checks that a consent was given to this asker: in this role, or by the buyers themselves in any
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
