import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Invoice, invoicesOf, notify, takenBack } from '#systems/epay/sandbox.ts'
import { buyer, purchaseToken, quoted } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const byEpay = { system: 'epay', method: 'invoice' } as const
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
beforeEach(() => {
  at().sandbox.world.faults.length = 0
})

async function linked(calculationId?: string) {
  const before = new Set(invoicesOf(at().sandbox.world).keys())
  const id = calculationId ?? (await quoted(at(), token)).calculationId
  const { body } = await at().api('ogpoOrder', { calculationId: id, pay: byEpay }, token)
  if (!body.success || !body.data.redirect_url) throw new Error(JSON.stringify(body))
  const [invoice] = [...invoicesOf(at().sandbox.world).values()].filter(
    ({ invoice_id }) => !before.has(invoice_id),
  )
  if (!invoice) throw new Error('no invoice')
  return { calculationId: id, orderId: body.data.orderId, url: body.data.redirect_url, invoice }
}
const pays = (url: string, how = 'card') =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ how }) })
const stateOf = async (orderId: string) =>
  (
    await at()
      .db.selectFrom('orders')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).state
const becomes = (orderId: string, wanted: string) =>
  until(
    () => stateOf(orderId),
    (state) => state === wanted,
  )
const ledger = (orderId: string) =>
  at()
    .db.selectFrom('ledger')
    .select(['kind', 'debit', 'credit', 'amount'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
const fault = (operation: string, mode: string, times = 1) =>
  at().sandbox.world.faults.push({ system: 'epay', operation, mode, times } as never)

test('a link is paid, its notice is checked, and the policy follows; the receipt says card', async () => {
  const { orderId, url, invoice } = await linked()
  expect(invoice.invoice_id).toMatch(/^\d{6,15}$/)
  expect(invoice.url).toBe(url)
  await pays(url, 'wallet')
  await becomes(orderId, 'issued')
  const [payment] = await ledger(orderId)
  expect(payment).toMatchObject({ kind: 'payment', debit: 'epay', credit: 'client' })
  const journal = await at().journal('epay')
  expect(journal.map(({ operation }) => operation)).toContain('check-status')
})

test('a notice that is lost is made up for by asking', async () => {
  const { orderId, url } = await linked()
  fault('postLink', 'never')
  await pays(url)
  await becomes(orderId, 'issued')
})

test.each(['bad_signature', 'wrong_amount'])('a notice with %s moves nothing', async (mode) => {
  const { orderId, invoice } = await linked()
  fault('postLink', mode)
  invoice.transaction = { id: 'none', state: 'NEW', refunds: [] }
  await notify(at().sandbox.world, invoice)
  expect(await stateOf(orderId)).toBe('awaiting_payment')
  expect(await ledger(orderId)).toEqual([])
})

test('a link whose answer was lost is looked for, and none is made twice', async () => {
  const { calculationId } = await quoted(at(), token)
  const before = invoicesOf(at().sandbox.world).size
  fault('invoice', 'reset')
  const first = await at().api('ogpoOrder', { calculationId, pay: byEpay }, token)
  expect(first.body).toMatchObject({ success: false, code: 12002 })
  const again = await until(
    () => at().api('ogpoOrder', { calculationId, pay: byEpay }, token),
    ({ body }) => body.success,
  )
  expect(again.body).toMatchObject({
    data: { redirect_url: expect.stringContaining('/invoice-link/') },
  })
  expect(invoicesOf(at().sandbox.world).size).toBe(before + 1)
})

test('a decline leaves the order to another way', async () => {
  const { calculationId, orderId, url } = await linked()
  await pays(url, 'decline')
  await until(
    () =>
      at()
        .db.selectFrom('payment_attempts')
        .select('state')
        .where('order_id', '=', orderId)
        .execute(),
    (rows) => rows[0]?.state === 'rejected',
  )
  const other = await linked(calculationId)
  expect(other.orderId).toBe(orderId)
  await pays(other.url, 'qr')
  await becomes(orderId, 'issued')
})

test('money that is only held is taken for the order that waits', async () => {
  const { orderId, url, invoice } = await linked()
  await pays(url, 'hold')
  await becomes(orderId, 'issued')
  expect(invoice.transaction?.state).toBe('CHARGE')
})

/** Paid after the order was cancelled: all of it is owed back. */
async function paidLate(): Promise<{ orderId: string; invoice: Invoice }> {
  const { orderId, url, invoice } = await linked()
  await at().api('ogpoCancelOrder', { orderId }, token)
  await pays(url)
  return { orderId, invoice }
}

test('late money goes back whole, also when the answer to the refund is lost', async () => {
  fault('operation/refund', 'reset')
  const { orderId, invoice } = await paidLate()
  await becomes(orderId, 'refunded')
  expect(invoice.transaction?.refunds).toEqual([invoice.amount])
  expect((await ledger(orderId)).at(-1)).toMatchObject({ kind: 'refund', credit: 'epay' })
})

test('what the card’s bank took back past us is written down once and not given back again', async () => {
  const { orderId, url, invoice } = await linked()
  await pays(url)
  await becomes(orderId, 'issued')
  takenBack(at().sandbox.world, invoice, 5_000)
  for (const _again of [1, 2]) await notify(at().sandbox.world, invoice)
  const back = (await ledger(orderId)).filter(({ credit }) => credit === 'epay')
  expect(back).toEqual([{ kind: 'refund', debit: 'refunds', credit: 'epay', amount: 5_000 }])
})

test('what was taken back before the payment is booked is booked with it; tiyn are a whole tenge', async () => {
  const { orderId, url, invoice } = await linked()
  fault('postLink', 'never')
  fault('check-status', 'unavailable', 1_000)
  await pays(url)
  takenBack(at().sandbox.world, invoice, 5_000.5)
  at().sandbox.world.faults.length = 0
  const [back] = await until(
    async () => (await ledger(orderId)).filter(({ credit }) => credit === 'epay'),
    (lines) => lines.length > 0,
  )
  expect(back).toEqual({ kind: 'refund', debit: 'refunds', credit: 'epay', amount: 5_001 })
  const policies = await at()
    .db.selectFrom('policies')
    .select('id')
    .where('order_id', '=', orderId)
    .execute()
  expect(policies).toEqual([])
})

test('a bill after a link closes it, and money by the closed link goes back', async () => {
  const { calculationId, orderId, url, invoice } = await linked()
  await at().api(
    'ogpoOrder',
    { calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
    token,
  )
  const [bill] = await at().invoices(buyer.phone)
  await at().control('POST', `/control/invoices/${bill?.id}/pay`)
  await becomes(orderId, 'issued')
  await pays(url)
  await until(
    async () => invoice.transaction?.refunds ?? [],
    (refunds) => refunds.length === 1,
  )
})
