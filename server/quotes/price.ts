import Big from 'big.js'
import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { roundTenge, type Tenge } from '#domain/money.ts'
import { reissueSums } from '#domain/ogpo/refund-sums.ts'
import type { Tables } from '#domain/ogpo/tables.ts'
import { type Price, premium } from '#domain/ogpo/tariff.ts'
import { asInsured, type QuoteFacts } from './quotes.ts'

export type SalePrice = {
  price: Price
  insurancePremium: Tenge
  ogpoPlusPremium: Tenge
  /** The tariff's premium and OGPO+: what the contract costs. */
  total: Tenge
  commission: Tenge
  remaining: Tenge
  surcharge: Tenge
  refund: Tenge
  /** What the client pays now. */
  toPay: Tenge
}

/**
 * Prices stored facts: the same at the quote and, recomputed, at the order. Throws RangeError if
 * the tables do not cover the day.
 */
export function priceOf(facts: QuoteFacts, tables: Tables): SalePrice {
  const { term, insurer, replaces } = facts
  const price = premium(
    {
      cars: facts.vehicles.map((car) => ({
        plate: car.plate,
        region: car.region,
        settlement: car.settlement,
        type: car.type,
        yearBuilt: car.year,
      })),
      insured: facts.insured.map(asInsured),
      term: { start: term.start, months: term.months, seasonal: term.seasonal },
      quotedOn: facts.quotedOn,
      correctionDeviation: insurer.correctionDeviation,
    },
    tables,
  )
  const ogpoPlusPremium = facts.ogpoPlus?.premium ?? 0
  const total = price.total + ogpoPlusPremium
  // The commission is part of the premium by the contract with the insurer, never on top.
  const commission = roundTenge(new Big(price.total).times(insurer.commissionPercent).div(100))
  const sums = replaces
    ? reissueSums({ paid: replaces.premium, start: replaces.start, end: replaces.end }, total, {
        requestedOn: facts.quotedOn,
        sameInsurer: replaces.sameInsurer,
        table: replaces.retention ?? tables.termination,
      })
    : { remaining: 0, surcharge: 0, refund: 0 }
  return {
    price,
    insurancePremium: price.total,
    ogpoPlusPremium,
    total,
    commission,
    remaining: sums.remaining,
    surcharge: sums.surcharge,
    refund: sums.refund,
    toPay: replaces ? sums.surcharge : total,
  }
}

const quotedOn = sql`((quotes.created_at at time zone 'UTC') + interval '5 hours')::date`
const inForce = sql`effective_from <= ${quotedOn} and (effective_to is null or effective_to >= ${quotedOn})`

/**
 * Last day of the rows of a quote's price: tables, insurer, our commission by its contract, OGPO+.
 * Null while none has an end. SQL for queries of quotes.
 */
export const lastDayOfPrice: RawBuilder<Day | null> = sql`(select least(
    (select effective_to from tariff_tables where version = quotes.tables_version),
    insurers.effective_to,
    (select min(effective_to) from commissions
      where insurer_code = insurers.code and product = 'ogpo' and ${inForce}),
    case when quotes.ogpo_plus_premium > 0
      then (select min(effective_to) from ogpo_plus_rows where ${inForce}) end)
  from insurers where insurers.id = quotes.insurer_id)`
