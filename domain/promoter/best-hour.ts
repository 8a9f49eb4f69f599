import { almatyClock } from '../calendar.ts'

/** Fewer sales than this tell nothing about an hour. */
const ENOUGH = 10

/**
 * The hour of the day in Almaty in which a promoter sells most, of two as good the earlier; null
 * before there are enough sales to tell.
 */
export function bestHour(sales: readonly Date[]): number | null {
  if (sales.length < ENOUGH) return null
  const counts = new Map<number, number>()
  for (const at of sales) {
    const hour = Number(almatyClock(at).slice(11, 13))
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
  }
  const [best] = [...counts].sort(([one, a], [other, b]) => b - a || one - other)
  return best?.[0] ?? null
}
