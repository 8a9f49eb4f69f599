import { expect, test } from 'vitest'
import { openAttempt } from '#server/payments/open.ts'
import { placed, placeOf, resting } from '#tests/chaos/at-house.ts'
import { pays } from '#tests/chaos/client.ts'
import { countOf } from '#tests/chaos/exactly-once.ts'
import { purchaseToken } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import { leaveNumbersFree, markAsRequested } from './recovered.ts'

/** What a recovered database no longer knows to have been requested does not go out twice. */

/** One transaction: as the archive has it, then as `npm run recovered` leaves it. */
async function recovered({ server }: TestApp, ...before: string[]) {
  const client = await server.deps.pool.connect()
  try {
    await client.query('begin')
    for (const statement of before) await client.query(statement)
    await leaveNumbersFree(client)
    await markAsRequested(client, server.deps.clock.now())
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('a bill that was requested is not sent once more, and its number names no other order', {
  timeout: 120_000,
}, async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { attemptId, orderId } = await placed(at, token, 'bill')
  await recovered(
    at,
    `update payment_attempts set state = 'created', asked_at = null, outside_id = null`,
  )
  await Promise.all([1, 2, 3].map(() => openAttempt(at.server.deps, attemptId)))
  expect(await at.invoices('77010000001')).toHaveLength(1)
  expect(await at.db.selectFrom('orders').select('set_asked_at').execute()).toEqual([
    { set_asked_at: expect.any(Date) },
  ])
  const next = await placed(at, token, 'card').catch(() => null)
  const numbers = await at.db.selectFrom('orders').select(['id', 'number']).execute()
  const numberOf = (id: string) =>
    Number(numbers.find((one) => one.id === id)?.number.replaceAll(/\D/g, ''))
  expect(next && numberOf(next.orderId) - numberOf(orderId)).toBeGreaterThan(100_000)
})

test.each(['bill', 'card'] as const)(
  'a refund of a part by %s that went before does not go twice',
  { timeout: 180_000 },
  async (way) => {
    const at = await testApp()
    const sold = await placed(at, await purchaseToken(at), way)
    await pays({ ...placeOf(at), control: at.control, sandboxUrl: at.sandbox.url }, sold.orderId)
    await resting(at, sold.orderId)
    const { acquirer, bank } = at.server.deps.systems
    const payment = await at.db.selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow()
    const amount = 1_000
    const outsideId = payment.outside_id ?? ''
    if (way === 'bill') await bank.refund({ amount, key: 'R-1', billId: outsideId })
    else await acquirer.refund({ attemptId: payment.id, paymentId: outsideId, amount })
    await recovered(
      at,
      `insert into refunds (id, contract_id, order_id, attempt_id, amount, reason, state, created_at)
        values ('R-1', '${sold.orderId}', '${sold.orderId}', '${payment.id}', ${amount}, 'reissue', 'due', '${at.server.deps.clock.now().toISOString()}')`,
      `update payment_attempts set state = 'refunding'`,
    )
    await until(
      () => at.db.selectFrom('refunds').select('state').executeTakeFirstOrThrow(),
      ({ state }) => state !== 'due',
      120_000,
    )
    const { refunds } = await countOf(placeOf(at), sold.orderId)
    expect(refunds).toEqual([amount])
    expect(await at.db.selectFrom('refunds').select(['state', 'amount']).execute()).toEqual([
      { state: 'done', amount },
    ])
  },
)
