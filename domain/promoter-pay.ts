import { almatyDay, type Day } from './calendar.ts'
import type { Tenge } from './money.ts'

/**
 * What an administrator set for a promoter from a day on: policies of a day, and the promoter's own
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
 * The promoter's own pay of the broker's commission of a day, whole tenge; null where no rate is
 * set for that day, so that nobody is told another's money.
 */
export function payOn(terms: readonly PromoterTerms[], day: Day, commission: Tenge): Tenge | null {
  const percent = termsOn(terms, day)?.percent
  return percent == null ? null : Math.round((commission * percent) / 100)
}

/** Pay of several days together; null where no day of them has a rate. */
export function payOf(
  terms: readonly PromoterTerms[],
  days: readonly { day: Day; commission: Tenge }[],
): Tenge | null {
  const pays = days.map(({ day, commission }) => payOn(terms, day, commission))
  const known = pays.filter((pay) => pay !== null)
  return known.length > 0 ? known.reduce((sum, pay) => sum + pay, 0) : null
}

const DAY_MS = 86_400_000
const WEEKS = 8

/**
 * A usual day of the same weekday: the mean of the last eight weeks since the first sale, whole and
 * up to this time of the day. Null before there is a week to look back to.
 */
export function usualDay(
  sales: readonly Date[],
  now: Date,
): { whole: number; byNow: number } | null {
  const first = sales.reduce((least, at) => Math.min(least, at.getTime()), Number.POSITIVE_INFINITY)
  const weeks = Math.min(WEEKS, Math.floor((now.getTime() - first) / (7 * DAY_MS)))
  if (weeks < 1) return null
  let [whole, byNow] = [0, 0]
  for (let week = 1; week <= weeks; week += 1) {
    const then = new Date(now.getTime() - week * 7 * DAY_MS)
    const day = almatyDay(then)
    const of = sales.filter((at) => almatyDay(at) === day)
    whole += of.length
    byNow += of.filter((at) => at <= then).length
  }
  return { whole: tenth(whole / weeks), byNow: tenth(byNow / weeks) }
}

const tenth = (value: number) => Math.round(value * 10) / 10
