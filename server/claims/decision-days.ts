import { sql } from 'kysely'
import { addDays, type Day } from '#domain/calendar.ts'
import { decisionDaysLookBack, decisionsEnough } from '#domain/lifetimes.ts'
import type { Sql } from '../db/connect.ts'

/**
 * Returns the median from claim to decision of the recently decided claims, in calendar days; null
 * if there are too few.
 */
export async function decisionDays(db: Sql, today: Day): Promise<number | null> {
  const { rows } = await sql<{ n: string; days: number | null }>`
    select count(*) as n,
      percentile_disc(0.5) within group (order by greatest(decided_on - submitted_on, 1)) as days
    from claims where decided_on >= ${addDays(today, -decisionDaysLookBack)}::date`.execute(db)
  const [row] = rows
  return row && Number(row.n) >= decisionsEnough ? row.days : null
}
