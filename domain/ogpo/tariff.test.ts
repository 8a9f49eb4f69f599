import { expect, test } from 'vitest'
import { car, driver, first, klass, quotedOn, sale, tables, total } from '#tests/tariff-sales.ts'
import { estimate, nextClass, premium, whatWouldChange } from './tariff.ts'
import file from './tariff-2026.json' with { type: 'json' }
import type { Insured } from './tariff-sale.ts'

test.each(file.goldenCases.items)(
  'golden case $id comes out to the tenge',
  ({ input, premium: published, coefficients }) => {
    const settlement = input.settlement === 'OTHER' ? 'OTHER' : 'CITY'
    const kind = input.insuredKind === 'LEGAL' ? 'LEGAL' : 'NATURAL'
    const priced = estimate({ ...input, settlement, insuredKind: kind }, tables, quotedOn)
    expect(priced.premium).toBe(published)
    const values = Object.fromEntries(priced.factors.map(({ code, value }) => [code, value]))
    expect(values).toEqual({ base: '8217.5', ...coefficients })
  },
)

test('the exact product is kept beside the whole tenge', () => {
  const line = premium(sale(), tables).cars[0]?.lines[0]
  expect(line).toMatchObject({ exact: '36094.08682', premium: 36094 })
})

test('case A: Almaty, car of 2020, 30 years and 5 of experience, class 3', () => {
  expect(total()).toBe(36094)
})

test('case B: Pavlodar, car of 2019, first contract × 1.20', () => {
  const insured = [driver({ bonusMalus: { kind: 'FIRST', class: '3' } })]
  expect(total({ cars: [car({ region: 'PAVLODAR', yearBuilt: 2019 })], insured })).toBe(27547)
})

test('case C: of two drivers the one with the higher whole premium decides', () => {
  const old = driver({
    iin: '860101300003',
    birthDate: '1986-01-01',
    experienceFrom: '2011-01-01',
    bonusMalus: klass('9'),
  })
  const price = premium(sale({ cars: [car({ yearBuilt: 2015 })], insured: [old, first] }), tables)
  expect(price).toMatchObject({
    total: 52409,
    kind: 'standard',
    cars: [{ decisive: first.iin, premium: 52409 }],
  })
  expect(price.cars[0]?.lines.map((line) => line.premium)).toEqual([27792, 52409])
})

test('case D: seasonal use for 184 days', () => {
  // Six months from 1 July are 184 days; quoted within the 90 days before.
  const price = premium(
    sale({ term: { start: '2026-07-01', months: 6, seasonal: true }, quotedOn: '2026-06-01' }),
    tables,
  )
  expect(price.total).toBe(18195)
  expect(price.cars[0]?.lines[0]?.factors.at(-1)).toEqual({
    code: 'term',
    value: '184/365',
    because: { months: 6, days: 184, yearDays: 365 },
  })
})

test('eleven months cost their days of a year, not a year', () => {
  expect(total({ term: { start: '2026-11-21', months: 11, seasonal: true } })).toBe(33029) // 36 094.08682 × 334 ÷ 365 = 33 028.56
})

test('case E: a pensioner alone pays half, with one more driver without the privilege the whole', () => {
  const pensioner = driver({ privilege: true })
  expect(total({ insured: [pensioner] })).toBe(18047)
  expect(total({ insured: [pensioner, driver({ iin: '960101300009' })] })).toBe(36094)
  expect(total({ insured: [pensioner, driver({ iin: '960101300009', privilege: true })] })).toBe(
    18047,
  )
})

test('the privilege is not given with several cars', () => {
  const cars = [car(), car({ plate: '124ABC02' })]
  expect(total({ cars, insured: [driver({ privilege: true })] })).toBe(36094)
})

test('several cars of one natural person cost the highest car, once', () => {
  const price = premium(
    sale({ cars: [car(), car({ plate: '124ABC02', yearBuilt: 2010 })] }),
    tables,
  )
  expect(price).toMatchObject({
    kind: 'complex',
    total: 39703,
    cars: [{ premium: 36094 }, { premium: 39703 }],
  })
})

test('several cars with several insured are a standard contract per car, each rounded, summed', () => {
  const price = premium(
    sale({
      cars: [car(), car({ plate: '124ABC02', yearBuilt: 2010 })],
      insured: [driver(), first],
    }),
    tables,
  )
  expect(price.kind).toBe('many')
  expect(price.cars.map(({ premium: one, decisive }) => [one, decisive])).toEqual([
    [47644, first.iin],
    [52409, first.iin],
  ])
  expect(price.total).toBe(47644 + 52409)
})

test('a legal entity pays 1.20 instead of age and experience, and several cars of it are summed', () => {
  const entity: Insured = {
    iin: '180440099996',
    kind: 'LEGAL',
    birthDate: null,
    experienceFrom: null,
    bonusMalus: { kind: 'BUSINESS', class: '3' },
    privilege: false,
  }
  expect(total({ insured: [entity] })).toBe(43313) // 36 094.08682 × 1.20
  const taxi: Insured = {
    ...entity,
    bonusMalus: { kind: 'RENTAL_LEASING_BUS_TAXI_BUSINESS', class: '3' },
  }
  expect(total({ insured: [taxi] })).toBe(77963) // × 1.80 more
  const two = premium(
    sale({ cars: [car(), car({ plate: '124ABC02' })], insured: [entity] }),
    tables,
  )
  expect(two).toMatchObject({ kind: 'many', total: 86626 })
})

test('a first contract on a motorcycle has no surcharge', () => {
  const bike = car({ type: 'MOTORCYCLE' })
  expect(
    total({ cars: [bike], insured: [driver({ bonusMalus: { kind: 'FIRST', class: '3' } })] }),
  ).toBe(total({ cars: [bike] }))
})

test.each([
  ['2024-11-20', '1.00'],
  ['2024-11-21', '1.05'],
])('experience since %s counts as %s: exactly two years are more than two', (experienceFrom, k) => {
  const line = premium(sale({ insured: [driver({ experienceFrom })] }), tables).cars[0]?.lines[0]
  expect(line?.factors.find(({ code }) => code === 'ageExperience')?.value).toBe(k)
})

test.each([
  [2019, '1.00'],
  [2018, '1.10'],
  [2027, '1.00'],
])('a car of %i has the coefficient %s: year of the quote minus year built', (yearBuilt, k) => {
  const line = premium(sale({ cars: [car({ yearBuilt })] }), tables).cars[0]?.lines[0]
  expect(line?.factors.find(({ code }) => code === 'vehicleAge')?.value).toBe(k)
})

test('a city of republican significance has no other settlements, an oblast has', () => {
  expect(total({ cars: [car({ settlement: 'OTHER' })] })).toBe(36094)
  const oblast = { region: 'PAVLODAR', settlement: 'OTHER' } as const
  expect(total({ cars: [car(oblast)] })).toBeLessThan(
    total({ cars: [car({ region: 'PAVLODAR' })] }),
  )
})

test('an insurer may move the correction by a tenth, not more', () => {
  expect(total({ correctionDeviation: '0.10' })).toBe(39703)
  expect(total({ correctionDeviation: '-0.1' })).toBe(32485)
  expect(() => total({ correctionDeviation: '0.1001' })).toThrow(RangeError)
})

test('a day without tables and unknown codes are refused, never priced', () => {
  expect(() => total({ quotedOn: '2027-01-01' })).toThrow('do not cover')
  expect(() => total({ cars: [car({ region: 'NOWHERE' })] })).toThrow('NOWHERE')
  expect(() => total({ cars: [car({ type: 'BOAT' })] })).toThrow('BOAT')
  expect(() => total({ insured: [driver({ bonusMalus: klass('14') })] })).toThrow('14')
  expect(() => total({ cars: [] })).toThrow(RangeError)
})

test.each([
  ['3', 0, '4'],
  ['3', 1, '1'],
  ['7', 3, 'M'],
  ['12', 4, 'M2'],
  ['12', 9, 'M2'],
  ['M2', 0, 'M1'],
  ['13', 0, '13'],
])('after class %s with %i claims comes class %s', (from, claims, to) => {
  expect(nextClass(from, claims)).toBe(to)
})

test('what would change the price is said with its sum', () => {
  const line = premium(
    sale({ insured: [driver({ birthDate: '2004-01-01', experienceFrom: '2025-06-01' })] }),
    tables,
  ).cars[0]?.lines[0]
  expect(line && whatWouldChange(line)).toEqual([
    { what: 'two_years_of_experience', value: '1.05', premium: 37899, saves: 1804 },
    { what: 'age_25', value: '1.05', premium: 37899, saves: 1804 },
    { what: 'year_without_claims', value: '0.95', premium: 37718, saves: 1985, class: '4' },
    { what: 'one_claim', value: '1.55', premium: 61540, saves: -21837, class: '1' },
  ])
})
