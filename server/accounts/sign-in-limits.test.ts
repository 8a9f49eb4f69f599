import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#tests/test-app.ts'
import { countTry, tryFailed } from './sign-in-limits.ts'

test('a guess reads as little after three thousand others as after none', async () => {
  const { db, server } = await testApp({ WORKER: 'off' })
  const now = server.deps.clock.now()
  const iin = '850315399904'
  await db
    .insertInto('sign_in_failures')
    .values(
      Array.from({ length: 3_000 }, (_, n) => ({
        realm: 'cabinet',
        iin,
        address: `198.51.${n >> 8}.${n & 255}`,
        at: now,
      })),
    )
    .execute()
  const read = await db.transaction().execute(async (tx) => {
    const one = { realm: 'cabinet' as const, iin, address: '203.0.113.7' }
    await countTry(tx, one, now)
    await tryFailed(tx, one, now)
    // Rows that this transaction alone has read of the table.
    const { rows } = await sql<{ read: string }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'sign_in_failures'`.execute(
      tx,
    )
    return Number(rows[0]?.read)
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(50)
})
