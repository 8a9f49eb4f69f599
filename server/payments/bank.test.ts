import { beforeAll, beforeEach, expect, test } from 'vitest'
import { billsFor } from '#systems/bank/sandbox.ts'
import { account, signedIn } from '#tests/client.ts'
import { attemptsOf, billsStay, ordered, purchaseToken, quoted, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { openAttempt } from './open.ts'

/**
 * The bank has no idempotency key of ours: every repeated request acts twice, so none may repeat.
 */
const at = sharedTestApp()
const bill = { system: 'mobile_bank', method: 'bill' } as const
const card = { system: 'card', method: 'redirect' } as const
let token = ''
let staff = ''
beforeAll(async () => {
  token = await purchaseToken(at())
  const person = { iin: '880808399905', phone: '77010000777' }
  await account(at(), person, { role: 'staff' })
  staff = await signedIn(at(), person)
})
beforeEach(() => at().control('DELETE', '/control/faults'))

const bills = (orderId: string) => billsFor(at().sandbox.world, orderId)
const pays = (id = '') => at().control('POST', `/control/invoices/${id}/pay`)
const attempts = (orderId: string) => attemptsOf(at(), orderId)
const refundOf = (orderId: string) =>
  at()
    .db.selectFrom('refunds')
    .select(['id', 'state', 'error', 'outside_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
const asked = async (operation: string) =>
  (await at().journal('bank')).filter((call) => call.operation === operation).length
const order = (calculationId: string, more: { pay?: typeof card; sendAgain?: boolean } = {}) =>
  at().api('ogpoOrder', { calculationId, pay: bill, email: 'client@example.kz', ...more }, token)

/** An order whose bill was made and whose answer was lost. */
async function unclear() {
  const { calculationId } = await quoted(at(), token)
  await at().fault('bank', 'reset', { operation: 'remote/create' })
  const { body } = await order(calculationId)
  if (body.success || !body.data?.orderId) throw new Error(JSON.stringify(body))
  return { calculationId, orderId: String(body.data.orderId) }
}
const found = (attempt_id: string, bill_id: string) =>
  at().api('staffFoundBill', { attempt_id, bill_id, reason: 'банк қосымшасынан табылды' }, staff)

test('ten runs at once open one bill', async () => {
  const { calculationId } = await quoted(at(), token)
  await at().fault('bank', 'unavailable', { operation: 'remote/client-info', times: 3 })
  const { body } = await order(calculationId)
  expect(body).toMatchObject({ success: false, code: 12002 })
  const orderId = String(!body.success && body.data?.orderId)
  const [attempt] = await attempts(orderId)
  const { deps } = at().server
  await at().fault('bank', 'slow', { operation: 'remote/create', times: 10 })
  await Promise.all(Array.from({ length: 10 }, () => openAttempt(deps, attempt?.id ?? '')))
  await until(
    () => attempts(orderId),
    ([one]) => one?.state === 'awaiting',
  )
  expect(bills(orderId)).toHaveLength(1)
})

test('two runs at once, of which the bank would refuse one: one question, one answer', async () => {
  const { calculationId } = await quoted(at(), token)
  await at().fault('bank', 'unavailable', { operation: 'remote/client-info', times: 3 })
  const { body } = await order(calculationId)
  const orderId = String(!body.success && body.data?.orderId)
  const [attempt] = await attempts(orderId)
  const before = await asked('remote/create')
  await at().fault('bank', 'error', { operation: 'remote/create', times: 1 })
  await Promise.all([1, 2].map(() => openAttempt(at().server.deps, attempt?.id ?? '')))
  await until(
    () => attempts(orderId),
    ([one]) => one?.state === 'error',
  )
  expect(await asked('remote/create')).toBe(before + 1)
  expect(bills(orderId)).toHaveLength(0)
})

test('a bill that may be on the phone is asked for no more; the card is open to the client', async () => {
  const { calculationId, orderId } = await unclear()
  const before = await asked('remote/create')
  for (const { id } of await attempts(orderId))
    expect(await openAttempt(at().server.deps, id)).toMatchObject({ opened: false })
  const { body } = await order(calculationId, { pay: card })
  expect(body).toMatchObject({ success: true, data: { orderId, redirect_url: expect.any(String) } })
  expect(await asked('remote/create')).toBe(before)
})

test('when such a bill has died on the phone, another one is sent without a choice', async () => {
  const { calculationId, orderId } = await unclear()
  expect((await order(calculationId)).body).toMatchObject({
    code: 14010,
    data: { reason: 'bill_unclear' },
  })
  const asked_at = new Date(at().server.deps.clock.now().getTime() - 24 * 3_600_000)
  await at()
    .db.updateTable('payment_attempts')
    .set({ asked_at })
    .where('order_id', '=', orderId)
    .execute()
  expect((await order(calculationId)).body).toMatchObject({ success: true })
})

test('a bill that was paid and whose number was not heard pays the order once staff have found it', async () => {
  const { orderId } = await unclear()
  const [lost] = bills(orderId)
  await pays(lost?.id)
  const { body } = await at().api('staffOrder', { order_id: orderId }, staff)
  const [shown] = body.success ? body.data.unclear_bills : []
  expect(shown).toMatchObject({ amount: lost?.amount })
  expect((await found(shown?.attempt_id ?? '', lost?.id ?? '')).body).toEqual({ success: true })
  expect(await settled(at(), token, orderId)).toMatchObject({
    success: true,
    data: { status: 'issued' },
  })
  expect((await found(shown?.attempt_id ?? '', lost?.id ?? '')).body).toMatchObject({ code: 14012 })
})

test('paid as well as the bill that was sent again, it goes back', async () => {
  const { calculationId, orderId } = await unclear()
  expect((await order(calculationId, { sendAgain: true })).body).toMatchObject({ success: true })
  const [lost, sent] = bills(orderId)
  await pays(sent?.id)
  expect(await settled(at(), token, orderId)).toMatchObject({
    success: true,
    data: { status: 'issued' },
  })
  await pays(lost?.id)
  const [first] = await attempts(orderId)
  expect((await found(first?.id ?? '', lost?.id ?? '')).body).toEqual({ success: true })
  await until(
    () => attempts(orderId),
    (rows) => rows.map(({ state }) => state).join() === 'refunded,paid',
  )
  expect(bills(orderId).map(({ refunds }) => refunds.map(({ amount }) => amount))).toEqual([
    [lost?.amount],
    [],
  ])
})

test('staff cannot take another’s bill for it, nor one that the bank does not know', async () => {
  const { orderId } = await unclear()
  const [attempt] = await attempts(orderId)
  const { orderId: other } = await ordered(at(), token)
  const [theirs] = bills(other)
  expect((await found(attempt?.id ?? '', theirs?.id ?? '')).body).toMatchObject({ code: 14012 })
  expect((await found(attempt?.id ?? '', '42')).body).toMatchObject({ code: 14012 })
  expect((await found('QG-none', '42')).status).toBe(404)
})

test('an answer with the number of another’s bill opens nothing', async () => {
  const { orderId: first } = await ordered(at(), token)
  const [theirs] = await attempts(first)
  const { calculationId } = await quoted(at(), token)
  await at().fault('bank', 'unavailable', { operation: 'remote/client-info', times: 3 })
  const { body } = await order(calculationId)
  const orderId = String(!body.success && body.data?.orderId)
  const [attempt] = await attempts(orderId)
  const { deps } = at().server
  const invoice = async () => ({ billId: theirs?.outside_id ?? '' })
  const bank = { ...deps.systems.bank, invoice }
  expect(
    await openAttempt({ ...deps, systems: { ...deps.systems, bank } }, attempt?.id ?? ''),
  ).toMatchObject({ reason: 'bill_unclear' })
  expect((await attempts(orderId))[0]).toMatchObject({
    state: 'error',
    outside_id: null,
    failure: expect.stringContaining('QrPaymentId'),
  })
})

test.each(['cancelled', 'paid another way'] as const)(
  'a bill of an order that is %s is taken off the phone',
  async (why) => {
    const { orderId, quote } = await ordered(at(), token)
    if (why === 'cancelled') await at().api('ogpoCancelOrder', { orderId }, token)
    else await order(quote.calculationId, { pay: card })
    await until(
      async () => bills(orderId)[0]?.state,
      (state) => state === 'cancelled',
    )
  },
)

/** A cancelled order whose bill is paid all the same. */
async function paidLate(mode: string, times: number) {
  const { orderId } = await ordered(at(), token)
  await billsStay(at())
  await at().api('ogpoCancelOrder', { orderId }, token)
  await at().fault('bank', mode, { operation: 'payment/return', times })
  const [one] = bills(orderId)
  await pays(one?.id)
  return orderId
}

test.each([
  ['reset', 1],
  ['reset_before', 2],
  ['error', 2],
  ['garbage', 1],
  ['timeout', 1],
] as const)(
  'a refund whose answer is %s goes once, after the bank was asked what it holds',
  async (mode, times) => {
    const orderId = await paidLate(mode, times)
    await until(
      () => refundOf(orderId),
      (refund) => refund?.state === 'done',
    )
    expect(bills(orderId)[0]?.refunds.map(({ amount }) => amount)).toEqual([
      bills(orderId)[0]?.amount,
    ])
  },
  60_000,
)

test('where nobody can tell what went, a refund waits for people and is not sent again', async () => {
  const orderId = await paidLate('reset_before', 1)
  await until(
    () =>
      at()
        .db.selectFrom('refunds')
        .select('asked_at')
        .where('order_id', '=', orderId)
        .executeTakeFirst(),
    (refund) => Boolean(refund?.asked_at),
  )
  const [one] = bills(orderId)
  // A cashier gives a part of it back by hand.
  one?.refunds.push({ id: 'by hand', amount: 100 })
  const failed = await until(
    () => refundOf(orderId),
    (refund) => refund?.state === 'failed',
  )
  expect(failed?.error).toContain('AvailableReturnAmount')
  expect(one?.refunds.map(({ amount }) => amount)).toEqual([100])
})

test('a bank that goes on saying "try again" is for people to call', async () => {
  const orderId = await paidLate('error', 1_000)
  const failed = await until(
    () => refundOf(orderId),
    (refund) => refund?.state === 'failed',
  )
  expect(failed?.error).toContain('5 tries')
  expect(bills(orderId)[0]?.refunds).toEqual([])
})
