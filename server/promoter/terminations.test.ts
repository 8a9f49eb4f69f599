import { beforeAll, expect, test } from 'vitest'
import { codeOn } from '#tests/client.ts'
import {
  bill,
  otherPromoter,
  portalQuote,
  portalSale,
  portalSettled,
  promoterToken,
  sold,
} from '#tests/promoter.ts'
import { rungAllDay } from '#tests/rung-all-day.ts'
import { car, paysBill, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
let token = ''
let other = ''
let first = ''
/** The demonstration client's policy, sold by the first promoter. */
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
  first = (await sold(at(), token)).globalId
})

test('cancels an own sale on the day of issue: everything goes back to the payment that paid; another promoter’s is 404', async () => {
  spec('7.3.promoter-policy-ogpo-cancel')

  const { globalId, orderId, quote } = await sold(
    at(),
    token,
    portalSale({
      insurant: { willDrive: false },
      drivers: [ready('951108399918')].map(({ iin }) => ({ iin })),
    }),
  )
  expect((await at().api('promoterCancelPolicy', { globalId }, other)).status).toBe(404)
  const done = await at().api('promoterCancelPolicy', { globalId }, token)
  expect(done.body).toMatchObject({ data: { kind: 'cancel', refundAmount: quote.premium } })
  expect((await at().api('promoterCancelPolicy', { globalId }, token)).body).toMatchObject({
    data: { kind: 'cancel' },
  })
  const refund = await until(
    () =>
      at()
        .db.selectFrom('refunds')
        .selectAll()
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow(),
    (row) => row.state === 'done',
  )
  expect(refund).toMatchObject({
    attempt_id: `${orderId}-1`,
    amount: quote.premium,
    reason: 'cancelled',
  })
  // A repeated press returns the state of the end and its refund.
  expect((await at().api('promoterCancelPolicy', { globalId }, other)).status).toBe(404)
  expect((await at().api('promoterCancelPolicy', { globalId }, token)).body).toMatchObject({
    data: { state: 'done', refunds: [{ amount: quote.premium, state: 'done' }] },
  })
})

const policyholder = ready('850505499909')
const free = { registrationNumber: '900ZHK02', techPassport: 'AF50010001' }
const calc = async (globalId: string, terminateReason: 'sold' | 'died' | 'own_will', who = token) =>
  (await at().api('promoterCalcTerminate', { globalId, terminateReason }, who)).body

test('terminates: not while the car is registered, another promoter’s sale with the policyholder’s code, heirs with staff', async () => {
  spec('7.3.promoter-policy-ogpo-calcterminate', '7.3.promoter-policy-ogpo-terminate')

  const mine = await sold(at(), token, portalSale({ insurant: policyholder, vehicles: [free] }))
  const registered = first
  for (const reason of ['sold', 'died', 'own_will'] as const)
    expect(await calc(registered, reason)).toMatchObject({
      code: 14004,
      data: { registration_number: car.registrationNumber },
    })

  // Another person's car is registered, too: only a sold one may be registered to another.
  expect(await calc(mine.globalId, 'died')).toMatchObject({
    code: 14004,
    data: { registration_number: free.registrationNumber, reason: 'unproven' },
  })
  await at().control('PUT', `/control/vehicles/${free.registrationNumber}`, {
    ownerIin: policyholder.iin,
    registered: false,
  })
  const heirs = await calc(mine.globalId, 'died')
  if (!heirs.success) throw new Error(JSON.stringify(heirs))
  expect(heirs.data).toMatchObject({ byStaff: true, codeRequired: false, elapsedDays: 0 })
  const step = (
    sums: { calcId: string; refundAmount: number },
    terminateReason: 'sold' | 'died',
    more: object = {},
    who = token,
  ) =>
    at().api(
      'promoterTerminate',
      {
        globalId: mine.globalId,
        terminateReason,
        calcId: sums.calcId,
        refundAmount: sums.refundAmount,
        ...more,
      },
      who,
    )
  expect((await step(heirs.data, 'died')).body).toMatchObject({ success: false, code: 14021 })

  const foreign = await calc(mine.globalId, 'sold', other)
  if (!foreign.success) throw new Error(JSON.stringify(foreign))
  expect(foreign.data.codeRequired).toBe(true)
  expect((await step(foreign.data, 'sold', {}, token)).status).toBe(404)
  expect((await step(foreign.data, 'sold', { refundAmount: 1 }, other)).body).toMatchObject({
    code: 14017,
  })
  expect((await step(foreign.data, 'sold', {}, other)).body).toMatchObject({ code: 14014 })
  const sends = () => at().api('promoterSendTerminateCode', { calcId: foreign.data.calcId }, other)
  const forget = await rungAllDay(at(), policyholder.phone)
  expect(await sends()).toMatchObject({ status: 429, body: { code: 14113 } })
  await forget()
  const sent = await sends()
  expect(sent.body).toMatchObject({ data: { phone: `•• ${policyholder.phone.slice(-2)}` } })
  const code = await codeOn(at(), policyholder.phone)
  expect(
    (await step(foreign.data, 'sold', { code: code === '0000' ? '0001' : '0000' }, other)).body,
  ).toMatchObject({ code: 14014 })
  const done = await step(foreign.data, 'sold', { code }, other)
  expect(done.body).toMatchObject({
    data: { kind: 'terminate', refundAmount: foreign.data.refundAmount },
  })
  expect((await step(foreign.data, 'sold', { code }, other)).body).toMatchObject({ success: true })
  const { state } = await at()
    .db.selectFrom('policies')
    .select('state')
    .where('global_id', '=', mine.globalId)
    .executeTakeFirstOrThrow()
  expect(state).toBe('terminated')
})

test('terminates an own sale at once, without anybody’s code', async () => {
  const again = await sold(at(), token, portalSale({ insurant: policyholder, vehicles: [free] }))
  const own = await calc(again.globalId, 'sold')
  if (!own.success) throw new Error(JSON.stringify(own))
  expect(own.data.codeRequired).toBe(false)
  const ended = await at().api(
    'promoterTerminate',
    {
      globalId: again.globalId,
      terminateReason: 'sold',
      calcId: own.data.calcId,
      refundAmount: own.data.refundAmount,
    },
    token,
  )
  expect(ended.body).toMatchObject({ success: true, data: { kind: 'terminate' } })
})

test('reissues and prolongs: the remaining premium counts, the old policy ends; expiring ones wait to be renewed', async () => {
  spec('7.3.promoter-policy-ogpo-reorder', '7.3.ours-expiring-policies-own')

  const old = await at()
    .db.selectFrom('policies')
    .selectAll()
    .where('global_id', '=', first)
    .executeTakeFirstOrThrow()
  const second = ready('980817499911')
  const order = { reorderGlobalId: old.global_id }
  expect(
    (await at().api('promoterCalculate', portalSale({ insurant: second, order }), token)).body,
  ).toMatchObject({ code: 14007 })
  const quote = await portalQuote(
    at(),
    token,
    portalSale({ drivers: [{ iin: second.iin }], order }),
  )
  expect(quote.remaining_amount).toBe(old.premium)
  expect(quote.surcharge_sum).toBe(quote.total_amount - old.premium)
  const ask = { calculationId: quote.calculationId, pay: bill, globalId: old.global_id }
  expect(
    (await at().api('promoterOrder', { calculationId: quote.calculationId, pay: bill }, token))
      .body,
  ).toMatchObject({ code: 14007 })
  const placed = await at().api('promoterReorder', ask, token)
  if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
  await paysBill(at())
  const { total_amount, remaining_amount, surcharge_sum, refund_sum } = quote
  const sums = { total_amount, remaining_amount, surcharge_sum, refund_sum }
  expect(await portalSettled(at(), token, placed.body.data.orderId)).toMatchObject({
    data: { status: 'issued', sale: { kind: 'reissue', reissue: sums } },
  })
  const now = await at()
    .db.selectFrom('policies')
    .select('state')
    .where('id', '=', old.id)
    .executeTakeFirstOrThrow()
  expect(now.state).toBe('replaced')

  await at()
    .db.updateTable('policies')
    .set({ state: 'active', start_date: '2025-12-01', end_date: '2026-11-30' })
    .where('order_id', '=', placed.body.data.orderId)
    .execute()
  const expiring = async (who = token) => {
    const { body } = await at().api('promoterExpiring', {}, who)
    return body.success
      ? body.data.policies.map(({ globalId, daysLeft, prolongStart }) => ({
          globalId,
          daysLeft,
          prolongStart,
        }))
      : null
  }
  const fresh = await at()
    .db.selectFrom('policies')
    .select('global_id')
    .where('order_id', '=', placed.body.data.orderId)
    .executeTakeFirstOrThrow()
  expect(await expiring()).toEqual([
    { globalId: fresh.global_id, daysLeft: 11, prolongStart: '2026-12-01' },
  ])
  expect(await expiring(other)).toEqual([])
  const renewal = await sold(
    at(),
    token,
    portalSale({ order: { dateStart: '2026-12-01', prolongGlobalId: fresh.global_id } }),
  )
  expect(renewal.quote.date_start).toBe('2026-12-01')
  expect(await portalSettled(at(), token, renewal.orderId)).toMatchObject({
    data: { sale: { kind: 'prolong', reissue: null } },
  })
  expect(await expiring()).toEqual([])
})
