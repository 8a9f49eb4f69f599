import type { Selectable } from 'kysely'
import { z } from 'zod'
import { Calculation, type SinceLast } from '#contract/ogpo-calculate.ts'
import { almatyDay } from '#domain/calendar.ts'
import { endDay, prolongStart } from '#domain/ogpo/period.ts'
import { type Compared, sinceLast } from '#domain/ogpo/since-last.ts'
import type { Price } from '#domain/ogpo/tariff.ts'
import { policyOffers } from '#domain/policy.ts'
import { type PolicyState, policyStates } from '#domain/policy-states.ts'
import * as refusals from '#domain/refusals.ts'
import type { Sql } from '../db/connect.ts'
import type { Policies } from '../db/rows.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import { refusedPrice } from '../kyc/frozen.ts'
import { acceptedTermination } from '../policies/terminations.ts'
import { priceOf } from './price.ts'
import { everybodyOf, QuoteFacts } from './quotes.ts'

type Factor = z.infer<typeof Calculation>['cars'][number]['lines'][number]['factors'][number]

/**
 * A price beside that of a policy of ours which it follows; null for one whose calculation we do
 * not have.
 */
export async function sinceLastOf(
  sql: Sql,
  globalId: string,
  now: Price,
): Promise<z.infer<typeof SinceLast> | null> {
  const row = await sql
    .selectFrom('policies')
    .innerJoin('orders', 'orders.id', 'policies.order_id')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .select('quotes.reply')
    .where('policies.global_id', '=', globalId)
    .executeTakeFirst()
  if (!row) return null
  const { premium, difference, moved, otherCars, otherDriver } = sinceLast(
    before(Calculation.parse(row.reply)),
    comparable(now),
  )
  return {
    premium,
    difference,
    changes: moved.map(({ plate, ...pair }) => ({ registrationNumber: plate, ...pair })),
    other_cars: otherCars,
    other_driver: otherDriver,
  }
}

const before = ({ insurance_premium, cars }: z.infer<typeof Calculation>): Compared<Factor> => ({
  total: insurance_premium,
  cars: cars.map(({ registrationNumber, decisiveIin, lines }) => ({
    plate: registrationNumber,
    decisive: decisiveIin,
    lines,
  })),
})

const comparable = ({ total, cars }: Price): Compared<Factor> => ({
  total,
  cars: cars.map(({ plate, decisive, lines }) => ({
    plate,
    decisive,
    lines: lines.map(({ iin, factors }) => ({
      iin,
      factors: factors.map((factor) => ({ ...factor, because: { ...factor.because } })),
    })),
  })),
})

const PolicyStateText = z.custom<PolicyState>((value) =>
  policyStates.some((state) => state === value),
)

/**
 * Returns the price of a policy's renewal: the same people, cars and term by today's tariff and
 * today's ages, and why it differs. The caller has checked whose policy it is. `policyNotSuitable`
 * if it cannot be renewed, `apiUnavailable` on a day without tables, `terroristMatch` if a person
 * may not buy.
 */
export async function priceOfRenewal(
  context: Pick<Context, 'db' | 'clock' | 'reference' | 'locale' | 'screening'>,
  policy: Selectable<Policies>,
) {
  const { db, clock, reference, locale } = context
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
  const stopped = await refusedPrice(context, everybodyOf(facts))
  if (stopped) return stopped
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
