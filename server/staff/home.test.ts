import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { homeOrdered, otherFlat, paysHome, subscribed } from '#tests/home.ts'
import { buyer, clockOn } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '880808399915', phone: '77010000778' }
const accountant = { iin: '850505499909', phone: '77010000555' }
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

test('a Home refund the card does not take is on the desk, sent again, then goes to details entered by one and approved by another', async () => {
  spec('6.staff-refused-refund-home')

  const { db } = at()
  await account(at(), first, { role: 'staff' })
  await account(at(), second, { role: 'staff' })
  await account(at(), accountant, { role: 'accountant' })
  const client = await signedIn(at())
  let [staff, accounting] = [await signedIn(at(), first), await signedIn(at(), accountant)]
  const ask = async (path: string) =>
    (await at().raw(`/api/reports/${path}?${NOVEMBER}`, { method: 'GET', token: accounting })).body
      .data
  const kindsOf = async () =>
    (await ask('reconciliation')).exceptions.map(({ kind }: { kind: string }) => kind)
  const seen = async (order_id: string) => {
    const { body } = await at().api('staffOrder', { order_id }, staff)
    if (!body.success) throw new Error('no order')
    return body.data
  }
  const listed = async (view: 'stuck' | 'refund_failed' | 'details' | 'newest') => {
    const { body } = await at().api('staffOrders', { view }, staff)
    return body.success
      ? body.data.orders.map(({ order_id, to_refund }) => [order_id, to_refund])
      : []
  }

  await at().fault('esbd', 'error', { operation: 'SetContractDsProperty', times: 50 })
  const id = await homeOrdered(at(), client)
  await paysHome(at(), id)
  const paid = await until(
    () =>
      db
        .selectFrom('home_subscriptions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ({ state }) => state === 'paid',
  )
  expect(await listed('stuck')).toEqual([[id, 0]])
  expect(await kindsOf()).toEqual(['paid_not_issued'])
  // The acquirer does not know the payment any more.
  await db
    .updateTable('payment_attempts')
    .set({ outside_id: '404' })
    .where('order_id', '=', id)
    .execute()
  const failed = await until(
    async () => {
      await clockOn(at(), 120)
      return db.selectFrom('refunds').selectAll().where('order_id', '=', id).executeTakeFirst()
    },
    (refund) => refund?.state === 'failed',
  )
  // The idle sessions have expired: both sign in again.
  ;[staff, accounting] = [await signedIn(at(), first), await signedIn(at(), accountant)]
  const colleague = await signedIn(at(), second)
  const refund_id = failed?.id ?? ''
  expect(refund_id).toBe(`R-${id}-0-1-not_registered`)
  expect(await listed('refund_failed')).toEqual([[id, 1_490]])
  expect(await kindsOf()).toEqual(['refund_failed'])
  expect((await ask('orders'))[0]).toMatchObject({
    status: 'refund_failed',
    number: `${paid.number}/1`,
  })
  const order = await seen(paid.number)
  expect(order).toMatchObject({
    order_id: id,
    state: 'issue_failed',
    channel: 'egov',
    start_date: null,
    policy: null,
    acts: [],
  })
  const found = await at().api('staffSearch', { text: paid.number }, staff)
  expect(found.body.success && found.body.data).toMatchObject({
    clients: [{ account_id: paid.account_id }],
    orders: [{ order_id: id, number: paid.number }],
  })
  const page = await at().api('staffClient', { account_id: paid.account_id }, staff)
  expect(page.body.success && page.body.data.refunds).toMatchObject([
    { id: refund_id, order_id: id, state: 'failed' },
  ])
  expect(order.refunds).toMatchObject([
    { id: refund_id, state: 'failed', way: 'card', details: null },
  ])
  expect(new Set(order.events.map(({ kind }) => kind))).toEqual(
    new Set(['order', 'payment', 'refund', 'message', 'call', 'job']),
  )

  expect(
    (await at().api('staffRetryRefund', { refund_id, reason: 'банк растады' }, staff)).body,
  ).toEqual({ success: true })
  await until(
    () =>
      db
        .selectFrom('refunds')
        .select('state')
        .where('id', '=', refund_id)
        .executeTakeFirstOrThrow(),
    ({ state }) => state === 'failed',
  )
  const iban = 'KZ86125KZT5004100100'
  const details = { refund_id, iban, holder: 'Әбдіқадыров Нұрлан', holder_iin: buyer.iin }
  expect((await at().api('staffEnterDetails', details, staff)).body).toEqual({ success: true })
  expect(await listed('refund_failed')).toEqual([])
  expect(await listed('details')).toEqual([[id, 1_490]])
  expect((await at().api('staffApproveDetails', { refund_id, iban }, staff)).body).toMatchObject({
    success: false,
    code: 14063,
  })
  expect(
    (await at().api('staffRefundPaid', { refund_id, reference: 'ПП 17' }, staff)).body,
  ).toMatchObject({ success: false, code: 14012 })
  expect((await at().api('staffApproveDetails', { refund_id, iban }, colleague)).body).toEqual({
    success: true,
  })
  expect(
    (await at().api('staffRefundPaid', { refund_id, reference: 'ПП 17' }, colleague)).body,
  ).toEqual({ success: true })
  expect(
    (await at().api('staffRefundPaid', { refund_id, reference: 'ПП 18' }, colleague)).body,
  ).toMatchObject({ code: 14060 })

  const { state } = await db
    .selectFrom('home_charges')
    .select('state')
    .where('id', '=', `${id}-0`)
    .executeTakeFirstOrThrow()
  expect(state).toBe('refunded')
  const ledger = await db
    .selectFrom('ledger')
    .select(['kind', 'debit', 'credit', 'amount'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  expect(ledger).toEqual([
    { kind: 'payment', debit: 'card', credit: 'client', amount: 1_490 },
    { kind: 'refund_due', debit: 'client', credit: 'refunds', amount: 1_490 },
    { kind: 'refund', debit: 'refunds', credit: 'bank_details', amount: 1_490 },
  ])
  await until(
    async () => (await at().messages(buyer.phone)).map(({ text }) => text),
    (texts) => texts.some((text) => text.includes('банк шотына аударылды')),
  )
  expect(
    (await seen(id)).events.filter(({ kind }) => kind === 'staff').map(({ what }) => what),
  ).toEqual([
    'refund.sent_again',
    'refund.details_entered',
    'refund.details_approved',
    'refund.transferred',
  ])
  expect(await kindsOf()).toEqual(['refunded'])
  expect(await ask('refunds')).toMatchObject([
    {
      id: refund_id,
      orderId: id,
      way: 'bank_details',
      status: 'done',
      reason: 'not_registered',
      amount: 1_490,
    },
  ])
  const audited = await db.selectFrom('audit').selectAll().where('object_id', '=', id).execute()
  expect(audited.map(({ action }) => action)).toContain('refund.transferred')
  expect(JSON.stringify(audited)).not.toMatch(/KZ86|Әбдіқадыров|850315399904/)
})

test('an order nobody has is not found, whichever product it is', async () => {
  const staff = await signedIn(at(), first)
  expect((await at().api('staffOrder', { order_id: 'QH000000000' }, staff)).status).toBe(404)
  expect(
    (
      await at().api(
        'staffRerun',
        { order_id: 'QH000000000', what: 'issue', reason: 'қайта көру' },
        staff,
      )
    ).status,
  ).toBe(404)
  expect(
    (await at().api('staffRetryRefund', { refund_id: 'R-none', reason: 'қайта көру' }, staff))
      .status,
  ).toBe(404)
})

test('a Home subscription stands on its client’s page with its payment, its policy and its messages; its papers are sent again', async () => {
  spec('2.2.staff-clients-home-subscriptions')

  await at().control('DELETE', '/control/faults')
  await account(at(), first, { role: 'staff' })
  const id = await subscribed(at(), await signedIn(at()), otherFlat)
  const staff = await signedIn(at(), first)
  const page = async () => {
    const { id: account_id } = await at()
      .db.selectFrom('accounts')
      .select('id')
      .where('realm', '=', 'cabinet')
      .where('iin', '=', buyer.iin)
      .executeTakeFirstOrThrow()
    const { body } = await at().api('staffClient', { account_id }, staff)
    if (!body.success) throw new Error('no client')
    return body.data
  }
  const client = await page()
  expect(client.orders.find(({ order_id }) => order_id === id)).toMatchObject({
    state: 'active',
    channel: 'egov',
    amount: 1_490,
  })
  expect(client.payments.find(({ order_id }) => order_id === id)).toMatchObject({
    system: 'card',
    amount: 1_490,
    state: 'paid',
  })
  expect(client.policies.map(({ order_id }) => order_id)).toContain(id)
  expect((await at().api('staffSendPapers', { order_id: id }, staff)).body).toEqual({
    success: true,
  })
  const again = await until(
    async () => (await page()).messages.filter(({ purpose }) => purpose === 'papers'),
    (lines) => lines.some(({ sent_at }) => sent_at !== null),
  )
  expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['sms', 'mail']))
  expect((await at().messages(buyer.phone))[0]?.text).toMatch(/Home/)
})
