import type { Selectable } from 'kysely'
import { z } from 'zod'
import { almatyDay } from '#domain/calendar.ts'
import { endDay, prolongStart } from '#domain/ogpo/period.ts'
import { policyOffers } from '#domain/policy.ts'
import { type PolicyState, policyStates } from '#domain/policy-states.ts'
import * as refusals from '#domain/refusals.ts'
import type { Policies } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import { acceptedTermination } from '../policies/terminations.ts'
import { QuoteFacts } from './facts.ts'
import { priceOf } from './price.ts'
import { sinceLastOf } from './since-last.ts'

const PolicyStateText = z.custom<PolicyState>((value) =>
  policyStates.some((state) => state === value),
)

/**
 * The price of a policy's renewal: the same people, cars and term by today's tariff and today's
 * ages, and why it is another one. Whose policy it is, the caller has checked. `policyNotSuitable`
 * where it is not to be renewed, `apiUnavailable` on a day without tables.
 */
export async function priceOfRenewal(
  { db, clock, reference, locale }: Pick<Context, 'db' | 'clock' | 'reference' | 'locale'>,
  policy: Selectable<Policies>,
) {
  const today = clock.today()
  const dates = {
    state: PolicyStateText.parse(policy.state),
    start: policy.start_date,
    end: policy.end_date,
    issuedOn: almatyDay(policy.issued_at),
  }
  const from = prolongStart(policy.end_date, today)
  const termination = await acceptedTermination(db, policy.id)
  if (!('start' in from) || !policyOffers(dates, today, termination !== undefined).renew)
    return refuse(locale, refusals.policyNotSuitable)
  const tables = await reference.tables(today)
  if (!tables) return refuse(locale, refusals.apiUnavailable, undefined, 'tables')
  const facts = QuoteFacts.parse(policy.facts)
  const term = { ...facts.term, start: from.start, end: endDay(from.start, facts.term.months) }
  const { price } = priceOf(
    { ...facts, quotedOn: today, term, ogpoPlus: null, replaces: null },
    tables,
  )
  const since = await sinceLastOf(db, policy.global_id, price)
  return since
    ? ok({ premium: price.total, date_start: term.start, date_end: term.end, since_last: since })
    : refuse(locale, refusals.policyNotSuitable)
}
