import { expect, test } from 'vitest'
import { readPdf } from '#documents/read-pdf.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { contractsByNumber } from '#systems/esbd/sandbox-policies.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { flat, homeBecomes, homeOrdered, otherFlat, paysHome, subscribed } from '#tests/home.ts'
import { buyer, clockOn } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()

const ledgerOf = async (id: string) =>
  Object.fromEntries(
    (
      await at()
        .db.selectFrom('ledger')
        .select(['kind', 'amount'])
        .where('order_id', '=', id)
        .execute()
    ).map((line) => [line.kind, line.amount]),
  )

test('paid once, registered once, the paper says the exact minute, the card is kept, the cabinet shows the home', async () => {
  spec(
    '2.2.download-policy-home-uuid',
    '3.2.source-product-_egov_home',
    '4.1.home-subscription-cancelled-subscription_active',
    '7.2.cabinet-policy-cancelhomesubscribe',
  )

  const token = await signedIn(at())
  const orderId = await subscribed(at(), token)
  const { body } = await at().api('homeCheckOrderSet', { orderId }, token)
  if (!body.success) throw new Error('no status')
  const { data } = body
  expect(data).toMatchObject({
    status: 'issued',
    payment: 'paid',
    premium: 1_490,
    startDate: '2026-11-20',
    endDate: '2026-12-19',
    nextBillingOn: '2026-12-17',
  })
  const row = await at()
    .db.selectFrom('home_subscriptions')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const begins = Date.parse(data.protectionFrom ?? '')
  expect(begins - (row.registered_at?.getTime() ?? 0)).toBeGreaterThan(7_140_000 - 1)
  expect(begins - (row.registered_at?.getTime() ?? 0)).toBeLessThanOrEqual(7_200_000)
  expect(contractsByNumber(at().sandbox.world, row.number)).toHaveLength(1)
  expect(await ledgerOf(orderId)).toEqual({ payment: 1_490, premium: 1_490, commission: 224 })

  const paper = await fetch(`${at().url}/download-policy-home/${data.files?.policy?.uuid}`)
  expect(paper.headers.get('content-type')).toBe('application/pdf')
  const text = readPdf(new Uint8Array(await paper.arrayBuffer())).pages.join('')
  const almaty = new Date(begins + 5 * 3_600_000).toISOString()
  expect(text).toContain(
    `${almaty.slice(8, 10)}.${almaty.slice(5, 7)}.${almaty.slice(0, 4)}${almaty.slice(11, 16)}`,
  )
  expect((await fetch(`${at().url}/download-policy/${data.files?.policy?.uuid}`)).status).toBe(404)

  const cards = await at().api('cabinetGetCards', {}, token)
  expect(cards.body.success && cards.body.cards).toMatchObject([
    { card_hash: '4400-00XX-XXXX-0001', active: '1' },
  ])
  const policies = await at().api('cabinetPolicies', {}, token)
  const home = policies.body.success ? policies.body.data.pending[0] : undefined
  expect(home).toMatchObject({
    order_id: orderId,
    source: 'qorgan_egov_home',
    subscription_active: true,
    policy_type: 'home',
    address_name_policy_holder: data.address,
    home: {
      insurance_amount: 5_000_000,
      monthly_payment: 1_490,
      billing_date: '2026-12-17',
      countdown: { to: 'start', days: 0 },
      renewal: 'on',
    },
  })
  const files = await at().api(
    'cabinetPolicyFiles',
    { calcId: home?.calc_id ?? '', covernoteUuid: home?.uuid ?? '' },
    token,
  )
  expect(files.body.success && files.body.data.policy?.uuid).toBe(data.files?.policy?.uuid)
  const messages = await until(
    () => at().messages(buyer.phone),
    (list) => list.some(({ text }) => text.includes(data.globalId ?? '?')),
  )
  expect(messages.filter(({ text }) => text.includes(data.globalId ?? '?'))).toHaveLength(1)

  // The same home again, a stranger's look, a termination as if it were OGPO.
  const again = await at().api('homeCalculate', { address: flat, planId: 1 }, token)
  expect(again.body).toMatchObject({ code: 14064 })
  const other = await signedIn(at(), stranger)
  expect((await at().api('homeCheckOrderSet', { orderId }, other)).status).toBe(404)
  expect((await at().api('cancelHomeSubscribe', { order_id: orderId }, other)).status).toBe(404)
  expect(
    (
      await at().api(
        'cabinetCalcTerminate',
        { globalId: data.globalId ?? '', terminateReason: 'own_will' },
        token,
      )
    ).status,
  ).toBe(404)

  // The minute it begins: the countdown is now to the billing date.
  await clockOn(at(), 7_200)
  const begun = await until(
    async () => {
      const { body: list } = await at().api('cabinetPolicies', {}, token)
      return list.success ? list.data.active[0] : undefined
    },
    (policy) => policy !== undefined,
  )
  expect(begun?.home?.countdown).toEqual({ to: 'billing', days: 27 })
  // Further messages use the language of the act, not of the purchase.
  const cancelled = await at().api('cancelHomeSubscribe', { order_id: orderId }, token, 'ru')
  expect(cancelled.body).toEqual({ success: true })
  await until(
    () => at().messages(buyer.phone),
    (list) => list.some(({ text }) => text.includes('подписка Home отменена')),
  )
  expect((await at().api('cancelHomeSubscribe', { order_id: orderId }, token)).body).toEqual({
    success: true,
  })
  const after = await at().api('cabinetPolicies', {}, token)
  expect(after.body.success && after.body.data.active[0]).toMatchObject({
    order_id: orderId,
    subscription_active: false,
    end_date: '2026-12-19',
    home: { billing_date: null, countdown: null, renewal: 'cancelled' },
  })
})

test('a declined first card leaves the order open; the same calculation pays by another page, and only once', async () => {
  spec('7.2.policy-home-order', '7.2.ours-home-order-progress')

  const token = await signedIn(at())
  const orderId = await homeOrdered(at(), token, otherFlat)
  await paysHome(at(), orderId, 'no_funds')
  const waiting = await until(
    async () => (await at().api('homeCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && body.data.payment === 'rejected',
  )
  const payment = async (whose = token) =>
    (await at().api('checkOrderPaid', { orderId }, whose)).body
  expect(await payment()).toEqual({ success: true, data: { status: 'rejected' } })
  expect(
    (await at().api('checkOrderPaid', { orderId }, await signedIn(at(), stranger))).status,
  ).toBe(404)
  // The cabinet leads back to it, its owner alone.
  const applications = async (whose = token) => {
    const { body } = await at().api('cabinetApplications', {}, whose, 'ru')
    return body.success ? body.data.filter(({ order_id }) => order_id === orderId) : []
  }
  expect(await applications()).toMatchObject([
    {
      key: orderId,
      kind: 'home',
      next_step: 'pay',
      amount: 1_490,
      start_date: null,
      cars: [],
      address: expect.stringContaining('Шымкент'),
    },
  ])
  expect(await applications(await signedIn(at(), stranger))).toEqual([])
  const calculationId = waiting.success ? waiting.data.calculationId : ''
  const again = await at().api('homeOrder', { calculationId, pay: { system: 'card' } }, token)
  expect(again.body).toMatchObject({ success: true, data: { orderId } })
  expect(await payment()).toEqual({ success: true, data: { status: 'awaiting' } })
  await paysHome(at(), orderId)
  await homeBecomes(at(), token, orderId, 'issued')
  expect(await payment()).toEqual({ success: true, data: { status: 'paid' } })
  expect(await applications()).toEqual([])
  const paid = [...payments(at().sandbox.world).values()].filter(
    (one) => one.orderId.startsWith(orderId) && one.state === 'success',
  )
  expect(paid).toHaveLength(1)
  const done = await at().api('homeOrder', { calculationId, pay: { system: 'card' } }, token)
  expect(done.body).toMatchObject({ success: true, data: { orderId, state: 'active' } })
})

test('a claim on a home names its address; one on a car may not', async () => {
  spec('7.2.senddocs-property_address-home-policies')

  const token = await signedIn(at())
  const row = await at()
    .db.selectFrom('policies')
    .select('global_id')
    .where('kind', '=', 'home')
    .limit(1)
    .executeTakeFirstOrThrow()
  const send = async (fields: Record<string, string>) => {
    const form = new FormData()
    const all = {
      policy_number: row.global_id,
      policy_type: 'home',
      claim_case: 'third-party',
      claim_status: 'injured',
      damage_type: 'Су басу',
      ...fields,
    }
    for (const [name, value] of Object.entries(all)) form.set(name, value)
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    for (const slot of [
      'id_front',
      'id_back',
      'claim_application',
      'payment_application',
      'event_document',
      'damage_document',
    ])
      form.set(`documents[${slot}]`, new Blob([new Uint8Array(png)]), `${slot}.png`)
    const answer = await fetch(`${at().url}/api/cabinet/claim/sendDocs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }
  expect((await send({})).status).toBe(422)
  expect((await send({ policy_type: 'ogpo', property_address: 'Алматы, Абай 10' })).status).toBe(
    422,
  )
  expect(
    (await send({ property_address: 'Алматы қаласы, Абай даңғылы, 10-үй' })).body,
  ).toMatchObject({ success: true })
  const claims = await at().api('claimGetClaims', {}, token)
  expect(claims.body.success && claims.body.data[0]).toMatchObject({
    policy_type: 'home',
    property_address: 'Алматы қаласы, Абай даңғылы, 10-үй',
  })
})

test('money for a policy the database does not take goes back, once', async () => {
  spec('7.2.policy-home-checkorderset')

  const own = await testApp()
  await account(own)
  const token = await signedIn(own)
  await own.fault('esbd', 'error', { operation: 'SetContractDsProperty', times: 50 })
  const orderId = await homeOrdered(own, token)
  await paysHome(own, orderId)
  await until(
    async () => {
      await clockOn(own, 120)
      return (
        await own.db
          .selectFrom('home_subscriptions')
          .select('state')
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).state
    },
    (state) => state === 'issue_failed',
  )
  const charge = await until(
    () =>
      own.db
        .selectFrom('home_charges')
        .select('state')
        .where('subscription_id', '=', orderId)
        .executeTakeFirstOrThrow(),
    ({ state }) => state === 'refunded',
  )
  expect(charge.state).toBe('refunded')
  const { rows } = await own.server.deps.pool.query(
    "select sum(case when credit = 'client' then amount when debit = 'client' then -amount else 0 end)::int as client, count(*)::int from ledger where order_id = $1",
    [orderId],
  )
  expect(rows[0]).toEqual({ client: 0, count: 3 })
  const [payment] = [...payments(own.sandbox.world).values()]
  expect(payment?.refunds.map(({ amount }) => amount)).toEqual([1_490])
  expect((await own.api('homeCheckOrderSet', { orderId }, token)).body).toMatchObject({
    data: { status: 'failed', payment: 'refunded' },
  })
  expect((await own.api('cabinetApplications', {}, token)).body).toMatchObject({
    data: [{ order_id: orderId, next_step: 'none' }],
  })
})
