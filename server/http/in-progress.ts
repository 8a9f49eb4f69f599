import type { Db } from '../db/connect.ts'
import { answerLimits, databaseLimits } from '../settings/time-limits.ts'
import { inProgress } from './refuse.ts'

/**
 * Runs `work` while no other request with this key runs in any process; the second one is told 409.
 */
export async function withIdempotencyKey<T>(
  db: Db,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const mine = await db
    .insertInto('requests_in_progress')
    .values({ key })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ started_at: new Date() })
        .where(
          'requests_in_progress.started_at',
          '<',
          new Date(Date.now() - answerLimits.inProgressStaleSeconds * 1_000),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (!mine) throw inProgress()
  try {
    return await work()
  } finally {
    await forget(db, key)
  }
}

/**
 * Deletes the mark; where the database is away, as soon as it is back: whoever asks again meanwhile
 * is told 409. What was answered is answered all the same.
 */
async function forget(db: Db, key: string): Promise<void> {
  const end = Date.now() + answerLimits.inProgressStaleSeconds * 1_000
  const attempt = () => db.deleteFrom('requests_in_progress').where('key', '=', key).execute()
  const again = (): void => {
    if (Date.now() > end) return
    setTimeout(() => void attempt().catch(again), databaseLimits.forgetAgainMs).unref()
  }
  await attempt().catch(again)
}
