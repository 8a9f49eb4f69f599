import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'

/**
 * An administrator's terms for a promoter from a day on: policies of a day, and the promoter's own
 * pay as a part of the broker's commission, percent. Null: none is set from that day on.
 */
export type PromoterTerms = { from: Day; goal: number | null; percent: number | null }

/** The terms of a day: the last that began by then. Terms come in the order they were set. */
export const termsOn = (terms: readonly PromoterTerms[], day: Day): PromoterTerms | null =>
  terms.reduce<PromoterTerms | null>(
    (last, one) => (one.from <= day && (last === null || one.from >= last.from) ? one : last),
    null,
  )

/**
 * Returns the promoter's share of the broker's commission of one sale, whole tenge; null if no rate
 * is set for its day, so that no promoter sees another's money.
 */
export function payOn(terms: readonly PromoterTerms[], day: Day, commission: Tenge): Tenge | null {
  const percent = termsOn(terms, day)?.percent
  return percent == null ? null : Math.round((commission * percent) / 100)
}

type Sale = { day: Day; commission: Tenge }

/** Sums the pay of several sales; null if none of their days has a rate. */
export function payOf(terms: readonly PromoterTerms[], sales: readonly Sale[]): Tenge | null {
  const pays = sales.map(({ day, commission }) => payOn(terms, day, commission))
  const known = pays.filter((pay) => pay !== null)
  return known.length > 0 ? known.reduce((sum, pay) => sum + pay, 0) : null
}

/** The same for each day that has a sale, in the order they come. */
export const payByDay = (terms: readonly PromoterTerms[], sales: readonly Sale[]) =>
  [...new Set(sales.map(({ day }) => day))].map((day) => ({
    day,
    pay: payOf(
      terms,
      sales.filter((sale) => sale.day === day),
    ),
  }))
