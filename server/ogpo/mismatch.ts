import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'

/** A quote refused with 12010, for the accountant: how often a day the insurer reports another commission than our row. */
export async function noteMismatch(db: Sql, insurer: { code: string; commissionPercent: string }, theirs: string | null, day: Day) {
  await db
    .insertInto('commission_mismatches')
    .values({ insurer_code: insurer.code, day, ours: insurer.commissionPercent, theirs, times: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['insurer_code', 'day'])
        .doUpdateSet({ ours: insurer.commissionPercent, theirs, times: sql`commission_mismatches.times + 1` }),
    )
    .execute()
}
