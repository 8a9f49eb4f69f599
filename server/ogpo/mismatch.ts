import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'

/**
 * A sale refused with `brokerPremiumMismatch`, for the accountant: how often a day. `ours`: by the
 * contract with the insurer, null where there is none; `theirs`: what the quote was made with, null
 * where there is no quote yet.
 */
export async function noteMismatch(
  db: Sql,
  of: { insurer: string; day: Day; ours: string | null; theirs: string | null },
) {
  const { insurer, day, ours, theirs } = of
  await db
    .insertInto('commission_mismatches')
    .values({ insurer_code: insurer, day, ours, theirs, times: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['insurer_code', 'day'])
        .doUpdateSet({ ours, theirs, times: sql`commission_mismatches.times + 1` }),
    )
    .execute()
}
