import { beforeAll, expect, test } from 'vitest'
import {
  attemptsOf,
  buyer,
  ordered,
  placesOrder,
  purchaseToken,
  quoted,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const bill = { system: 'mobile_bank', method: 'bill' } as const
const card = { system: 'card', method: 'redirect' } as const
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
const order = (calculationId: string, more: object = {}, by = token) =>
  placesOrder(at(), by, calculationId, more)
const attempts = (orderId: string) => attemptsOf(at(), orderId)
const states = async (orderId: string) => (await attempts(orderId)).map(({ state }) => state)
const paidState = async (orderId: string) => {
  const { body } = await at().api('checkOrderPaid', { orderId }, token)
  return body.success ? body.data.status : null
}
const billsOf = async (phone: string) => (await at().invoices(phone)).length

test.each([
  [{ pay: { system: 'cash', method: 'hand' } }, 'pay.system'],
  [{ pay: { system: 'mobile_bank', method: 'redirect' } }, 'pay.method'],
  [{ pay: { system: 'mobile_bank', method: 'bill', phone: '12' } }, 'pay.phone'],
  // A land line of Astana and a number of Russia get no bill.
  [{ pay: { system: 'mobile_bank', method: 'bill', phone: '+7 717 212 34 56' } }, 'pay.phone'],
  [{ pay: { system: 'mobile_bank', method: 'bill', phone: '+7 495 123 45 67' } }, 'pay.phone'],
  [{ pay: { system: 'mobile_bank', method: 'bill', phone: '+7 916 123 45 67' } }, 'pay.phone'],
  [{ email: 'client@' }, 'email'],
])('a wrong way to pay or e-mail %o is told by its path', async (wrong, path) => {
  const { calculationId } = await quoted(at(), token)
  const answer = await order(calculationId, wrong)
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([path])
})

test('the same pay twice is the same attempt and one bill', async () => {
  const { calculationId } = await quoted(at(), token)
  const before = await billsOf(buyer.phone)
  const first = await order(calculationId)
  const second = await order(calculationId)
  expect(second.body.data).toEqual(first.body.data)
  expect(await states(first.body.data.orderId)).toEqual(['awaiting'])
  expect(await billsOf(buyer.phone)).toBe(before + 1)
})

test('two tabs that order at once make one order and one bill', async () => {
  const { calculationId } = await quoted(at(), token)
  const before = await billsOf(buyer.phone)
  const answers = await Promise.all(Array.from({ length: 5 }, () => order(calculationId)))
  for (const { status, headers } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(409)
    expect(headers.get('retry-after')).toBe('5')
  }
  expect(
    new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.orderId))
      .size,
  ).toBe(1)
  expect(
    await at()
      .db.selectFrom('orders')
      .select('id')
      .where('calculation_id', '=', calculationId)
      .execute(),
  ).toHaveLength(1)
  expect(await billsOf(buyer.phone)).toBe(before + 1)
})

test('a phone without a wallet is 10301; another phone is a new attempt of the same order', async () => {
  const poor = ready('910330499911')
  const own = await purchaseToken(at(), poor)
  const { calculationId } = await quoted(at(), own, sale({ insurant: { ...poor } }))
  const refused = await order(calculationId, {}, own)
  expect(refused.body).toMatchObject({
    success: false,
    code: 10301,
    message: 'Номер не зарегистрирован в мобильном банке. Укажите другой.',
    data: { orderId: expect.any(String), key: expect.any(String) },
  })
  const { orderId } = refused.body.data
  const paid = await at().api('checkOrderPaid', { orderId }, own)
  expect(paid.body).toMatchObject({ success: true, data: { status: 'error' } })
  const again = await order(calculationId, { pay: { ...bill, phone: '8 701 000 00 77' } }, own)
  expect(again.body).toMatchObject({ success: true, data: { orderId } })
  expect((await attempts(orderId)).map(({ state, phone }) => [state, phone])).toEqual([
    ['error', '77010000026'],
    ['awaiting', '77010000077'],
  ])
  expect(await billsOf('77010000077')).toBe(1)
})

test('an invoice the bank will not make is 14010: try another phone', async () => {
  const { calculationId } = await quoted(at(), token)
  await at().fault('bank', 'error', { operation: 'remote/create', times: 10 })
  const { body } = await order(calculationId)
  await at().control('DELETE', '/control/faults')
  expect(body).toMatchObject({
    success: false,
    code: 14010,
    message: 'Не удалось выставить счёт. Укажите другой номер или оплатите картой.',
    data: { orderId: expect.any(String) },
  })
  expect((await order(calculationId)).body).toMatchObject({
    success: true,
    data: { orderId: body.data.orderId },
  })
  expect(await states(body.data.orderId)).toEqual(['error', 'awaiting'])
})

test('while the bank is silent the order stands with 12002, and the job makes the one bill later', async () => {
  const { calculationId } = await quoted(at(), token)
  const before = await billsOf(buyer.phone)
  await at().fault('bank', 'unavailable', { times: 30 })
  const { body } = await order(calculationId)
  await at().control('DELETE', '/control/faults')
  expect(body).toMatchObject({
    success: false,
    code: 12002,
    data: { orderId: expect.any(String), key: expect.any(String) },
  })
  const again = await order(calculationId)
  expect(again.body).toMatchObject({ success: true, data: { orderId: body.data.orderId } })
  expect(await states(body.data.orderId)).toEqual(['awaiting'])
  expect(await billsOf(buyer.phone)).toBe(before + 1)
})

test('a bill whose answer was lost is not sent twice: the client is told, and chooses', async () => {
  const { calculationId } = await quoted(at(), token)
  const before = await billsOf(buyer.phone)
  await at().fault('bank', 'reset', { operation: 'remote/create' })
  const lost = await order(calculationId)
  expect(lost.body).toMatchObject({
    success: false,
    code: 14010,
    message: expect.stringContaining('Банк не сообщил, отправлен ли счёт'),
    data: { orderId: expect.any(String), key: expect.any(String), reason: 'bill_unclear' },
  })
  const progress = async () =>
    (await at().api('ogpoOrderProgress', { key: lost.body.data.key })).body
  expect(await progress()).toMatchObject({ data: { paid: 'error', pay: { unclear: true } } })
  expect((await order(calculationId)).body).toMatchObject({
    code: 14010,
    data: { reason: 'bill_unclear' },
  })
  expect(await billsOf(buyer.phone)).toBe(before + 1)
  expect((await order(calculationId, { sendAgain: true })).body).toMatchObject({ success: true })
  expect(await billsOf(buyer.phone)).toBe(before + 2)
  expect(await progress()).toMatchObject({ data: { paid: 'awaiting', pay: { unclear: false } } })
  expect(await states(lost.body.data.orderId)).toEqual(['error', 'awaiting'])
})

test('a card after the bill closes the bill’s attempt and opens the card’s page under the same order', async () => {
  const { calculationId, orderId } = await withBill()
  const { body } = await order(calculationId, { pay: card })
  expect(body).toMatchObject({
    success: true,
    data: {
      orderId,
      state: 'awaiting_payment',
      redirect_url: expect.stringContaining('/acquirer/pay/'),
    },
  })
  expect((await attempts(orderId)).map(({ system, state }) => [system, state])).toEqual([
    ['mobile_bank', 'expired'],
    ['card', 'awaiting'],
  ])
  expect(await paidState(orderId)).toBe('awaiting')
})

test('the bank’s application opens with the bill by a link as long as the bill waits; a card has none', async () => {
  const { calculationId, orderId, key } = await withBill()
  const linked = async () => {
    const { body } = await at().api('ogpoOrderProgress', { key })
    return body.success ? (body.data.pay?.link ?? null) : null
  }
  const [attempt] = await attempts(orderId)
  const link = await linked()
  expect(link).toMatch(new RegExp(`^http://127.0.0.1:\\d+/bill/${attempt?.outside_id}$`))
  await order(calculationId, { pay: card })
  expect(await linked()).toBeNull()
})

async function withBill() {
  const { quote, orderId, key } = await ordered(at(), token)
  return { calculationId: quote.calculationId, premium: quote.premium, orderId, key }
}

test('a rejected bill is told as rejected, and paying by card works after it', async () => {
  spec('7.3.policy-checkorderpaid')

  const { calculationId, orderId } = await withBill()
  const [open] = await at().invoices(buyer.phone)
  await at().control('POST', `/control/invoices/${open?.id}/reject`)
  await until(
    () => paidState(orderId),
    (status) => status === 'rejected',
  )
  const { body } = await order(calculationId, { pay: card })
  const paid = await fetch(body.data.redirect_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' }),
  })
  expect(paid.status).toBe(303)
  expect(await settled(at(), token, orderId)).toMatchObject({
    success: true,
    data: { status: 'issued' },
  })
  expect(await states(orderId)).toEqual(['rejected', 'paid'])
})

test('a declined card is told as rejected, and the bill after it is a new attempt', async () => {
  spec('4.1.payment-error', '8.3.card-charge-failed-told')

  const { calculationId } = await quoted(at(), token)
  const first = await order(calculationId, { pay: card })
  await fetch(first.body.data.redirect_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ pan: '4400000000000010', expiry: '12/29', cvc: '123' }),
  })
  const { orderId } = first.body.data
  await until(
    () => paidState(orderId),
    (status) => status === 'rejected',
  )
  expect((await order(calculationId)).body).toMatchObject({ success: true, data: { orderId } })
  expect(await states(orderId)).toEqual(['rejected', 'awaiting'])
})
