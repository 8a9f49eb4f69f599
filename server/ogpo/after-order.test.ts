import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import {
  attemptsOf,
  buyer,
  clockOn,
  clockTo,
  ordered,
  paysBill,
  placesOrder,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const card = { system: 'card', method: 'redirect' } as const
const other = ready('900622499917')
let token = ''
let others = ''
beforeAll(async () => {
  token = await purchaseToken(at())
  others = await purchaseToken(at(), other)
})
const order = (calculationId: string, more: object = {}, by = token) =>
  placesOrder(at(), by, calculationId, more)
const attempts = (orderId: string) => attemptsOf(at(), orderId)
const states = async (orderId: string) => (await attempts(orderId)).map(({ state }) => state)
const stateOf = async (orderId: string) =>
  (
    await at()
      .db.selectFrom('orders')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).state

async function withBill() {
  const { quote, orderId, key } = await ordered(at(), token)
  return { calculationId: quote.calculationId, premium: quote.premium, orderId, key }
}

test('an unpaid order can be cancelled, twice is once, and then nothing can be paid', async () => {
  const { calculationId, orderId } = await withBill()
  expect((await at().api('ogpoCancelOrder', { orderId }, token)).body).toEqual({ success: true })
  expect((await at().api('ogpoCancelOrder', { orderId }, token)).body).toEqual({ success: true })
  expect(await stateOf(orderId)).toBe('cancelled')
  expect(await states(orderId)).toEqual(['expired'])
  expect((await order(calculationId)).body).toMatchObject({
    success: false,
    code: 14012,
    message: 'При нынешнем статусе заказа это сделать нельзя',
  })
  const set = await at().api('ogpoCheckOrderSet', { orderId }, token)
  expect(set.body).toMatchObject({ success: true, data: { status: 'failed', state: 'cancelled' } })
})

/** One issued order for the tests that only look at it. */
let issuing: ReturnType<typeof buy> | undefined
const issued = () => (issuing ??= buy())
async function buy() {
  const made = await withBill()
  const corrected = await at().api(
    'ogpoChangeEmail',
    { orderId: made.orderId, email: 'first@example.kz' },
    token,
  )
  await paysBill(at())
  await settled(at(), token, made.orderId)
  return { ...made, corrected: corrected.body }
}

test('a paid order can’t be cancelled', async () => {
  const { orderId } = await issued()
  expect((await at().api('ogpoCancelOrder', { orderId }, token)).body).toMatchObject({
    success: false,
    code: 14012,
  })
  expect((await at().api('ogpoCheckOrderSet', { orderId }, token)).body).toMatchObject({
    data: { status: 'issued' },
  })
})

test('ordering what is already issued answers the order as it is', async () => {
  const { calculationId, orderId, key } = await issued()
  expect((await order(calculationId, { pay: card })).body).toEqual({
    success: true,
    data: { orderId, key, state: 'issued' },
  })
  expect(await attempts(orderId)).toHaveLength(1)
})

test('somebody else’s order is 404 for every call about an order', async () => {
  const { orderId } = await withBill()
  const calls = await Promise.all([
    at().api('checkOrderPaid', { orderId }, others),
    at().api('ogpoCheckOrderSet', { orderId }, others),
    at().api('ogpoCancelOrder', { orderId }, others),
    at().api('ogpoSendPapers', { orderId }, others),
    at().api('ogpoChangeEmail', { orderId, email: 'thief@example.kz' }, others),
  ])
  expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await at().api('checkOrderPaid', { orderId: 'QG000000000-none' }, token)).status).toBe(
    404,
  )
  expect(await stateOf(orderId)).toBe('awaiting_payment')
})

test('progress by the random key shows states and times, no names, no phones, no papers', async () => {
  const { orderId, key } = await issued()
  const answer = await at().raw('/api/policy/ogpo/orderProgress', { body: { key } })
  expect(answer.body).toMatchObject({
    success: true,
    data: {
      state: 'issued',
      paid: 'paid',
      set: 'issued',
      pay: { system: 'mobile_bank', phone: '•• 01' },
    },
  })
  const kinds = answer.body.data.events.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'order.awaiting_payment',
      'payment.awaiting',
      'order.paid',
      'order.issuing',
      'order.issued',
    ]),
  )
  for (const secret of [
    buyer.iin,
    buyer.phone,
    'Нұрлан',
    'Әбдіқадыров',
    'client@example.kz',
    orderId,
    'uuid',
  ])
    expect(answer.text).not.toContain(secret)
  expect(
    (await at().raw('/api/policy/ogpo/orderProgress', { body: { key: 'x'.repeat(27) } })).status,
  ).toBe(404)
})

test('papers of an order that is not issued can’t be sent', async () => {
  const { orderId } = await withBill()
  expect((await at().api('ogpoSendPapers', { orderId }, token)).body).toMatchObject({
    success: false,
    code: 14012,
  })
})

test('papers are sent again, and a corrected e-mail gets them before and after the issue', async () => {
  const { orderId, corrected } = await issued()
  expect(corrected).toEqual({ success: true })
  await until(
    () => at().mails('first@example.kz'),
    (mails) => mails.length === 1,
  )
  const texts = (await at().messages(buyer.phone)).length
  expect((await at().api('ogpoSendPapers', { orderId }, token)).body).toEqual({ success: true })
  await until(
    () => at().mails('first@example.kz'),
    (mails) => mails.length === 2,
  )
  expect((await at().messages(buyer.phone)).length).toBe(texts + 1)
  expect(
    (await at().api('ogpoChangeEmail', { orderId, email: 'second@example.kz' }, token)).body,
  ).toEqual({ success: true })
  const letters = await until(
    () => at().mails('second@example.kz'),
    (mails) => mails.length === 1,
  )
  expect(letters[0]?.attachments).toHaveLength(4)
  const wrong = await at().raw('/api/policy/ogpo/changeEmail', {
    body: { orderId, email: 'x' },
    token,
    locale: 'ru',
  })
  expect(wrong.body.errors).toEqual([{ path: 'email', message: 'Проверьте электронную почту' }])
})

test('the progress comes as a stream: at once and at every change', async () => {
  const { orderId, key } = await withBill()
  const closing = new AbortController()
  const stream = await fetch(`${at().url}/api/policy/ogpo/orderEvents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
    signal: closing.signal,
  })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const seen: string[] = []
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const first = seen.length === 0
    seen.push(
      ...[...chunk.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? '').state),
    )
    if (first) await at().api('ogpoCancelOrder', { orderId }, token)
    if (seen.includes('cancelled')) break
  }
  closing.abort()
  expect(seen[0]).toBe('awaiting_payment')
  expect(seen.at(-1)).toBe('cancelled')
  expect(
    (await at().raw('/api/policy/ogpo/orderEvents', { body: { key: 'x'.repeat(27) } })).status,
  ).toBe(404)
})

test('an order nobody pays is expired after its day', async () => {
  const { quote, orderId } = await ordered(
    at(),
    token,
    sale({ order: { dateStart: '2026-12-10' } }),
  )
  await clockOn(at(), 24 * 3_600 + 60)
  await until(
    () => stateOf(orderId),
    (state) => state === 'expired',
  )
  expect(await states(orderId)).toEqual(['expired'])
  const later = await purchaseToken(at())
  expect((await at().api('checkOrderPaid', { orderId }, later)).body).toMatchObject({
    success: true,
    data: { status: 'expired' },
  })
  expect((await order(quote.calculationId, {}, later)).body).toMatchObject({
    success: false,
    code: 14012,
  })
  await clockTo(at(), null)
})

test('nobody’s mailbox is sent letters all day by whoever types it in, whichever call sends them', async () => {
  const { orderId } = await issued()
  const mailbox = 'Stranger@example.kz'
  const own = await signedIn(at())
  const asked = {
    code: () => at().api('cabinetChangeEmail', { email: mailbox }, own),
    order: () => at().api('ogpoChangeEmail', { orderId, email: mailbox }, token),
  }
  const expire = String(Date.now() + 600_000)
  await at()
    .db.insertInto('rate_limits')
    .values({ key: 'lettersPerMailboxADay:stranger@example.kz', points: 1e6, expire })
    .execute()
  expect((await asked.code()).status).toBe(429)
  expect((await asked.order()).status).toBe(429)
  // Refused requests count against nobody's limit; an address its owner proved by a code has none.
  const mine = { email: 'stranger@example.kz', email_confirmed_at: new Date() }
  await at().db.updateTable('accounts').set(mine).where('iin', '=', buyer.iin).execute()
  expect((await at().api('cabinetChangeEmail', { email: mine.email }, own)).status).toBe(200)
  expect((await asked.order()).status).toBe(200)
})
