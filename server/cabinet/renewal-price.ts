import { z } from 'zod'
import { almatyDay } from '#domain/calendar.ts'
import { endDay, prolongStart } from '#domain/ogpo/period.ts'
import { type PolicyState, policyStates } from '#domain/order.ts'
import { policyOffers } from '#domain/policy.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { acceptedTermination } from '../policies/terminations.ts'
import { QuoteFacts } from '../quotes/facts.ts'
import { priceOf } from '../quotes/price.ts'
import { sinceLastOf } from '../quotes/since-last.ts'

const PolicyStateText = z.custom<PolicyState>((value) =>
  policyStates.some((state) => state === value),
)

/**
 * The price the card of a policy offers its renewal for: the same people, cars and term by today's
 * tariff and today's ages, and why it is another one. No register is asked without a wish of the
 * client; the calculation that follows asks them.
 */
export const renewalPrice = handle(
  'cabinetRenewalPrice',
  async ({ globalId }, { db, me, clock, reference, locale }) => {
    const today = clock.today()
    const policy = await db
      .selectFrom('policies')
      .selectAll()
      .where('kind', '=', 'ogpo')
      .where('global_id', '=', globalId)
      .where('policyholder_iin', '=', me().iin)
      .executeTakeFirst()
    if (!policy) throw notFound()
    const dates = {
      state: PolicyStateText.parse(policy.state),
      start: policy.start_date,
      end: policy.end_date,
      issuedOn: almatyDay(policy.issued_at),
    }
    const from = prolongStart(policy.end_date, today)
    const termination = await acceptedTermination(db, policy.id)
    if (!('start' in from) || !policyOffers(dates, today, termination !== undefined).renew)
      return refuse(locale, 14007)
    const tables = await reference.tables(today)
    if (!tables) return refuse(locale, 12002, undefined, 'tables')
    const facts = QuoteFacts.parse(policy.facts)
    const term = { ...facts.term, start: from.start, end: endDay(from.start, facts.term.months) }
    const { price } = priceOf(
      { ...facts, quotedOn: today, term, ogpoPlus: null, replaces: null },
      tables,
    )
    const since = await sinceLastOf(db, globalId, price)
    return since
      ? ok({ premium: price.total, date_start: term.start, date_end: term.end, since_last: since })
      : refuse(locale, 14007)
  },
)
