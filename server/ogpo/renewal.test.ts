import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import {
  car,
  clockTo,
  consents,
  ordered,
  ownCar,
  paysBill,
  purchaseToken,
  quoted,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const half = { period: 6, seasonal: true }
let old = ''

/** A seasonal policy of the buyer from 2026-02-03 to 2026-08-02. */
beforeAll(async () => {
  await clockTo(at(), '2026-02-02T06:00:00Z')
  const token = await purchaseToken(at())
  const { orderId } = await ordered(
    at(),
    token,
    sale({ order: { dateStart: '2026-02-03', ...half } }),
  )
  await paysBill(at())
  const done = await settled(at(), token, orderId)
  if (!done.success || !done.data.globalId) throw new Error('not issued')
  old = done.data.globalId
})

test('what somebody had insured here is offered to their own proof, and to nobody else’s', async () => {
  const known = async (token: string) => {
    const { body } = await at().api('ogpoOptions', {}, token)
    return body.success ? body.data.buyer?.known : null
  }
  expect(await known(await purchaseToken(at()))).toEqual([
    {
      globalId: old,
      cars: [{ plate: car.registrationNumber, name: expect.stringContaining(' ') }],
      drivers: 1,
      end: '2026-08-02',
    },
  ])
  expect(await known(await purchaseToken(at(), ready('880214399916')))).toEqual([])
})

async function on(day: string, order: object) {
  await clockTo(at(), `${day}T06:00:00Z`)
  const token = await purchaseToken(at())
  return (
    await at().raw('/api/policy/ogpo/calculate', {
      body: { ...sale(), order: { period: 12, ...order } },
      token,
      locale: 'ru',
    })
  ).body
}

test('a renewal is too early until its first day is ninety days ahead', async () => {
  expect(await on('2026-05-04', { dateStart: '2026-05-05', prolongGlobalId: old })).toMatchObject({
    success: false,
    code: 14016,
    data: { firstDay: '2026-05-05' },
  })
  expect(await on('2026-05-05', { dateStart: '2026-08-03', prolongGlobalId: old })).toMatchObject({
    success: true,
  })
})

test('a renewal from the day after the old end has neither overlap nor gap, and costs a new contract', async () => {
  spec('4.2.prolong-start-day-after')

  const body = await on('2026-07-01', { dateStart: '2026-08-03', prolongGlobalId: old })
  expect(body.data.calculations[0]).toMatchObject({
    date_start: '2026-08-03',
    warnings: [],
    remaining_amount: 0,
    surcharge_sum: 0,
    refund_sum: 0,
  })
})

test('an earlier start warns of the days insured twice, a later one of the days without insurance', async () => {
  const overlap = await on('2026-07-01', { dateStart: '2026-07-10' })
  expect(overlap.data.calculations[0].warnings).toEqual([
    {
      kind: 'overlap',
      registrationNumber: car.registrationNumber,
      globalId: old,
      days: 24,
      start: '2026-07-10',
      end: '2026-08-02',
    },
  ])
  const gap = await on('2026-07-01', { dateStart: '2026-08-13' })
  expect(gap.data.calculations[0].warnings).toEqual([
    {
      kind: 'gap',
      registrationNumber: car.registrationNumber,
      globalId: old,
      days: 10,
      start: '2026-08-03',
      end: '2026-08-12',
    },
  ])
})

test('a renewal is issued beside the old policy, which ends by itself', async () => {
  spec('2.2.calculator-prolongation')

  await clockTo(at(), '2026-07-20T06:00:00Z')
  const token = await purchaseToken(at())
  const quote = await quoted(
    at(),
    token,
    sale({ order: { dateStart: '2026-08-03', prolongGlobalId: old } }),
  )
  const { body } = await at().api(
    'ogpoOrder',
    { calculationId: quote.calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
    token,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  await paysBill(at())
  expect(await settled(at(), token, body.data.orderId)).toMatchObject({
    success: true,
    data: { status: 'issued', startDate: '2026-08-03', endDate: '2027-08-02' },
  })
  const states = () =>
    at().db.selectFrom('policies').select('state').orderBy('start_date').execute()
  expect(await states()).toEqual([{ state: 'active' }, { state: 'pending' }])
  expect(
    (await at().journal('esbd')).filter(
      ({ operation }) => operation === 'SetPolicyRescindingReason',
    ),
  ).toEqual([])
  const rows = await at()
    .db.selectFrom('quotes')
    .select('kind')
    .where('id', '=', quote.calculationId)
    .execute()
  expect(rows).toEqual([{ kind: 'prolong' }])
})

test('after its end the policy is no longer insured, and a renewal begins tomorrow', async () => {
  await clockTo(at(), '2026-09-01T06:00:00Z')
  const token = await purchaseToken(at())
  expect((await at().api('ogpoGetPolicy', { globalId: old }, token)).body).toMatchObject({
    success: true,
    data: { isInsured: false, dateEnd: '2026-08-02' },
  })
  expect(await on('2026-09-01', { dateStart: '2026-09-02', prolongGlobalId: old })).toMatchObject({
    success: true,
  })
})

test('whoever was insured with somebody is offered to them for another car, too, by a masked name', async () => {
  const people = async (token: string) => {
    const { body } = await at().api('ogpoOptions', {}, token)
    return body.success ? body.data.buyer?.people : null
  }
  const driver = '880214399916'
  const token = await purchaseToken(at())
  expect(await people(token)).toEqual([])
  await consents(at(), token, driver)
  const { orderId } = await ordered(
    at(),
    token,
    sale({
      drivers: [{ iin: driver }],
      vehicles: [await ownCar(at())],
      order: { dateStart: addDays(at().server.deps.clock.today(), 1), ...half },
    }),
  )
  await paysBill(at())
  await settled(at(), token, orderId)
  expect(await people(token)).toEqual([
    { iin: driver, name: expect.stringMatching(/^\p{L}+ \p{L}\.$/u) },
  ])
  expect(await people(await purchaseToken(at(), ready(driver)))).toEqual([])
})
