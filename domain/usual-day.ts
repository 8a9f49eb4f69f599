import { almatyDay } from './calendar.ts'

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
