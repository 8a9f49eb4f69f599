import { expect, test } from 'vitest'
import { codeOn, signedIn, stranger } from '#tests/client.ts'
import {
  buyer,
  car,
  clockTo,
  ordered,
  paysBill,
  purchaseToken,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'

/** A client with an issued policy that begins tomorrow, signed in. */
async function withPolicy(at: TestApp, of = sale()) {
  const buying = await purchaseToken(at)
  const { orderId, quote } = await ordered(at, buying, of)
  const bill = await paysBill(at)
  const issued = await settled(at, buying, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error('not issued')
  return {
    token: await signedIn(at),
    orderId,
    globalId: issued.data.globalId,
    paid: quote.premium,
    premium: quote.insurance_premium,
    bill,
  }
}
const sold = (at: TestApp) =>
  at.control('PUT', `/control/vehicles/${car.registrationNumber}`, { registered: false })
const stateOf = async (at: TestApp, globalId: string) =>
  (
    await at.db
      .selectFrom('policies')
      .select('state')
      .where('global_id', '=', globalId)
      .executeTakeFirstOrThrow()
  ).state
const rescinds = async (at: TestApp) =>
  (await at.journal('esbd')).filter(({ operation }) => operation === 'SetPolicyRescindingReason')
    .length

async function calculated(at: TestApp, token: string, globalId: string) {
  const { body } = await at.api(
    'cabinetCalcTerminate',
    { globalId, terminateReason: 'sold' },
    token,
  )
  if (!body.success) throw new Error(`no calculation: ${JSON.stringify(body)}`)
  return body.data
}
async function coded(at: TestApp, token: string, calcId: string) {
  const sent = await at.api('cabinetSendTerminateCode', { calcId }, token)
  if (!sent.body.success) throw new Error(`no code: ${JSON.stringify(sent.body)}`)
  return codeOn(at, buyer.phone)
}
const refunded = (at: TestApp, token: string, globalId: string) =>
  until(
    async () => (await at.api('cabinetEndingStatus', { globalId }, token)).body,
    (body) =>
      body.success &&
      body.data.refunds.every(({ state }) => state === 'done') &&
      body.data.refunds.length > 0,
  )

test('a client terminates a policy in two steps: registration, refund line by line, code, rescinded, money back, once', async () => {
  spec('4.1.termination-impossible-while-car', '4.2.termination-two-steps-client')

  const at = await testApp()
  const { token, orderId, globalId, premium, paid } = await withPolicy(
    at,
    sale({ order: { ogpoPlus: true } }),
  )
  const registered = await at.api(
    'cabinetCalcTerminate',
    { globalId, terminateReason: 'own_will' },
    token,
  )
  expect(registered.body).toMatchObject({
    success: false,
    code: 14004,
    data: { registration_number: car.registrationNumber },
  })
  await sold(at)

  const sums = await calculated(at, token, globalId)
  const kept = Math.round(premium * 0.15)
  expect(sums).toMatchObject({
    elapsedDays: 0,
    totalDays: 365,
    retainedPercent: 15,
    retainedAmount: kept,
    refundAmount: paid - kept,
  })
  expect(sums.lines).toEqual([
    { kind: 'premium', paid: premium, retained: kept, refund: premium - kept },
    { kind: 'ogpo_plus', paid: 6_900, retained: 0, refund: 6_900 },
  ])
  const ask = {
    globalId,
    terminateReason: 'sold' as const,
    calcId: sums.calcId,
    refundAmount: sums.refundAmount,
    code: '',
  }
  const code = await coded(at, token, sums.calcId)
  const wrong = code === '1111' ? '2222' : '1111'
  expect((await at.api('cabinetTerminate', { ...ask, code: wrong }, token)).body).toMatchObject({
    code: 14014,
  })
  expect(
    (await at.api('cabinetTerminate', { ...ask, code, refundAmount: ask.refundAmount + 1 }, token))
      .body,
  ).toMatchObject({
    code: 14017,
  })
  expect(
    (await at.api('cabinetTerminate', { ...ask, code, terminateReason: 'died' }, token)).body,
  ).toMatchObject({ code: 14007 })
  expect(await stateOf(at, globalId)).toBe('pending')

  const ended = await at.api('cabinetTerminate', { ...ask, code }, token)
  expect(ended.body).toMatchObject({
    success: true,
    data: { state: 'done', kind: 'terminate', refundAmount: paid - kept },
  })
  const again = await at.api('cabinetTerminate', { ...ask, code }, token)
  expect(again.body).toMatchObject({ success: true, data: { state: 'done' } })
  expect(await stateOf(at, globalId)).toBe('terminated')
  expect(await rescinds(at)).toBe(1)

  expect(await refunded(at, token, globalId)).toMatchObject({
    data: { refunds: [{ amount: paid - kept, way: 'mobile_bank' }] },
  })
  const ledger = await at.db
    .selectFrom('ledger')
    .select(['kind', 'amount'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  expect(ledger.filter(({ kind }) => ['returned', 'refund_due', 'refund'].includes(kind))).toEqual([
    { kind: 'returned', amount: paid - kept },
    { kind: 'refund_due', amount: paid - kept },
    { kind: 'refund', amount: paid - kept },
  ])
  expect(
    (await at.api('cabinetCalcTerminate', { globalId, terminateReason: 'sold' }, token)).body,
  ).toMatchObject({ code: 14007 })
  expect((await at.api('cabinetPolicies', {}, token)).body).toMatchObject({
    data: { inactive: [{ global_id: globalId, state: 'terminated' }] },
  })
})

test('a policy is cancelled on the day of its issue, whole and once; another client finds nothing', async () => {
  spec('4.2.cancel-as-separate-action')

  const at = await testApp()
  const { token, globalId, paid } = await withPolicy(at)
  const other = await signedIn(at, stranger)
  for (const answer of [
    await at.api('cabinetCancelPolicy', { globalId }, other),
    await at.api('cabinetCalcTerminate', { globalId, terminateReason: 'sold' }, other),
    await at.api('cabinetEndingStatus', { globalId }, other),
    await at.api('cabinetSendTerminateCode', { calcId: crypto.randomUUID() }, other),
  ])
    expect(answer.status).toBe(404)
  const both = await Promise.all(
    [1, 2].map(() => at.api('cabinetCancelPolicy', { globalId }, token, 'ru')),
  )
  for (const { body } of both)
    expect(body).toMatchObject({ success: true, data: { kind: 'cancel', refundAmount: paid } })
  expect(await refunded(at, token, globalId)).toMatchObject({
    data: { state: 'done', refunds: [{ amount: paid, state: 'done' }] },
  })
  expect(await stateOf(at, globalId)).toBe('cancelled')
  expect(await rescinds(at)).toBe(1)
  // Bought in Kazakh; further messages use the language of the act.
  expect(await at.db.selectFrom('orders').select('locale').execute()).toEqual([{ locale: 'ru' }])
  const attempts = await at.db.selectFrom('payment_attempts').select('state').execute()
  expect(attempts).toEqual([{ state: 'refunded' }])
})

test('the next day it is too late to cancel, and a calculation of yesterday no longer holds', async () => {
  const at = await testApp()
  const { token, globalId } = await withPolicy(at)
  await sold(at)
  const sums = await calculated(at, token, globalId)
  await at.control('POST', '/control/clock', { now: '2026-11-21T06:00:00Z' })
  await until(
    async () => (await at.api('cabinetCancelPolicy', { globalId }, token)).body,
    (body) => body.code === 14005,
  )
  const ask = {
    globalId,
    terminateReason: 'sold' as const,
    calcId: sums.calcId,
    refundAmount: sums.refundAmount,
    code: '1234',
  }
  expect((await at.api('cabinetTerminate', ask, token)).body).toMatchObject({ code: 14017 })
})

test('while the unified database is away the termination is accepted, and finished by the job', async () => {
  spec('8.3.termination-error')

  const at = await testApp()
  const { token, globalId } = await withPolicy(at)
  await sold(at)
  const sums = await calculated(at, token, globalId)
  const code = await coded(at, token, sums.calcId)
  await at.fault('esbd', 'reset', { operation: 'SetPolicyRescindingReason' })
  const answer = await at.api(
    'cabinetTerminate',
    {
      globalId,
      terminateReason: 'sold',
      calcId: sums.calcId,
      refundAmount: sums.refundAmount,
      code,
    },
    token,
  )
  expect(answer.body).toMatchObject({ success: true })
  expect(await refunded(at, token, globalId)).toMatchObject({ data: { state: 'done' } })
  expect(await stateOf(at, globalId)).toBe('terminated')
  expect(await at.db.selectFrom('refunds').selectAll().execute()).toHaveLength(1)
})

test('cancelling a reissue gives the money back to the payment that paid for the policy before it', async () => {
  const at = await testApp()
  const { token, globalId, orderId, paid } = await withPolicy(at)
  const calculated = await at.api(
    'ogpoCalculate',
    sale({ order: { reorderGlobalId: globalId } }),
    token,
  )
  if (!calculated.body.success) throw new Error(`no quote: ${JSON.stringify(calculated.body)}`)
  const [quote] = calculated.body.data.calculations
  expect(quote).toMatchObject({ surcharge_sum: 0, remaining_amount: paid })
  const placed = await at.api(
    'ogpoReorder',
    {
      calculationId: quote?.calculationId ?? '',
      pay: { system: 'mobile_bank', method: 'bill' },
      globalId,
    },
    token,
  )
  if (!placed.body.success) throw new Error('no order')
  const issued = await settled(at, token, placed.body.data.orderId)
  const reissued = issued.success ? (issued.data.globalId ?? '') : ''
  expect((await at.api('cabinetCancelPolicy', { globalId }, token)).body).toMatchObject({
    success: false,
    code: 14007,
  })
  expect((await at.api('cabinetCancelPolicy', { globalId: reissued }, token)).body).toMatchObject({
    success: true,
  })
  expect(await refunded(at, token, reissued)).toMatchObject({
    data: { refunds: [{ amount: paid, way: 'mobile_bank', state: 'done' }] },
  })
  const refunds = await at.db.selectFrom('refunds').select('attempt_id').execute()
  expect(refunds).toEqual([{ attempt_id: `${orderId}-1` }])
  expect((await at.invoices(buyer.phone)).map(({ status }) => status)).toEqual(['refunded'])
})

test('a reissue of an older policy is not cancelled whole: neither the kept part nor the register is gone round', async () => {
  const at = await testApp()
  const { globalId } = await withPolicy(at)
  await clockTo(at, '2026-12-20T06:00:00Z')
  const token = await signedIn(at)
  const order = { dateStart: '2026-12-21', reorderGlobalId: globalId }
  const { body } = await at.api('ogpoCalculate', sale({ order }), token)
  const [quote] = body.success ? body.data.calculations : []
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  const placed = await at.api(
    'ogpoReorder',
    { calculationId: quote?.calculationId ?? '', pay, globalId },
    token,
  )
  if (!placed.body.success) throw new Error('no order')
  if ((quote?.surcharge_sum ?? 0) > 0) await paysBill(at)
  const issued = await settled(at, token, placed.body.data.orderId)
  const reissued = issued.success ? (issued.data.globalId ?? '') : ''
  const { body: cancelled } = await at.api('cabinetCancelPolicy', { globalId: reissued }, token)
  expect(cancelled).toMatchObject({ success: false, code: 14007 })
  expect(await stateOf(at, reissued)).toBe('pending')
  expect(await at.db.selectFrom('policy_endings').selectAll().execute()).toEqual([])
  const { body: mine } = await at.api('cabinetPolicies', {}, token)
  const shown = mine.success ? mine.data.pending.find((one) => one.global_id === reissued) : null
  expect(shown?.may).toMatchObject({ cancel: false, terminate: true })
})
