import { expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { accountant } from '#tests/accounting.ts'
import { typesCard } from '#tests/chaos/client.ts'
import { account, signedIn } from '#tests/client.ts'
import { deskClaims } from '#tests/desk-claims.ts'
import { homeOrdered, otherFlat } from '#tests/home.ts'
import { kycDesk } from '#tests/kyc-desk.ts'
import { portalOrder, portalSale, promoterToken } from '#tests/promoter.ts'
import {
  billsStay,
  buyer,
  consents,
  ordered,
  ownCar,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

/** A person's open bills and refunds when a list names them. */
const at = sharedTestApp()
const { statusOf, staff, imports, unblocksByTwo } = kycDesk(at)

async function carOf(iin: string) {
  const own = await ownCar(at())
  const { registrationNumber, techPassport } = own
  await at().control('PUT', `/control/vehicles/${registrationNumber}`, {
    techPassport,
    ownerIin: iin,
  })
  return own
}
const blocks = async (iin: string) => {
  await at().control('PUT', `/control/people/${iin}`, { lists: ['TERROR'] })
  await imports()
  await until(
    () => statusOf(iin),
    ({ status }) => status === 'blocked',
  )
}
const refundsOf = (iin: string) =>
  at()
    .db.selectFrom('refunds')
    .leftJoin('orders', 'orders.id', 'refunds.order_id')
    .leftJoin('home_subscriptions as home', 'home.id', 'refunds.order_id')
    .select(['refunds.id', 'refunds.order_id', 'refunds.reason', 'refunds.state', 'refunds.amount'])
    .select(['refunds.frozen_since', 'refunds.asked_at'])
    .where(({ or, eb }) => or([eb('orders.buyer_iin', '=', iin), eb('home.buyer_iin', '=', iin)]))
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
const stateOf = async (id: string) =>
  (
    await at()
      .db.selectFrom('orders')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state
const keyOf = async (id: string) =>
  (
    await at()
      .db.selectFrom('orders')
      .select('progress_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).progress_key

test('open bills of whoever is blocked are withdrawn by every door, no call leads to a payment, and what is paid all the same waits until two have let them', async () => {
  const listed = ready('880214399916')
  const buys = await purchaseToken(at(), listed)
  const carless = async () => ({ insurant: { ...listed }, vehicles: [await carOf(listed.iin)] })
  const site = await ordered(at(), buys, sale(await carless()))
  const page = await ordered(at(), buys, sale(await carless()))
  const paged = await at().api(
    'ogpoOrder',
    {
      calculationId: page.quote.calculationId,
      pay: { system: 'card', method: 'redirect' },
      email: 'client@example.kz',
    },
    buys,
  )
  expect(paged.body.success).toBe(true)
  const promoter = await promoterToken(at())
  const portal = await portalOrder(at(), promoter, portalSale(await carless()))
  const client = await signedIn(at(), listed)
  const home = await homeOrdered(at(), client, otherFlat)
  const open = [...payments(at().sandbox.world).values()].find(({ orderId }) =>
    orderId.startsWith(`${home}-`),
  )

  await blocks(listed.iin)
  for (const { orderId } of [site, page, portal]) {
    await until(
      () => stateOf(orderId),
      (state) => state === 'cancelled',
    )
    const { body } = await at().api('ogpoOrderProgress', { key: await keyOf(orderId) }, undefined)
    expect(body).toMatchObject({
      data: { state: 'cancelled', pay: { redirect_url: null, link: null, expiresAt: null } },
    })
    expect(JSON.stringify(body)).not.toContain('screening')
  }
  // Nothing is left on the phone.
  await until(
    () => at().invoices(listed.phone),
    (bills) => bills.every(({ status }) => status !== 'awaiting'),
  )
  const ofHome = await until(
    async () => (await at().api('homeCheckOrderSet', { orderId: home }, client)).body,
    (body) => body.success && body.data.status === 'failed',
  )
  expect(ofHome).toMatchObject({ data: { redirect_url: null } })
  const { body: applied } = await at().api('cabinetApplications', {}, client)
  if (!applied.success) throw new Error(JSON.stringify(applied))
  expect(applied.data.length).toBeGreaterThanOrEqual(4)
  for (const one of applied.data)
    expect([one.next_step, one.pay?.redirect_url ?? null]).toEqual(['none', null])

  // The acquirer's page is open in a browser, and cannot be withdrawn.
  await typesCard(at().sandbox.url, open?.id ?? '', 'approve')
  const held = await until(
    () => refundsOf(listed.iin),
    (rows) => rows.some(({ frozen_since }) => frozen_since !== null),
  )
  expect(held).toMatchObject([
    { order_id: home, reason: 'late_or_second_payment', state: 'due', asked_at: null },
  ])
  expect(await statusOf(listed.iin)).toMatchObject({
    held: [{ order_id: home, amount: held[0]?.amount }],
  })
  const seen = await at().api('staffOrder', { order_id: home }, await staff())
  expect(seen.body).toMatchObject({ data: { refunds: [{ state: 'due', frozen: true }] } })
  // The accountant's register does not show it as on its way, on the screen or in the file.
  await account(at(), accountant, { role: 'accountant' })
  const books = await signedIn(at(), accountant)
  const today = at().server.deps.clock.today()
  const register = async (more: string) => {
    const asked = `/api/reports/refunds?from=${today}&to=${today}${more}`
    return at().raw(asked, { method: 'GET', token: books })
  }
  const frozen = { orderId: home, status: 'frozen' }
  expect((await register('')).body.data).toContainEqual(expect.objectContaining(frozen))
  expect((await register('&status=frozen')).body.data).toMatchObject([frozen])
  expect((await register('&status=due')).body.data).toEqual([])
  expect((await register('&status=open')).body.data).toMatchObject([frozen])
  const file = await fetch(`${at().url}/api/reports/refunds?from=${today}&to=${today}&format=csv`, {
    headers: { authorization: `Bearer ${books}`, 'accept-language': 'ru' },
  })
  expect(await file.text()).toContain('Ждёт снятия блокировки')

  await unblocksByTwo(listed.iin)
  await until(
    () => refundsOf(listed.iin),
    (rows) => rows.every(({ state, frozen_since }) => state === 'done' && frozen_since === null),
  )
  expect((await statusOf(listed.iin)).held).toEqual([])
})

test('a driver who is blocked takes the bill with them, and the money of whoever is not blocked goes back', async () => {
  const [payer, driver] = [ready('900622499917'), ready('860707399912')]
  const buys = await purchaseToken(at(), payer)
  const of = sale({
    insurant: { ...payer },
    vehicles: [await carOf(payer.iin)],
    drivers: [{ iin: driver.iin }] as never,
  })
  expect(await consents(at(), buys, driver.iin)).toBe('approved')
  await billsStay(at())
  const { orderId } = await ordered(at(), buys, of)
  await blocks(driver.iin)
  await until(
    () => stateOf(orderId),
    (state) => state === 'cancelled',
  )
  await paysBill(at(), payer.phone)
  await until(
    () => refundsOf(payer.iin),
    (rows) => rows.length > 0 && rows.every(({ state }) => state === 'done'),
  )
  await at().control('DELETE', '/control/faults')
  await at().control('PUT', `/control/people/${driver.iin}`, { lists: [] })
  await imports()
})

/** A policy with OGPO+ issued to them, in the cabinet. */
async function insured(who: { iin: string; phone: string }) {
  const buys = await purchaseToken(at(), who)
  const of = sale({
    insurant: { ...who },
    vehicles: [await carOf(who.iin)],
    order: { ogpoPlus: true },
  })
  const { orderId, quote } = await ordered(at(), buys, of)
  await paysBill(at(), who.phone)
  const issued = await settled(at(), buys, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error(JSON.stringify(issued))
  return { orderId, quote, globalId: issued.data.globalId, client: await signedIn(at(), who) }
}

test('of an ended policy OGPO goes back, which the law excepts, and OGPO+ waits under the block', async () => {
  const who = ready('930412399924')
  const { orderId, quote, globalId, client } = await insured(who)
  await blocks(who.iin)
  const ended = await at().api('cabinetCancelPolicy', { globalId }, client)
  expect(ended.body).toMatchObject({ success: true })
  const ofOrder = async () =>
    (await refundsOf(who.iin)).filter(({ order_id }) => order_id === orderId)
  const rows = await until(
    ofOrder,
    (all) =>
      all.some(({ state }) => state === 'done') &&
      all.some(({ frozen_since }) => frozen_since !== null),
  )
  const [plus, rest] = [quote.ogpo_plus_premium, quote.premium - quote.ogpo_plus_premium]
  expect(plus).toBeGreaterThan(0)
  expect(rows.map(({ reason, amount, state }) => [reason, amount, state])).toEqual([
    ['cancelled', rest, 'done'],
    ['cancelled_ogpo_plus', plus, 'due'],
  ])
  // The client reads of both, and of no list.
  const { body } = await at().api('cabinetEndingStatus', { globalId }, client)
  expect(body).toMatchObject({
    data: { refundAmount: quote.premium, refunds: [{ state: 'done' }, { state: 'due' }] },
  })
  await unblocksByTwo(who.iin)
  await until(ofOrder, (all) => all.every(({ state }) => state === 'done'))
})

test('staff send nothing past a block: not again, not by bank details, and not what was owed before it', async () => {
  const who = ready('951108399918')
  const { orderId, globalId, client } = await insured(who)
  // The bank does not know the purchase: people have to look.
  await at()
    .db.updateTable('payment_attempts')
    .set({ outside_id: '404' })
    .where('order_id', '=', orderId)
    .execute()
  expect((await at().api('cabinetCancelPolicy', { globalId }, client)).body.success).toBe(true)
  const ofOrder = async () =>
    (await refundsOf(who.iin)).filter(({ order_id }) => order_id === orderId)
  const [failed] = await until(ofOrder, ([one]) => one?.state === 'failed')
  await blocks(who.iin)
  const refund_id = failed?.id ?? ''
  const iban = 'KZ86125KZT5004100100'
  const holder = { holder: 'Әбдіқадыров Нұрлан', holder_iin: who.iin }
  const token = await staff()
  const answers = [
    await at().api('staffRetryRefund', { refund_id, reason: 'банк растады' }, token),
    await at().api('staffEnterDetails', { refund_id, iban, ...holder }, token),
    await at().api('staffApproveDetails', { refund_id, iban }, token),
    await at().api('staffRefundPaid', { refund_id, reference: 'ПП 17' }, token),
  ]
  for (const { body } of answers) expect(body).toMatchObject({ success: false, code: 14111 })
  expect(await ofOrder()).toMatchObject([{ state: 'failed' }])
  await unblocksByTwo(who.iin)
  const again = await at().api('staffRetryRefund', { refund_id, reason: 'банк растады' }, token)
  expect(again.body).toEqual({ success: true })
})

test('a claim under a voluntary contract of whoever is blocked is neither granted nor paid, one of OGPO is', async () => {
  const claims = deskClaims(at)
  const { staff: clerk } = await claims.people()
  type State = 'wait' | 'under_consideration' | 'accepted' | 'completed'
  const claimOf = async (product: 'home' | 'ogpo') => {
    const claim_id = await claims.newClaim()
    await at()
      .db.updateTable('claims')
      .set({ policy_type: product })
      .where('id', '=', claim_id)
      .execute()
    return claim_id
  }
  const moves = async (claim_id: string, from: State, to: State) => {
    const payable = to === 'accepted' ? { payable: 120_000 } : {}
    return (await at().api('staffClaimMove', { claim_id, from, to, ...payable }, clerk)).body
  }
  const considered = async (product: 'home' | 'ogpo') => {
    const claim_id = await claimOf(product)
    expect(await moves(claim_id, 'wait', 'under_consideration')).toEqual({ success: true })
    return claim_id
  }
  const [granted, refused, ofOgpo] = [
    await considered('home'),
    await considered('home'),
    await considered('ogpo'),
  ]
  expect(await moves(granted, 'under_consideration', 'accepted')).toEqual({ success: true })
  await blocks(buyer.iin)
  const frozen = { success: false, code: 14112 }
  expect(await moves(refused, 'under_consideration', 'accepted')).toMatchObject(frozen)
  expect(await moves(granted, 'accepted', 'completed')).toMatchObject(frozen)
  expect(await moves(ofOgpo, 'under_consideration', 'accepted')).toEqual({ success: true })
  expect(await moves(ofOgpo, 'accepted', 'completed')).toEqual({ success: true })
})
