import { beforeAll, expect, test } from 'vitest'
import { billsStay, buyer, ordered, purchaseToken, quoted, sale, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const bill = { system: 'mobile_bank', method: 'bill' } as const
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
const orderOf = (id: string) =>
  at()
    .db.selectFrom('orders')
    .select(['state', 'amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const live = async () =>
  (await at().invoices(buyer.phone)).filter(({ status }) => status === 'awaiting')
const soldOn = (dateStart: string) => sale({ order: { dateStart } })
const pay = (id: string) => at().control('POST', `/control/invoices/${id}/pay`)

test('a second order of a car takes the bill of the first off the phone', async () => {
  const first = await ordered(at(), token, soldOn('2026-11-22'))
  const second = await ordered(at(), token, soldOn('2026-11-25'))
  const [left] = await until(live, (bills) => bills.length === 1)
  expect((await orderOf(first.orderId)).state).toBe('cancelled')
  await pay(left?.id ?? '')
  expect(await settled(at(), token, second.orderId)).toMatchObject({ data: { status: 'issued' } })
})

test('the bill that gave way is paid all the same: its money goes back, the second is issued', async () => {
  await billsStay(at())
  const before = await live()
  const first = await ordered(at(), token, soldOn('2026-12-10'))
  const [old] = (await live()).filter(({ id }) => before.every((bill) => bill.id !== id))
  const second = await ordered(at(), token, soldOn('2026-12-10'))
  const [now] = (await live()).filter(
    ({ id }) => id !== old?.id && before.every((bill) => bill.id !== id),
  )
  await pay(old?.id ?? '')
  await pay(now?.id ?? '')
  expect(await settled(at(), token, second.orderId)).toMatchObject({ data: { status: 'issued' } })
  await until(
    () => orderOf(first.orderId),
    ({ state }) => state === 'refunded',
  )
})

test('two orders of a car at once never leave two bills to pay', async () => {
  const quotes = [
    await quoted(at(), token, soldOn('2026-12-20')),
    await quoted(at(), token, soldOn('2026-12-21')),
  ]
  await Promise.all(
    quotes.map(({ calculationId }) =>
      at().api('ogpoOrder', { calculationId, pay: bill, email: 'client@example.kz' }, token),
    ),
  )
  const states = await at()
    .db.selectFrom('orders')
    .select('state')
    .where(
      'calculation_id',
      'in',
      quotes.map(({ calculationId }) => calculationId),
    )
    .execute()
  expect(states.map(({ state }) => state).toSorted()).toEqual(['awaiting_payment', 'cancelled'])
})

test('a car that is paid for and waits for its policy is not sold again', async () => {
  await at().fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 100_000 })
  const { calculationId } = await quoted(at(), token, soldOn('2026-12-15'))
  const first = await ordered(at(), token, soldOn('2026-12-15'))
  const bills = await live()
  await pay(bills[0]?.id ?? '')
  await until(
    () => orderOf(first.orderId),
    ({ state }) => state === 'paid' || state === 'issuing',
  )
  const second = { calculationId, pay: bill, email: 'client@example.kz' }
  expect((await at().api('ogpoOrder', second, token)).body).toMatchObject({ code: 14125 })
})
