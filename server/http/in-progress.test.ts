import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purchaseToken, quoted } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'

/** The same request, repeated while the first one hangs in a silent database. */

const order = (at: TestApp, token: string, calculationId: string) =>
  at.once(
    'ogpoOrder',
    {
      calculationId,
      pay: { system: 'mobile_bank', method: 'bill' },
      email: 'client@example.kz',
    },
    token,
  )

/** Orders of this app whose statement waits for a lock. */
const waiting = async (at: TestApp) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(at.db)
  return rows[0]?.n ?? 0
}

test('whoever repeats what the database does not answer is told to come again, then the order', {
  timeout: 120_000,
}, async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { calculationId } = await quoted(at, token)
  const again = () => order(at, token, calculationId)
  await at.db.transaction().execute(async (tx) => {
    // The order's statement stops at the client's account.
    await sql`lock table accounts in share mode`.execute(tx)
    const first = again()
    await until(
      () => waiting(at),
      (n) => n === 1,
    )
    const told = await until(again, ({ status }) => status !== 409, 8_000)
    expect(told).toMatchObject({ status: 503, body: { error: 'comes_back' } })
    expect(told.headers.get('retry-after')).toBe('5')
    // The first one has used its whole answer time; its work continues.
    expect(await first).toMatchObject({ status: 503, body: { error: 'comes_back' } })
    expect(await again()).toMatchObject({ status: 503, body: { error: 'comes_back' } })
  })
  const repeated = await until(again, ({ status }) => status !== 503)
  expect(repeated).toMatchObject({ status: 200, body: { success: true } })
  expect(await at.db.selectFrom('orders').select('id').execute()).toHaveLength(1)
  expect(await at.invoices('77010000001')).toHaveLength(1)
})

test('work whose connections are cut is under way no more: the next try is answered', {
  timeout: 120_000,
}, async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { calculationId } = await quoted(at, token)
  const again = () => order(at, token, calculationId)
  const first = await at.db.transaction().execute(async (tx) => {
    await sql`lock table accounts in share mode`.execute(tx)
    const begun = again()
    await until(
      () => waiting(at),
      (n) => n === 1,
    )
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'qorgan%'`.execute(tx)
    return begun
  })
  expect(first.status).toBe(503)
  expect(await again()).toMatchObject({ status: 200, body: { success: true } })
})
