import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { feedbackJob } from './definitions.ts'

const at = sharedTestApp()

test('a backlog is worked off job after job, without the pauses of an idle worker', async () => {
  const { db, queue } = at().server.deps
  const backlog = 60
  // Jobs without a message: they do nothing. All are enqueued at once, so that the workers wake
  // once.
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < backlog; n += 1)
      await queue.enqueue(tx, feedbackJob, { feedbackId: crypto.randomUUID() })
  })
  const done = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pgboss.job where name = ${feedbackJob.name} and state = 'completed'`.execute(
      at().db,
    )
    return rows[0]?.n ?? 0
  }
  // Two workers with a second between two jobs would need twice as long as is waited here.
  expect(await until(done, (n) => n === backlog)).toBe(backlog)
})
