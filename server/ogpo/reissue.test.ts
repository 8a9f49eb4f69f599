import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import {
  buyer,
  car,
  clockTo,
  consents,
  ordered,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const bill = { system: 'mobile_bank', method: 'bill' } as const
const village = { registrationNumber: '218AUL09', techPassport: 'AC20010003' }
const second = ready('900622499917')
let token = ''
let first = ''
let firstPremium = 0

/** A policy of the buyer in force since 2026-11-21, and a token on its thirtieth day. */
beforeAll(async () => {
  const early = await purchaseToken(at())
  const { orderId, quote } = await ordered(at(), early)
  await paysBill(at())
  const done = await settled(at(), early, orderId)
  if (!done.success || !done.data.globalId) throw new Error('not issued')
  first = done.data.globalId
  firstPremium = quote.premium
  await clockTo(at(), '2026-12-20T06:00:00Z')
  token = await purchaseToken(at())
  await consents(at(), token, second.iin)
})

type More = Parameters<typeof sale>[0]
const calculate = async (more: More = {}) =>
  (
    await at().raw('/api/policy/ogpo/calculate', {
      body: sale({
        ...more,
        order: { dateStart: '2026-12-21', reorderGlobalId: first, ...more?.order },
      }),
      token,
      locale: 'ru',
    })
  ).body
const reorder = async (calculationId: string, globalId = first) =>
  (
    await at().raw('/api/policy/ogpo/reorder', {
      body: { calculationId, pay: bill, globalId },
      token,
      locale: 'ru',
    })
  ).body
const stateOf = async (orderId: string) =>
  (
    await at()
      .db.selectFrom('orders')
      .select('state')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).state
const policy = (globalId: string) =>
  at()
    .db.selectFrom('policies')
    .selectAll()
    .where('global_id', '=', globalId)
    .executeTakeFirstOrThrow()
const esbd = async (operation: string) =>
  (await at().journal('esbd')).filter((line) => line.operation === operation).length

test('the buyer’s own policy gives everything a reissue begins from', async () => {
  spec('3.2.ogpo-policy-insurer-insured')

  const { body } = await at().api('ogpoGetPolicy', { globalId: first }, token)
  expect(body).toEqual({
    success: true,
    data: {
      globalId: first,
      isInsured: true,
      dateStart: '2026-11-21',
      dateEnd: '2027-11-20',
      premium: firstPremium,
      insurer: 'dala',
      seasonal: false,
      period: 12,
      insurant: {
        ...buyer,
        email: 'client@example.kz',
        name: 'Әбдіқадыров Нұрлан Серікұлы',
        willDrive: true,
      },
      insureds: [
        {
          iin: buyer.iin,
          driverLicenseNumber: 'AB100001',
          name: 'Әбдіқадыров Нұрлан Серікұлы',
          privilege: false,
          consented: true,
        },
      ],
      cars: [{ ...car, name: 'Toyota Camry, 2020' }],
    },
  })
})

test('a reissue begins tomorrow: a later start would leave days without insurance', async () => {
  const body = await calculate({
    order: { dateStart: '2027-02-10', reorderGlobalId: first },
  })
  expect(body).toMatchObject({ errors: [{ path: 'order.dateStart' }] })
})

test('a policy that ends before the reissue can begin is not replaced by it: it is renewed', async () => {
  const ends = (end_date: string) =>
    at().db.updateTable('policies').set({ end_date }).where('global_id', '=', first).execute()
  onTestFinished(async () => {
    await ends('2027-11-20')
  })
  await ends('2026-12-20')
  expect(await calculate()).toMatchObject({
    success: false,
    code: 14007,
    message: expect.stringMatching(/Продлите его/),
  })
  expect(
    await calculate({ order: { prolongGlobalId: first, reorderGlobalId: undefined } }),
  ).toMatchObject({ success: true })
  await ends('2026-12-21')
  expect(await calculate()).toMatchObject({ success: true })
})

test('somebody else’s policy and an unknown one are 404 alike, to read, to renew and to reissue', async () => {
  const other = await purchaseToken(at(), second)
  const foreign = await at().api('ogpoGetPolicy', { globalId: first }, other)
  expect(foreign.status).toBe(404)
  expect((await at().api('ogpoGetPolicy', { globalId: '00000000000A' }, token)).body).toEqual(
    foreign.body,
  )
  for (const order of [{ reorderGlobalId: first }, { prolongGlobalId: first }])
    expect(
      (
        await at().api(
          'ogpoCalculate',
          sale({ insurant: { ...second }, order: { dateStart: '2026-12-21', ...order } }),
          other,
        )
      ).status,
    ).toBe(404)
})

test('a renewal more than ninety days before the end is 14016 with the first possible day', async () => {
  expect(
    await calculate({ order: { prolongGlobalId: first, reorderGlobalId: undefined } }),
  ).toEqual({
    success: false,
    code: 14016,
    message: 'Продлевать полис ещё рано',
    data: { firstDay: '2027-08-23' },
  })
})

test('a reissue shows what remains of the old premium by days, the surcharge and no refund', async () => {
  spec('4.2.reissue-from-tomorrow-refund')

  const body = await calculate({ drivers: [{ iin: second.iin }] })
  const remaining = firstPremium - Math.round((firstPremium * 30) / 365)
  expect(body.data.calculations[0]).toMatchObject({
    premium: 36_094,
    total_amount: 36_094,
    remaining_amount: remaining,
    surcharge_sum: 36_094 - remaining,
    refund_sum: 0,
    warnings: [],
  })
})

test('with another insurer the law’s retention table decides what remains', async () => {
  const body = await calculate({ order: { insurer: 'tobyl' } })
  // 30 days of 365 are 8.2 %: the insurer retains 30 %.
  expect(body.data.calculations[0].remaining_amount).toBe(
    firstPremium - Math.round(firstPremium * 0.3),
  )
})

test('with another insurer what remains follows the law of the old contract’s day, whatever came since', async () => {
  const { db, server } = at()
  const { data } = await db.selectFrom('tariff_tables').selectAll().executeTakeFirstOrThrow()
  const harsher = {
    ...tablesSchema.parse(data),
    version: 'december',
    effectiveFrom: '2026-12-01',
    termination: [{ fromPercent: 0, toPercentExclusive: null, retainedPercent: 90 }],
  }
  const { version } = harsher
  const heard = (day: string) =>
    until(
      () => server.deps.reference.tables(day),
      (tables) => tables?.effectiveTo === '2026-12-31',
    )
  onTestFinished(async () => {
    // A quote keeps its own tables: moves these to a day no test reaches.
    const [effective_from, effective_to] = ['2040-01-01', '2040-12-31']
    const moved = db.updateTable('tariff_tables').set({ effective_from, effective_to })
    await moved.where('version', '=', version).execute()
    const back = db.updateTable('tariff_tables').set({ effective_to: '2026-12-31' })
    await back.where('version', '!=', version).execute()
    await heard('2026-11-20')
  })
  await db.updateTable('tariff_tables').set({ effective_to: '2026-11-30' }).execute()
  await db
    .insertInto('tariff_tables')
    .values({
      version,
      effective_from: harsher.effectiveFrom,
      effective_to: harsher.effectiveTo,
      data: JSON.stringify(harsher),
      source: 'test',
    })
    .execute()
  await heard('2026-12-20')
  const body = await calculate({ order: { insurer: 'tobyl' } })
  expect(body.data.calculations[0].remaining_amount).toBe(
    firstPremium - Math.round(firstPremium * 0.3),
  )
})

test('a new sale of the car warns of the overlapping policy before paying', async () => {
  const body = await calculate({ order: { reorderGlobalId: undefined } })
  expect(body.data.calculations[0].warnings).toEqual([
    {
      kind: 'overlap',
      registrationNumber: car.registrationNumber,
      globalId: first,
      days: 335,
      start: '2026-12-21',
      end: '2027-11-20',
    },
  ])
})

test('a reissue is ordered by reorder and by its own policy only', async () => {
  const { calculationId } = (await calculate()).data.calculations[0]
  expect((await at().api('ogpoOrder', { calculationId, pay: bill }, token)).body).toMatchObject({
    success: false,
    code: 14007,
  })
  expect(await reorder(calculationId, '00000000000A')).toMatchObject({
    success: false,
    code: 14007,
    message: 'С этим полисом это сделать нельзя',
  })
})

test('a newer reissue takes the place of an unpaid one, so that both can’t be paid', async () => {
  const [one, two] = [
    await calculate({ drivers: [{ iin: second.iin }] }),
    await calculate({ drivers: [{ iin: second.iin }] }),
  ]
  const older = await reorder(one.data.calculations[0].calculationId)
  const newer = await reorder(two.data.calculations[0].calculationId)
  expect(await stateOf(older.data.orderId)).toBe('cancelled')
  expect(await stateOf(newer.data.orderId)).toBe('awaiting_payment')
  await at().api('ogpoCancelOrder', { orderId: newer.data.orderId }, token)
})

let surcharged = ''
test('a reissue with a surcharge: the new policy is registered, then the old one rescinded and replaced', async () => {
  spec('2.2.calculator-reissue')

  const rescinded = await esbd('SetPolicyRescindingReason')
  const spare = await calculate({ drivers: [{ iin: second.iin }] })
  const quote = (await calculate({ drivers: [{ iin: second.iin }] })).data.calculations[0]
  const ordering = await reorder(quote.calculationId)
  expect((await paysBill(at())).amount).toBe(quote.surcharge_sum)
  const done = await settled(at(), token, ordering.data.orderId)
  if (!done.success || !done.data.globalId) throw new Error(JSON.stringify(done))
  surcharged = done.data.globalId
  expect(await policy(first)).toMatchObject({ state: 'replaced', replaced_by: surcharged })
  expect(await policy(surcharged)).toMatchObject({
    start_date: '2026-12-21',
    end_date: '2027-12-20',
    premium: 36_094,
  })
  expect(await esbd('SetPolicyRescindingReason')).toBe(rescinded + 1)
  const order = (await at().journal('esbd')).map(({ operation }) => operation)
  expect(order.lastIndexOf('SetPolicy')).toBeLessThan(
    order.lastIndexOf('SetPolicyRescindingReason'),
  )

  // An earlier quote can no longer be ordered, and the old policy takes no new quote.
  expect(await reorder(spare.data.calculations[0].calculationId)).toMatchObject({
    success: false,
    code: 14007,
  })
  expect(await calculate()).toMatchObject({ success: false, code: 14007 })
  expect(
    await calculate({ order: { prolongGlobalId: first, reorderGlobalId: undefined } }),
  ).toMatchObject({ success: false, code: 14007 })
  const { body } = await at().api('ogpoGetPolicy', { globalId: first }, token)
  expect(body).toMatchObject({ success: true, data: { isInsured: false } })
})

test('a cheaper reissue has nothing to pay; what is left over goes back to the payments that paid, the surcharge first', async () => {
  const [surcharge, original] = await at()
    .invoices(buyer.phone)
    .then((bills) => bills.filter(({ status }) => status === 'paid'))
  const quote = (await calculate({ vehicles: [village], order: { reorderGlobalId: surcharged } }))
    .data.calculations[0]
  expect(quote.surcharge_sum).toBe(0)
  expect(quote.refund_sum).toBe(quote.remaining_amount - quote.total_amount)
  expect(quote.refund_sum).toBeGreaterThan(surcharge?.amount ?? 0)
  const { data } = await reorder(quote.calculationId, surcharged)
  expect(await settled(at(), token, data.orderId)).toMatchObject({
    success: true,
    data: { status: 'issued' },
  })
  expect(await policy(surcharged)).toMatchObject({ state: 'replaced' })
  const refunds = () =>
    at()
      .db.selectFrom('refunds')
      .select(['amount', 'state'])
      .where('order_id', '=', data.orderId)
      .orderBy('amount')
      .execute()
  const done = await until(
    refunds,
    (rows) => rows.length > 0 && rows.every(({ state }) => state !== 'due'),
  )
  const parts = [surcharge?.amount ?? 0, quote.refund_sum - (surcharge?.amount ?? 0)].toSorted(
    (a, b) => a - b,
  )
  expect(done).toEqual(parts.map((amount) => ({ amount, state: 'done' })))
  expect(
    (await at().raw('/api/policy/ogpo/orderProgress', { body: { key: data.key } })).body,
  ).toMatchObject({
    success: true,
    data: {
      state: 'issued',
      amount: 0,
      refund: { amount: quote.refund_sum, state: 'done', at: expect.any(String) },
    },
  })
  const bills = await at().invoices(buyer.phone)
  expect(bills.find(({ id }) => id === surcharge?.id)).toMatchObject({ status: 'refunded' })
  expect(bills.find(({ id }) => id === original?.id)).toMatchObject({ status: 'paid' })
  const lines = await at()
    .db.selectFrom('ledger')
    .select(['kind', 'amount'])
    .where('order_id', '=', data.orderId)
    .orderBy('id')
    .execute()
  const sumOf = (of: string) =>
    lines.filter(({ kind }) => kind === of).reduce((sum, { amount }) => sum + amount, 0)
  expect(sumOf('refund_due')).toBe(quote.refund_sum)
  expect(sumOf('refund')).toBe(quote.refund_sum)
})
