import { beforeAll, expect, test } from 'vitest'
import { buyer, car, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
/** Class 3, over 25, experienced: every personal coefficient is 1. */
const plain = ready('900622499917')
const pensioner = ready('580210499908')
const young = ready('040808599903')
const beginner = ready('951108399918')
const old = { registrationNumber: '456KZA02', techPassport: 'AB12345679' }
const village = { registrationNumber: '218AUL09', techPassport: 'AC20010003' }
let token = ''
let pensionersToken = ''

beforeAll(async () => {
  token = await purchaseToken(at(), plain)
  pensionersToken = await purchaseToken(at(), pensioner)
  for (const iin of [buyer.iin, young.iin, beginner.iin, pensioner.iin])
    await consents(at(), token, iin)
  for (const iin of [buyer.iin, plain.iin]) await consents(at(), pensionersToken, iin)
  await at().control('PUT', `/control/people/${pensioner.iin}`, {
    bonusMalus: { kind: 'CLASS', class: '3' },
  })
  await at().control('PUT', `/control/people/${buyer.iin}`, {
    bonusMalus: { kind: 'CLASS', class: '9' },
  })
  await at().control('PUT', `/control/people/${young.iin}`, {
    bonusMalus: { kind: 'FIRST', class: '3' },
  })
  await at().control('PUT', '/control/vehicles/777PVL14', {
    techPassport: 'AC20010099',
    type: 'PASSENGER',
    year: 2019,
    region: 'PAVLODAR',
    settlement: 'CITY',
  })
})

type More = Parameters<typeof sale>[0]
const answer = (more: More, by = token) =>
  at().raw('/api/policy/ogpo/calculate', {
    body: sale({ ...more, insurant: { ...plain, ...more?.insurant } }),
    token: by,
    locale: 'ru',
  })
async function priced(more: More, by = token) {
  const { body } = await answer(more, by)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data.calculations[0]
}

test('case A: Almaty, a car of 2020, over 25 with experience, class 3 is 36 094 tenge', async () => {
  const quote = await priced({})
  expect(quote).toMatchObject({
    premium: 36_094,
    insurance_premium: 36_094,
    total_amount: 36_094,
    ogpo_plus_premium: 0,
    refund_sum: 0,
    surcharge_sum: 0,
    remaining_amount: 0,
    price_kind: 'standard',
  })
})

test('the quote explains itself: every coefficient, whose line decides, and the version of the tables', async () => {
  const quote = await priced({ drivers: [{ iin: buyer.iin }] })
  expect(quote.cars).toMatchObject([
    {
      registrationNumber: car.registrationNumber,
      makeModel: 'Toyota Camry',
      premium: 36_094,
      decisiveIin: plain.iin,
    },
  ])
  expect(
    quote.cars[0].lines[0].factors.map(({ code, value }: { code: string; value: string }) => [
      code,
      value,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['regionBase', '2.96'],
      ['regionCorrection', '0.71'],
      ['vehicleType', '2.09'],
      ['bonusMalus', '1.00'],
    ]),
  )
  const kept = await at()
    .db.selectFrom('quotes')
    .select(['tables_version', 'price'])
    .where('id', '=', quote.calculationId)
    .executeTakeFirstOrThrow()
  expect(kept.tables_version).toBe(quote.tables_version)
  expect(JSON.stringify(kept.price)).toContain('"0.71"')
})

test('names of others are masked in the explanation, the buyer’s own is not', async () => {
  const [{ lines }] = (await priced({ drivers: [{ iin: buyer.iin }] })).cars
  expect(lines.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'Мөлдір Смағұлова',
    'Нұрлан Ә.',
  ])
})

test('case B: Pavlodar, a car of 2019, first contract is 27 547 tenge', async () => {
  const quote = await priced({
    insurant: { willDrive: false },
    drivers: [{ iin: beginner.iin }],
    vehicles: [{ registrationNumber: '777PVL14', techPassport: 'AC20010099' }],
  })
  expect(quote.premium).toBe(27_547)
})

test('case C: of several drivers the highest whole premium is paid: 52 409 tenge', async () => {
  const quote = await priced({
    insurant: { willDrive: false },
    drivers: [{ iin: buyer.iin }, { iin: young.iin }],
    vehicles: [old],
  })
  expect(quote).toMatchObject({
    premium: 52_409,
    cars: [{ decisiveIin: young.iin, lines: [{ premium: 27_792 }, { premium: 52_409 }] }],
  })
})

test.each([
  [6, '2027-05-20', 17_899],
  [7, '2027-06-20', 20_964],
  [8, '2027-07-20', 23_931],
  [9, '2027-08-20', 26_996],
  [10, '2027-09-20', 30_062],
  [11, '2027-10-20', 33_029],
  [12, '2027-11-20', 36_094],
])(
  'case D: %i months of seasonal use end on %s and cost their days of the year: %i tenge',
  async (period, end, premium) => {
    spec('3.2.car-seasonal-use-flag')

    expect(await priced({ order: { period, seasonal: true } })).toMatchObject({
      date_end: end,
      premium,
    })
  },
)

test('several cars of one driver cost the highest car, once', async () => {
  const quote = await priced({ vehicles: [car, old, village] })
  expect(quote.price_kind).toBe('complex')
  expect(quote.premium).toBe(39_703)
  expect(Math.max(...quote.cars.map(({ premium }: { premium: number }) => premium))).toBe(39_703)
})

test('several cars of several drivers are summed, one standard contract per car, shown per car', async () => {
  const quote = await priced({ drivers: [{ iin: buyer.iin }], vehicles: [car, old] })
  expect(quote).toMatchObject({
    price_kind: 'many',
    premium: 36_094 + 39_703,
    cars: [{ premium: 36_094 }, { premium: 39_703 }],
  })
})

test('an insurer whose row turns that off refuses it with 14018 and sells the rest', async () => {
  const many = await answer({
    drivers: [{ iin: buyer.iin }],
    vehicles: [car, old],
    order: { insurer: 'alatau' },
  })
  expect(many.body).toEqual({
    success: false,
    code: 14018,
    message:
      'Эта компания не выдаёт полис на несколько автомобилей с несколькими водителями одним заказом',
  })
  expect((await priced({ vehicles: [car, old], order: { insurer: 'alatau' } })).price_kind).toBe(
    'complex',
  )
})

test('the broker’s commission is inside the premium, never on top', async () => {
  spec('3.2.ogpo-policy-broker-commission')

  const quote = await priced({})
  expect(quote).toMatchObject({
    premium: 36_094,
    insurance_premium: 36_094,
    broker_premium: 5_414,
    insurer: { code: 'dala', commissionPercent: '15.00' },
  })
})

test('OGPO+ is off by default, its own line, and part of what is paid', async () => {
  spec('1.ogpo-extra-cover', '3.2.ogpo-policy-optional-ogpo', '9.ogpo-extra-payout')

  const quote = await priced({ order: { ogpoPlus: true } })
  expect(quote).toMatchObject({
    premium: 42_994,
    insurance_premium: 36_094,
    ogpo_plus_premium: 6_900,
    total_amount: 42_994,
    broker_premium: 5_414,
  })
  const options = await at().api('ogpoOptions', {}, token)
  expect(options.body).toMatchObject({
    success: true,
    data: { ogpoPlus: { payout: 1_107_600, premium: 6_900, sample: true } },
  })
})

test('the tariff is the law’s: every insurer asks the same', async () => {
  spec('3.2.ogpo-policy-insurance-company')

  const premiums = await Promise.all(
    ['dala', 'tobyl', 'alatau'].map(
      async (insurer) => (await priced({ order: { insurer } })).premium,
    ),
  )
  expect(new Set(premiums).size).toBe(1)
})

test('variants are limits only and do not change the price', async () => {
  const premiums = await Promise.all(
    (['d1c1', 'd5c1', 'd10c1', 'd1c10', 'd10c10'] as const).map(
      async (variant) => (await priced({ order: { variant } })).premium,
    ),
  )
  expect(new Set(premiums)).toEqual(new Set([36_094]))
})

test('the place of registration decides: a village of the region has the lower coefficient', async () => {
  const quote = await priced({ vehicles: [village] })
  expect(quote.cars[0].lines[0].factors).toEqual(
    expect.arrayContaining([expect.objectContaining({ code: 'settlement', value: '0.8' })]),
  )
})

test('the unified database is asked to check the very premium that is quoted', async () => {
  const calls = await at().journal('esbd')
  expect(
    calls.filter(({ operation }) => operation === 'CalculatePolicyPremium').length,
  ).toBeGreaterThan(0)
  expect(calls.filter(({ operation }) => operation === 'SetPolicy')).toEqual([])
})
