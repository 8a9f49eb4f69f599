import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import {
  bill,
  otherPromoter,
  portalQuote,
  portalSale,
  portalSettled,
  promoter,
  promoterAccount,
  promoterToken,
  sold,
} from '#tests/promoter.ts'
import { buyer, paysBill, purchaseToken, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
let token = ''
let other = ''
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
})

test('sells: the bill is paid, the policy issued with papers, and nobody but its promoter and client can follow it', async () => {
  spec(
    '6.promoter-sell-prolong-reissue',
    '7.3.promoter-policy-ogpo-order',
    '7.3.promoter-policy-ogpo-checkorderset',
    '9.payment-method-promoter-orders',
  )

  const order = await sold(at(), token)
  const shown = await until(
    async () => (await at().api('promoterCheckOrderSet', { orderId: order.orderId }, token)).body,
    (body) => body.success && body.data.files?.policy !== undefined,
  )
  expect(shown).toMatchObject({
    data: { status: 'issued', key: order.key, startDate: '2026-11-21' },
  })
  expect((await at().api('checkOrderPaid', { orderId: order.orderId }, token)).body).toMatchObject({
    data: { status: 'paid' },
  })
  for (const call of [
    'promoterCheckOrderSet',
    'checkOrderPaid',
    'ogpoSendPapers',
    'ogpoCancelOrder',
  ] as const)
    expect((await at().api(call, { orderId: order.orderId }, other)).status).toBe(404)
  expect(
    (
      await at().api(
        'promoterOrder',
        { calculationId: order.quote.calculationId, pay: bill },
        other,
      )
    ).status,
  ).toBe(404)
  expect((await at().api('ogpoSendPapers', { orderId: order.orderId }, token)).body).toEqual({
    success: true,
  })
  // The client has it in the cabinet, and no promoter's sale is a purchase of the promoter's own.
  const mine = await at().api('cabinetPolicies', {}, await signedIn(at()))
  expect(JSON.stringify(mine.body)).toContain(order.globalId)
  const row = await at()
    .db.selectFrom('orders')
    .selectAll()
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    buyer_iin: buyer.iin,
    promoter_iin: promoter.iin,
    channel: 'promoter',
    source: 'con_aonit_ogpo',
  })
})

test('no wallet is 10301 with the order standing; another phone is another attempt, «send again» a new bill after half a minute', async () => {
  spec('6.promoter-sell-prolong-reissue')

  const poor = ready('910330499911')
  const quote = await portalQuote(at(), token, portalSale({ insurant: poor }))
  const ask = { calculationId: quote.calculationId, pay: bill }
  const refused = await at().api('promoterOrder', ask, token)
  expect(refused.body).toMatchObject({
    success: false,
    code: 10301,
    data: { orderId: expect.any(String) },
  })
  const second = { ...ask, pay: { ...bill, phone: buyer.phone } }
  const opened = await at().api('promoterOrder', second, token)
  expect(opened.body).toMatchObject({ success: true, data: { state: 'awaiting_payment' } })
  const open = async () =>
    (await at().invoices(buyer.phone)).filter(({ status }) => status === 'awaiting').length
  const before = await open()
  await at().api('promoterOrder', { ...second, sendAgain: true }, token)
  expect(await open()).toBe(before)
  const orderId = opened.body.success ? opened.body.data.orderId : ''
  const attempts = () =>
    at()
      .db.selectFrom('payment_attempts')
      .select(['state', 'phone'])
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute()
  await at()
    .db.updateTable('payment_attempts')
    .set({ created_at: sql`created_at - interval '31 seconds'` })
    .where('order_id', '=', orderId)
    .execute()
  // A viewer of the order on another device knows no phone: the bill goes to the last one.
  await at().api('promoterOrder', { ...ask, sendAgain: true }, token)
  expect((await attempts()).find(({ state }) => state === 'awaiting')).toMatchObject({
    phone: buyer.phone,
  })
  expect((await attempts()).map(({ state }) => state).sort()).toEqual([
    'awaiting',
    'error',
    'expired',
  ])
  expect((await at().api('ogpoCancelOrder', { orderId }, token)).body).toEqual({ success: true })
})

test('the client takes the quote over on their own phone: reads it masked, agrees by their own code and pays, and the promoter sees it', async () => {
  spec('6.promoter-sell-prolong-reissue', '7.3.ours-hand-off-quote')

  const client = ready('880214399916')
  const quote = await portalQuote(at(), token, portalSale({ insurant: client }))
  const { calculationId } = quote
  const handed = await at().api('promoterHandOffCreate', { calculationId }, token)
  if (!handed.body.success) throw new Error('not handed over')
  const { key, url } = handed.body.data
  expect(url).toContain(key)
  expect((await at().api('promoterHandOffCreate', { calculationId }, token)).body).toEqual(
    handed.body,
  )
  const status = async () =>
    (await at().api('promoterHandOffStatus', { calculationId }, token)).body
  expect(await status()).toMatchObject({ data: { state: 'open', order: null } })
  for (const call of ['promoterHandOffCreate', 'promoterHandOffStatus'] as const)
    expect((await at().api(call, { calculationId }, other)).status).toBe(404)
  expect((await at().api('promoterHandOffRead', { key: 'x'.repeat(27) })).status).toBe(404)
  // A client at its limit blocks nobody else behind the same address.
  const tried = at().db.updateTable('rate_limits').where('key', 'like', 'handOffPerAddress:%')
  await tried.set({ points: 1_000_000 }).execute()
  expect((await at().api('promoterHandOffRead', { key: 'x'.repeat(27) })).status).toBe(429)

  const read = await at().api('promoterHandOffRead', { key })
  expect(read.body).toMatchObject({
    data: {
      state: 'seen',
      toPay: quote.premium,
      phone: `•• ${client.phone.slice(-2)}`,
      orderKey: null,
    },
  })
  expect(JSON.stringify(read.body)).not.toContain(client.iin)
  // Neither a stranger nor the client by the public way may order it.
  const stranger = await purchaseToken(at())
  expect((await at().api('promoterHandOffOrder', { key, pay: bill }, stranger)).status).toBe(404)
  expect((await at().api('ogpoOrder', { calculationId, pay: bill }, stranger)).status).toBe(404)

  expect((await at().api('promoterHandOffSendCode', { key })).body).toMatchObject({ success: true })
  const sent = (await at().messages(client.phone)).find(({ text }) =>
    /растау коды|код подтверждения/.test(text),
  )
  const otp_code = /\b\d{4}\b/.exec(sent?.text ?? '')?.[0] ?? ''
  const confirmed = await at().api('promoterHandOffConfirm', { key, otp_code })
  if (!confirmed.body.success) throw new Error(JSON.stringify(confirmed.body))
  expect(await status()).toMatchObject({ data: { state: 'consented' } })
  const own = confirmed.body.data.token
  expect((await at().api('ogpoOrder', { calculationId, pay: bill }, own)).status).toBe(404)
  const ordered = await at().api('promoterHandOffOrder', { key, pay: bill }, own)
  if (!ordered.body.success) throw new Error(JSON.stringify(ordered.body))
  expect(await status()).toMatchObject({
    data: {
      state: 'ordered',
      order: { orderId: ordered.body.data.orderId, key: ordered.body.data.key },
    },
  })
  await paysBill(at(), client.phone)
  expect(await portalSettled(at(), token, ordered.body.data.orderId)).toMatchObject({
    data: { status: 'issued' },
  })
  const row = await at()
    .db.selectFrom('orders')
    .selectAll()
    .where('id', '=', ordered.body.data.orderId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    promoter_iin: promoter.iin,
    buyer_iin: client.iin,
    channel: 'promoter',
  })
})

test('my sales: today’s sums and pages of mine alone; the statement has the day, the insurer and the promoter’s own pay', async () => {
  spec('6.promoter-sell-prolong-reissue', '7.3.ours-my-sales-monthly')

  // Without a rate there is no pay to show, and never another promoter's.
  const bare = await at().api('promoterSales', { limit: 1 }, token)
  expect(bare.body).toMatchObject({ data: { totals: { pay: null }, sales: [{ pay: null }] } })
  const { id } = await promoterAccount(at())
  await at()
    .db.insertInto('promoter_terms')
    .values({
      account_id: id,
      effective_from: '2026-11-20',
      day_goal: 10,
      pay_percent: 40,
      set_at: new Date(),
      set_by: id,
    })
    .execute()
  const first = await at().api('promoterSales', { limit: 1 }, token)
  if (!first.body.success) throw new Error('no sales')
  const { totals, sales, next } = first.body.data
  expect(totals.issued).toBe(2)
  expect(sales).toHaveLength(1)
  expect(sales[0]).toMatchObject({
    paid: 'paid',
    set: 'issued',
    policyState: 'pending',
    insurer: expect.any(String),
  })
  const rest = await at().api('promoterSales', { limit: 50, cursor: next }, token)
  if (!rest.body.success) throw new Error('no second page')
  const ids = [...sales, ...rest.body.data.sales].map(({ orderId }) => orderId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(rest.body.data.next).toBeNull()
  expect(JSON.stringify(rest.body)).not.toMatch(/8503153|Әбдіқадыров/)
  const none = await at().api('promoterSales', { period: 'month' }, other)
  expect(none.body).toMatchObject({
    data: { totals: { issued: 0, awaiting: 0, premium: 0, pay: null }, sales: [], next: null },
  })
  // The month that is now in Almaty, by the product's clock.
  const month = await at().api('promoterStatement', {}, token)
  expect(month.body).toMatchObject({
    data: {
      month: '2026-11',
      totals: { policies: 2, premium: totals.premium, pay: totals.pay },
      days: [{ day: '2026-11-20', policies: 2 }],
      insurers: [{ policies: 2, premium: totals.premium, name: { kz: expect.any(String) } }],
      failures: expect.arrayContaining([
        expect.objectContaining({ stage: 'order', code: 10301 }),
        expect.objectContaining({ stage: 'payment', reason: 'cancelled' }),
      ]),
    },
  })
  const orders = await at()
    .db.selectFrom('orders')
    .select('commission')
    .where('promoter_iin', '=', promoter.iin)
    .where('state', '=', 'issued')
    .execute()
  expect(totals.pay).toBe(
    orders.reduce((sum, { commission }) => sum + Math.round(commission * 0.4), 0),
  )
  const today = await at().api('promoterDay', {}, token)
  expect(today.body).toMatchObject({
    data: {
      day: '2026-11-20',
      issued: [expect.any(String), expect.any(String)],
      premium: totals.premium,
      goal: 10,
      usual: null,
      pay: { month: totals.pay, before: null, days: [{ day: '2026-11-20', pay: totals.pay }] },
      failures: expect.arrayContaining([
        expect.objectContaining({ reason: 'cancelled', count: 1 }),
      ]),
    },
  })
  expect((await at().api('promoterDay', {}, other)).body).toMatchObject({
    data: { issued: [], premium: 0, goal: null, usual: null, pay: null, failures: [] },
  })
  const before = await at().api('promoterStatement', { month: '2026-10' }, token)
  expect(before.body).toMatchObject({
    data: { month: '2026-10', totals: { policies: 0 }, days: [] },
  })
})
