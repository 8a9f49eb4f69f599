import { beforeAll, expect, test } from 'vitest'
import { billsStay, buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const card = { system: 'card', method: 'redirect' } as const
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
const stateOf = async (orderId: string) =>
  (
    await at()
      .db.selectFrom('orders')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).state
const attempts = (orderId: string) =>
  at()
    .db.selectFrom('payment_attempts')
    .select(['system', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const ledger = (orderId: string) =>
  at()
    .db.selectFrom('ledger')
    .select(['kind', 'amount'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
const pays = (id: string) => at().control('POST', `/control/invoices/${id}/pay`)
async function withCard(calculationId: string) {
  const { body } = await at().api('ogpoOrder', { calculationId, pay: card }, token)
  if (!body.success || !body.data.redirect_url) throw new Error(JSON.stringify(body))
  return body.data.redirect_url
}
const paysCard = (url: string) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' }),
  })
const billsOf = (phone = buyer.phone) => at().invoices(phone)

test('money that comes for a cancelled order goes back, with its lines in the ledger and a word to the client', async () => {
  const { orderId, quote } = await ordered(at(), token)
  const [open] = await billsOf()
  await billsStay(at())
  await at().api('ogpoCancelOrder', { orderId }, token)
  await pays(open?.id ?? '')
  await until(
    () => stateOf(orderId),
    (state) => state === 'refunded',
  )
  expect(await attempts(orderId)).toEqual([{ system: 'mobile_bank', state: 'refunded' }])
  expect(await ledger(orderId)).toEqual([
    { kind: 'payment', amount: quote.premium },
    { kind: 'refund_due', amount: quote.premium },
    { kind: 'refund', amount: quote.premium },
  ])
  expect((await billsOf())[0]).toMatchObject({ id: open?.id, status: 'refunded' })
  const messages = await until(
    () => at().messages(buyer.phone),
    (texts) => texts[0]?.text.includes('қайтарылды') === true,
  )
  expect(messages[0]?.text).toContain(String(quote.premium).slice(-3))
  expect((await at().journal('esbd')).filter(({ operation }) => operation === 'SetPolicy')).toEqual(
    [],
  )
})

test('a bill paid after the card has paid is a second payment: it is refunded, the policy stays', async () => {
  const { orderId, quote } = await ordered(at(), token)
  const [open] = await billsOf()
  await billsStay(at())
  await paysCard(await withCard(quote.calculationId))
  expect(await settled(at(), token, orderId)).toMatchObject({
    success: true,
    data: { status: 'issued' },
  })
  await pays(open?.id ?? '')
  const done = await until(
    () => attempts(orderId),
    (rows) => rows.some(({ state }) => state === 'refunded'),
  )
  expect(done).toEqual([
    { system: 'mobile_bank', state: 'refunded' },
    { system: 'card', state: 'paid' },
  ])
  expect(await stateOf(orderId)).toBe('issued')
  expect((await billsOf())[0]).toMatchObject({ id: open?.id, status: 'refunded' })
  const lines = await ledger(orderId)
  expect(lines.filter(({ kind }) => kind === 'payment')).toHaveLength(2)
  expect(lines.filter(({ kind }) => kind === 'refund')).toEqual([
    { kind: 'refund', amount: quote.premium },
  ])
})

test('premium and commission are lines of the ledger written with the issue', async () => {
  const { orderId, quote } = await ordered(at(), token)
  await paysBill(at())
  await settled(at(), token, orderId)
  expect(await ledger(orderId)).toEqual([
    { kind: 'payment', amount: quote.premium },
    { kind: 'premium', amount: quote.insurance_premium },
    { kind: 'commission', amount: quote.broker_premium },
  ])
  await expect(
    at().db.updateTable('ledger').set({ amount: 1 }).where('order_id', '=', orderId).execute(),
  ).rejects.toThrow('append-only')
  await expect(
    at().db.deleteFrom('ledger').where('order_id', '=', orderId).execute(),
  ).rejects.toThrow('append-only')
})
