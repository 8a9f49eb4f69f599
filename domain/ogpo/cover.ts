import { addDays, countDays, type Day } from '../calendar.ts'
import { defaultMonths } from '../constants.ts'
import { endDay } from './period.ts'

export type Cover = { start: Day; end: Day }
/** `days` covered twice or not at all, first and last of them. */
export type CoverWarning = { kind: 'overlap' | 'gap'; days: number; from: Day; to: Day }

/**
 * Compares a new contract from `start` with the policies a car already has: returns the longest
 * overlap, else the uninsured days before it, else null. Without `end` the new contract counts as a
 * year's; uninsured days before `today` are past and do not count.
 */
export function overlap(
  existing: Cover[],
  start: Day,
  more: { end?: Day; today?: Day } = {},
): CoverWarning | null {
  const end = more.end ?? endDay(start, defaultMonths)
  const overlaps = existing
    .map((old) => span('overlap', later(old.start, start), earlier(old.end, end)))
    .filter((found) => found.days > 0)
  const [longest] = overlaps.sort((a, b) => b.days - a.days)
  if (longest) return longest

  const [lastEnd] = existing
    .map((old) => old.end)
    .filter((day) => day < start)
    .sort((a, b) => b.localeCompare(a))
  if (lastEnd === undefined) return null
  const gap = span('gap', later(addDays(lastEnd, 1), more.today ?? lastEnd), addDays(start, -1))
  return gap.days > 0 ? gap : null
}

const later = (a: Day, b: Day): Day => (a > b ? a : b)
const earlier = (a: Day, b: Day): Day => (a < b ? a : b)
const span = (kind: CoverWarning['kind'], from: Day, to: Day): CoverWarning => ({
  kind,
  from,
  to,
  days: countDays(from, to),
})
