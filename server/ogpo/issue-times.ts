import { sql } from 'kysely'
import { issueTimesDays } from '#domain/lifetimes.ts'
import type { Sql } from '../db/connect.ts'

/** Fewer policies say nothing of the next one (issue times are shown above 50 in 30 days). */
const enough = 50
/** The newest so many stand for all: a country sells more in an hour. */
const atMost = 20_000
const barCount = 22

/** From the payment of an order to its policy, in the last 30 days. Times in whole seconds. */
export type IssueTimes = {
  median: number
  /** Ninety-nine of a hundred policies took no longer. */
  almostAll: number
  /** Policies by time in equal pieces, as shares of the fullest: 0 to 1. */
  bars: number[]
  /** Which bar the median is in. */
  medianBar: number
}

/** How long policies took; null where there are too few of them. */
export async function issueTimes(db: Sql, now: Date): Promise<IssueTimes | null> {
  const since = new Date(now.getTime() - issueTimesDays * 24 * 3_600_000)
  const { rows } = await sql<{ n: string; median: number; most: number; times: number[] }>`
    select count(*) as n,
      percentile_disc(0.5) within group (order by seconds) as median,
      percentile_disc(0.99) within group (order by seconds) as most,
      array_agg(seconds) as times
    from (
      select ceil(extract(epoch from policies.issued_at - orders.paid_at))::int as seconds
      from orders join policies on policies.order_id = orders.id
      where orders.paid_at >= ${since} and policies.issued_at >= orders.paid_at
      order by orders.paid_at desc
      limit ${atMost}
    ) as newest`.execute(db)
  const [row] = rows
  if (!row || Number(row.n) <= enough) return null
  // The pieces reach as far as twenty of twenty-two would reach ninety-nine of a hundred.
  const piece = Math.max(1, row.most / (barCount - 2))
  const counts = Array.from({ length: barCount }, () => 0)
  const barOf = (seconds: number) => Math.min(barCount - 1, Math.floor(seconds / piece))
  for (const seconds of row.times) counts[barOf(seconds)] = (counts[barOf(seconds)] ?? 0) + 1
  const fullest = Math.max(...counts)
  return {
    median: row.median,
    almostAll: row.most,
    bars: counts.map((count) => count / fullest),
    medianBar: barOf(row.median),
  }
}
