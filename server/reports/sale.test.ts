import { expect, test } from 'vitest'
import { accountant, HEAD, twoSales } from '#tests/accounting.ts'
import { account, signedIn } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
let standing: ReturnType<typeof begin> | null = null
const made = () => (standing ??= begin())

/** Two sales, and the bank's statement with the payment of the first and a line we do not know. */
async function begin() {
  const sales = await twoSales(at())
  const [attempt] = await at()
    .db.selectFrom('payment_attempts')
    .select(['id', 'amount'])
    .where('order_id', '=', sales.orderId)
    .where('state', '=', 'paid')
    .execute()
  if (!attempt) throw new Error('nothing was paid')
  const content = `${HEAD}2026-11-20;payment;${attempt.id};B-1;${attempt.amount};12,50\n2026-11-20;payment;foreign-1;B-2;700;0\n`
  const { body } = await at().api(
    'reportImportStatement',
    { system: 'mobile_bank', fileName: 'bank.csv', content },
    sales.token,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  return { ...sales, payment: attempt.id, statement: body.data.id }
}
const opened = async (id: string) => {
  const { body } = await at().api('reportSale', { id }, (await made()).token)
  if (!body.success) throw new Error(`${id} does not open: ${JSON.stringify(body)}`)
  return body.data
}

test('everything of a sale opens it: order, number, policy, payment, refund, receipt, line', async () => {
  spec('2.2.orders-report')

  const { orderId, lateId, payment, statement } = await made()
  const sale = await opened(orderId)
  const [order, policy] = [sale.orders[0], sale.policies[0]]
  for (const id of [order?.number, policy?.global_id, payment, `payment:${payment}`])
    expect((await opened(id ?? '')).contract_id, id).toBe(sale.contract_id)
  expect((await opened(`${statement}:2`)).contract_id).toBe(sale.contract_id)
  const late = await opened(lateId)
  const [refund] = late.refunds
  for (const id of [refund?.id, `refund:${refund?.id}`])
    expect((await opened(id ?? '')).contract_id, id).toBe(late.contract_id)
  await until(
    () => opened(orderId),
    ({ receipts }) => receipts[0]?.state === 'done',
  )
  expect(sale).toMatchObject({
    lines: [{ about: payment, file: 'bank.csv', line: 2, verdict: 'matched', fee: 12.5 }],
    receipts: [{ id: `payment:${payment}`, operation: 'sale' }],
    payments: [{ id: payment, outside_id: expect.any(String) }],
  })
  expect(sale.agrees.every(({ agrees }) => agrees)).toBe(true)
})

test('what is nobody’s is 404, and a line we do not know opens nothing', async () => {
  const { token, statement } = await made()
  for (const id of ['nothing', `${statement}:3`, `${statement}:x`, 'a:b:c', "'"])
    expect((await at().api('reportSale', { id }, token)).status, id).toBe(404)
})

test('the books name nobody whole; an IIN is asked for by itself, and the client reads who did', async () => {
  const { orderId, token } = await made()
  const { text } = await at().raw('/api/reports/sale', {
    method: 'POST',
    body: { id: orderId },
    token,
  })
  for (const part of [buyer.iin, buyer.phone]) expect(text).not.toContain(part)
  const reveal = (of: object) => at().api('staffReveal', of as never, token)
  expect((await reveal({ order_id: orderId, what: 'iin' })).body).toMatchObject({
    data: { value: buyer.iin },
  })
  expect((await reveal({ order_id: orderId, what: 'phone' })).status).toBe(403)
  const { id } = await at()
    .db.selectFrom('accounts')
    .select('id')
    .where('iin', '=', buyer.iin)
    .where('realm', '=', 'cabinet')
    .executeTakeFirstOrThrow()
  expect((await reveal({ account_id: id, what: 'iin' })).status).toBe(403)
  expect((await reveal({ order_id: 'nothing', what: 'iin' })).status).toBe(404)
  const looks = await at().api('cabinetLooks', {}, await signedIn(at()))
  expect(looks.body).toMatchObject({ data: [{ saw: ['client.iin_revealed'] }] })
  const kept = await at()
    .db.selectFrom('audit')
    .select(['action', 'actor'])
    .where('action', 'in', ['contract.looked_at', 'client.iin_revealed'])
    .execute()
  expect(new Set(kept.map(({ action }) => action)).size).toBe(2)
  expect(kept.every(({ actor }) => actor.startsWith('accountant:'))).toBe(true)
})

test('the search of an accountant finds a policy by its number, with the sale it opens', async () => {
  const { orderId, token } = await made()
  const [policy] = (await opened(orderId)).policies
  const { body } = await at().api('staffSearch', { text: policy?.global_id ?? '' }, token)
  expect(body).toMatchObject({
    data: { clients: [], cars: [], policies: [{ order_id: orderId }] },
  })
})

test('a statement shows the one line that is asked for', async () => {
  const { statement, token } = await made()
  const { body } = await at().api('reportStatementRows', { id: statement, line: 2 }, token)
  expect(body).toMatchObject({ data: [{ line: 2, verdict: 'matched' }], next: null })
})

test('only accountants open the books', async () => {
  const { orderId } = await made()
  await account(at(), { iin: '880808399905', phone: '77010000777' }, { role: 'staff' })
  const staff = await signedIn(at(), { iin: '880808399905', phone: '77010000777' })
  expect((await at().api('reportSale', { id: orderId }, staff)).status).toBe(403)
  expect(accountant.iin).toHaveLength(12)
})
