import { expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { signed } from '#systems/acquirer/xml.ts'
import { billsStay, buyer, purchaseToken } from '../sale.ts'
import { sharedTestApp, type TestApp } from '../test-app.ts'
import { becomes, placed, placeOf, resting } from './at-house.ts'
import { pays, typesCard } from './client.ts'
import { countOf, expectSoldOnce } from './exactly-once.ts'

const theTestApp = sharedTestApp()
let kept: string | null = null
const token = async () => {
  kept ??= await purchaseToken(theTestApp())
  return kept
}
type Ordered = Awaited<ReturnType<typeof placed>>
const paymentOf = ({ attemptId }: Ordered) => {
  const found = [...payments(theTestApp().sandbox.world).values()].find(
    ({ orderId }) => orderId === attemptId,
  )
  if (!found) throw new Error('no payment')
  return found
}

/** A notice as the acquirer signs it, with anything in it changed. */
async function notice(
  at: TestApp,
  order: Ordered,
  change: Record<string, string> = {},
  secret = 'sandbox-secret',
): Promise<string> {
  const fields = {
    pg_order_id: order.attemptId,
    pg_payment_id: paymentOf(order).id,
    pg_amount: order.amount.toFixed(2),
    pg_currency: 'KZT',
    pg_result: '1',
    ...change,
  }
  const answer = await fetch(`${at.url}/api/hooks/acquirer/result`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(signed('result', fields, secret)).toString(),
  })
  return /<pg_status>(\w+)<\/pg_status>/.exec(await answer.text())?.[1] ?? `HTTP ${answer.status}`
}
const silent = (at: TestApp) => at.fault('acquirer', 'never', { operation: 'result' })
const failed = {
  pg_result: '0',
  pg_failure_code: '51',
  pg_failure_description: 'Insufficient funds',
}

test('ten equal notices at once are one payment and one policy', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'card')
  await silent(at)
  await typesCard(at.sandbox.url, paymentOf(order).id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => notice(at, order)))
  expect(answers).toEqual(Array.from({ length: 10 }, () => 'ok'))
  await resting(at, order.orderId)
  await expectSoldOnce(placeOf(at), order.orderId, order)
})

test('a notice of failure after the payment changes nothing', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'card')
  await typesCard(at.sandbox.url, paymentOf(order).id)
  await becomes(at, order.orderId, 'issued')
  expect(await notice(at, order, failed)).toBe('ok')
  await resting(at, order.orderId)
  await expectSoldOnce(placeOf(at), order.orderId, order)
})

test('a payment after a notice of failure is a payment', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'card')
  expect(await notice(at, order, failed)).toBe('ok')
  const told = await at.api('checkOrderPaid', { orderId: order.orderId }, await token())
  expect(told.body).toMatchObject({ success: true, data: { status: 'rejected' } })
  await typesCard(at.sandbox.url, paymentOf(order).id)
  await resting(at, order.orderId)
  await expectSoldOnce(placeOf(at), order.orderId, order)
})

test('a notice with a wrong signature, amount, currency or order is refused and changes nothing', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'card')
  const byBill = await placed(at, await token(), 'bill')
  expect(await notice(at, order, {}, 'guessed')).toBe('error')
  expect(await notice(at, order, { pg_amount: (order.amount - 1).toFixed(2) })).toBe('rejected')
  expect(await notice(at, order, { pg_amount: (order.amount + 0.5).toFixed(2) })).toBe('rejected')
  expect(await notice(at, order, { pg_currency: 'RUB' })).toBe('rejected')
  expect(await notice(at, order, { pg_order_id: 'QG999999999-none-1' })).toBe('rejected')
  expect(await notice(at, order, { pg_order_id: byBill.attemptId })).toBe('rejected')
  expect(await notice(at, order, { pg_amount: '' })).toBe('error')
  for (const { orderId } of [order, byBill])
    expect(await countOf(placeOf(at), orderId)).toMatchObject({
      state: 'awaiting_payment',
      ledger: {},
      policies: 0,
    })
})

test.each(['never', 'twice', 'late', 'bad_signature', 'wrong_amount'] as const)(
  'a notice that comes %s still makes one payment',
  async (mode) => {
    const at = theTestApp()
    const order = await placed(at, await token(), 'card')
    await at.fault('acquirer', mode, { operation: 'result' })
    await typesCard(at.sandbox.url, paymentOf(order).id)
    await resting(at, order.orderId)
    await expectSoldOnce(placeOf(at), order.orderId, order)
  },
)

test('the browser that is back before the notice sees that the payment is awaited, not lost', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'card')
  expect((await at.api('ogpoOrderProgress', { key: order.key })).body).toMatchObject({
    success: true,
    data: { paid: 'awaiting', set: 'waiting' },
  })
  await silent(at)
  await typesCard(at.sandbox.url, paymentOf(order).id)
  await resting(at, order.orderId)
  expect((await at.api('ogpoOrderProgress', { key: order.key })).body).toMatchObject({
    success: true,
    data: { paid: 'paid', set: 'issued' },
  })
})

test('money that comes after cancelling goes back by the payment that brought it, once', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'card')
  expect(
    (await at.api('ogpoCancelOrder', { orderId: order.orderId }, await token())).body,
  ).toMatchObject({ success: true })
  await typesCard(at.sandbox.url, paymentOf(order).id)
  await Promise.all([notice(at, order), notice(at, order)])
  await resting(at, order.orderId)
  expect(await countOf(placeOf(at), order.orderId)).toMatchObject({
    state: 'refunded',
    refunds: [order.amount],
    policies: 0,
    ledger: { payment: { count: 1, sum: order.amount }, refund: { count: 1, sum: -order.amount } },
  })
  expect(
    (await at.messages(buyer.phone)).filter(({ text }) => text.includes('қайтарылды')),
  ).toHaveLength(1)
})

test('paid both by bill and by card: one policy, and the second payment goes back', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'bill')
  const again = {
    calculationId: order.calculationId,
    pay: { system: 'card', method: 'redirect' },
  } as const
  // The bill stays on the phone: only then both can be paid.
  await billsStay(at)
  const other = await at.api('ogpoOrder', again, await token())
  expect(other.body).toMatchObject({ success: true, data: { orderId: order.orderId } })
  await pays({ ...placeOf(at), control: at.control, sandboxUrl: at.sandbox.url }, order.orderId)
  await becomes(at, order.orderId, 'issued')
  const refunded = () => countOf(placeOf(at), order.orderId)
  await expect
    .poll(async () => (await refunded()).ledger.refund, { timeout: 600_000 })
    .toEqual({ count: 1, sum: -order.amount })
  await resting(at, order.orderId)
  expect(await refunded()).toMatchObject({
    state: 'issued',
    policies: 1,
    refunds: [order.amount],
    ledger: {
      payment: { count: 2, sum: 2 * order.amount },
      premium: { count: 1, sum: order.amount },
    },
  })
  await at.control('DELETE', '/control/faults')
})

test('tabs that order the same calculation at once have one order and one bill', async () => {
  const at = theTestApp()
  const order = await placed(at, await token(), 'bill')
  const again = {
    calculationId: order.calculationId,
    pay: { system: 'mobile_bank', method: 'bill' },
  } as const
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => at.api('ogpoOrder', again, await token())),
  )
  for (const { status, body } of answers) {
    expect([200, 409]).toContain(status)
    if (body.success) expect(body.data.orderId).toBe(order.orderId)
  }
  expect(await countOf(placeOf(at), order.orderId)).toMatchObject({ bills: 1 })
  const [row] = await placeOf(at).rows<{ count: number }>(
    'select count(*)::int as count from orders where calculation_id = $1',
    [order.calculationId],
  )
  expect(row?.count).toBe(1)
})
