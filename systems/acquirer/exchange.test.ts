import { expect, test } from 'vitest'
import { tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { acquirer } from './client.ts'
import { pay, shopAtAcquirer, submit } from './exchange-kit.ts'
import { setManner } from './sandbox-manners.ts'

const {
  world,
  send,
  journal,
  client,
  address,
  received,
  answer,
  page,
  open,
  status,
  linesOf,
  notices,
} = shopAtAcquirer()

test('a payment: page, card, notice, status, the browser back at the shop', async () => {
  const { attemptId, paymentId, redirectUrl, successUrl } = await open()
  expect(await status(attemptId)).toMatchObject({ status: 'awaiting', paymentId, amount: 36_094 })
  const form = await (await fetch(redirectUrl)).text()
  expect(form).toContain('36\u00A0094\u00A0₸')
  expect(form).toContain('ОГПО полисі, 123ABC02')
  const done = await pay(redirectUrl)
  expect([done.status, done.headers.get('location')]).toEqual([303, successUrl])
  await notices(1)
  expect(received[0]?.read).toEqual({
    ok: true,
    attemptId,
    paymentId,
    amount: 36_094,
    currency: 'KZT',
    paid: true,
    cardPan: '4400-00XX-XXXX-0001',
  })
  expect(await status(attemptId)).toEqual({
    status: 'paid',
    paymentId,
    amount: 36_094,
    cardPan: '4400-00XX-XXXX-0001',
  })
})

test.each([
  ['no_funds', '51'],
  ['expired', '54'],
  ['binds_only', '05'],
])(
  'the card that answers %s fails with code %s and leads to the failure page',
  async (verdict, code) => {
    const { attemptId, redirectUrl, failureUrl } = await open()
    expect((await pay(redirectUrl, verdict)).headers.get('location')).toBe(failureUrl)
    await notices(1)
    expect(received[0]?.read).toMatchObject({ ok: true, paid: false, failure: { code } })
    expect((await status(attemptId)).status).toBe('rejected')
  },
)

test('the 3-D Secure card asks for its code, also after a reload, and takes no other', async () => {
  const { attemptId, redirectUrl, successUrl } = await open()
  expect(await (await pay(redirectUrl, 'challenge')).text()).toContain('name="code"')
  expect(await (await fetch(redirectUrl)).text()).toContain('name="code"')
  expect(await (await submit(redirectUrl, { code: '0000' })).text()).toContain('role="alert"')
  expect((await status(attemptId)).status).toBe('awaiting')
  expect((await submit(redirectUrl, { code: '1234' })).headers.get('location')).toBe(successUrl)
  expect((await status(attemptId)).status).toBe('paid')
})

test.each([
  [{ pan: '4111111111111111', expiry: '12/29', cvc: '123' }],
  [{ pan: '4400', expiry: '12/29', cvc: '123' }],
  [{ pan: '4400000000000001', expiry: '13/29', cvc: '123' }],
])('the form %j is shown again with a mistake and charges nothing', async (form) => {
  const { attemptId, redirectUrl } = await open()
  expect(await (await submit(redirectUrl, form)).text()).toContain('role="alert"')
  expect((await status(attemptId)).status).toBe('awaiting')
})

test('a client who gives up is rejected, and a finished page charges nobody twice', async () => {
  const { attemptId, redirectUrl, failureUrl } = await open()
  expect((await submit(redirectUrl, { cancel: '1' })).headers.get('location')).toBe(failureUrl)
  expect((await pay(redirectUrl)).status).toBe(410)
  expect((await status(attemptId)).status).toBe('rejected')
})

test('an unpaid page dies after a day', async () => {
  const { attemptId } = await open()
  await world.setNow(new Date(Date.now() + 24 * 3_600_000).toISOString())
  expect((await status(attemptId)).status).toBe('rejected')
  await world.setNow(null)
})

test('the same attempt has one page, also when the first answer was lost; another amount is refused', async () => {
  world.faults.push({ system: 'acquirer', operation: 'init_payment.php', mode: 'reset', times: 1 })
  const first = await open()
  const again = await open({ ...page(), attemptId: first.attemptId })
  expect(again.paymentId).toBe(first.paymentId)
  expect(await client().payPage(page({ attemptId: first.attemptId, amount: 1 }))).toMatchObject({
    refused: '490',
  })
})

test('an attempt they never heard of is unknown', async () => {
  expect(await status('nobody')).toEqual({ status: 'unknown', paymentId: null, amount: null })
})

test('a refund is sent once a call, its list tells what became of it, and never more goes back than was taken', async () => {
  const { attemptId, paymentId, redirectUrl } = await open()
  const of = { attemptId, paymentId }
  expect(await client().refund({ ...of, amount: 1 })).toMatchObject({ refused: '490' })
  await pay(redirectUrl)
  world.faults.push({ system: 'acquirer', operation: 'revoke.php', mode: 'reset', times: 1 })
  await expect(client().refund({ ...of, amount: 30_000 })).rejects.toMatchObject({
    mayHaveHappened: true,
  })
  expect(journal.at(-1)).toMatchObject({ operation: 'revoke.php', attempts: 1 })
  const [first] = await linesOf(of)
  expect(first).toMatchObject({ amount: 30_000, state: 'done' })
  expect(await client().refund({ ...of, amount: 6_095 })).toMatchObject({ refused: '490' })
  const second = await client().refund({ ...of, amount: 6_094 })
  expect(second).toMatchObject({ accepted: true })
  const lines = await linesOf(of)
  expect(lines.map(({ amount }) => amount)).toEqual([30_000, 6_094])
  expect(lines[1]?.id).toBe('accepted' in second ? second.id : '')
  expect((await client().status(of)).status).toBe('paid')
})

test('the last payment of an order is its refund: by the order’s number nothing certain is said, by the payment’s it is', async () => {
  const { attemptId, paymentId, redirectUrl } = await open()
  await pay(redirectUrl)
  await client().refund({ attemptId, paymentId, amount: 36_094 })
  await expect(status(attemptId)).rejects.toThrow(/unclear reply: pg_amount/)
  expect(await client().status({ attemptId, paymentId })).toMatchObject({
    status: 'paid',
    amount: 36_094,
  })
  const [refund] = await linesOf({ attemptId, paymentId })
  await expect(client().status({ attemptId, paymentId: refund?.id ?? '' })).rejects.toThrow(
    /unclear/,
  )
})

test('a payment of another order is not this one’s, whatever a notice says', async () => {
  const paid = await open()
  await pay(paid.redirectUrl)
  const { attemptId, paymentId } = await open()
  await expect(client().status({ attemptId, paymentId, told: paid.paymentId })).rejects.toThrow(
    /unclear reply: pg_order_id/,
  )
})

test('a hold is held until it is taken, and let go it never came; taking and letting go twice changes nothing', async () => {
  const taken = await open()
  setManner(world, 'two_step', 2)
  await pay(taken.redirectUrl)
  expect(await client().status(taken)).toMatchObject({ status: 'held', amount: 36_094 })
  expect(await client().refund(taken)).toMatchObject({ refused: '490' })
  expect(await client().capture(taken)).toMatchObject({ status: 'paid', amount: 36_094 })
  expect(await client().capture(taken)).toMatchObject({ status: 'paid', amount: 36_094 })
  expect(await client().release(taken)).toMatchObject({ status: 'paid' })
  const left = await open()
  await pay(left.redirectUrl)
  expect(await client().release(left)).toMatchObject({ status: 'rejected' })
  expect(await client().release(left)).toMatchObject({ status: 'rejected' })
  expect(await client().capture(left)).toMatchObject({ status: 'rejected' })
})

test('a notice is repeated until it is answered with ok', async () => {
  answer('error', 'error', 'ok')
  await pay((await open()).redirectUrl)
  await notices(3)
  expect(new Set(received.map(({ read }) => JSON.stringify(read))).size).toBe(1)
})

test.each([
  ['twice', 2, { ok: true, paid: true, amount: 36_094 }],
  ['bad_signature', 1, { ok: false, reason: 'bad_signature' }],
  ['wrong_amount', 1, { ok: true, amount: 36_095 }],
] as const)('notice mode %s', async (mode, count, read) => {
  world.faults.push({ system: 'acquirer', operation: 'result', mode, times: 1 })
  const { attemptId, redirectUrl } = await open()
  await pay(redirectUrl)
  await notices(count)
  for (const notice of received) expect(notice.read).toMatchObject(read)
  expect(await status(attemptId)).toMatchObject({ status: 'paid', amount: 36_094 })
})

test('notice mode late: the browser is back first', async () => {
  world.faults.push({ system: 'acquirer', operation: 'result', mode: 'late', times: 1 })
  const { redirectUrl } = await open()
  const began = performance.now()
  await pay(redirectUrl)
  await notices(1)
  expect((received[0]?.at ?? 0) - began).toBeGreaterThanOrEqual(140)
})

test('notice mode never: the shop learns by asking', async () => {
  world.faults.push({ system: 'acquirer', operation: 'result', mode: 'never', times: 1 })
  const { attemptId, redirectUrl } = await open()
  await pay(redirectUrl)
  expect((await status(attemptId)).status).toBe('paid')
  // The next payment's notice arrives: the silent one was not merely slow.
  const next = await open()
  await pay(next.redirectUrl)
  await notices(1)
  expect(received.map(({ read }) => read)).toMatchObject([{ attemptId: next.attemptId }])
})

test('a changed, foreign or senseless notice is not read', async () => {
  const { redirectUrl, attemptId } = await open()
  await pay(redirectUrl)
  await notices(1)
  const form = `pg_order_id=${attemptId}&pg_amount=1.00&pg_salt=a&pg_sig=${'0'.repeat(32)}`
  expect(client().readNotice('result', form)).toEqual({ ok: false, reason: 'bad_signature' })
  expect(client().readNotice('result', '')).toEqual({ ok: false, reason: 'bad_signature' })
  expect(client().readCardNotice('card', 'pg_xml=%3Cnonsense')).toEqual({
    ok: false,
    reason: 'unreadable',
  })
})

test('calls with a wrong secret get an error nobody signed, answers with a wrong signature are not believed', async () => {
  const stranger = acquirer({ address: address(), merchantId: '100001', secret: 'wrong' }, send)
  await expect(stranger.payPage(page())).rejects.toThrow(/unsigned error 1100/)
  const nobody = acquirer(
    { address: address(), merchantId: '100001', secret: 'sandbox-secret' },
    (ask) =>
      send({ ...ask, body: String(ask.body).replace('pg_merchant_id=100001', 'pg_merchant_id=1') }),
  )
  await expect(nobody.payPage(page())).rejects.toThrow(/unsigned error 9998/)
  const forged = tampered(send, (text) => text.replace('<pg_amount>36094.00', '<pg_amount>1.00'))
  const { attemptId } = await open()
  await expect(client(forged).status({ attemptId, paymentId: null })).rejects.toThrow(
    /unreadable reply: pg_sig/,
  )
})

test.each(['timeout', 'unavailable', 'garbage'] as const)(
  'an acquirer that answers with %s is unavailable',
  async (mode) => {
    world.faults.push({ system: 'acquirer', mode, times: 5 })
    await expect(client().payPage(page())).rejects.toThrow(Unavailable)
  },
)

test('an error of the acquirer is a refusal with its text', async () => {
  world.faults.push({ system: 'acquirer', mode: 'error', times: 1 })
  expect(await client().payPage(page())).toMatchObject({ refused: '1000', text: 'Internal error' })
})

test('an error of the acquirer does not refuse a refund: ask again', async () => {
  world.faults.push({ system: 'acquirer', mode: 'error', times: 1 })
  await expect(client().refund({ attemptId: 'x', paymentId: '1', amount: 1 })).rejects.toThrow(
    /error 1000/,
  )
  expect(await client().refund({ attemptId: 'x', paymentId: '1', amount: 1 })).toMatchObject({
    refused: '340',
  })
  expect(await client().refunds({ attemptId: 'x', paymentId: '1' })).toMatchObject({
    refused: '11068',
  })
})

test('an error of the acquirer says nothing of a payment', async () => {
  const { attemptId } = await open()
  world.faults.push({ system: 'acquirer', mode: 'error', times: 1 })
  await expect(status(attemptId)).rejects.toThrow(/error 1000/)
})
