import { expect, test } from 'vitest'
import { goldenEffect, plainCarEffect } from '../ogpo/plain-car.ts'
import { seedTables } from '../ogpo/tables-file.ts'
import file from '../ogpo/tariff-2026.json' with { type: 'json' }
import { tariffChanges } from '../ogpo/tariff-figures.ts'
import { inGivenOrder, oddOnes, versionDays } from './compare.ts'

test.each<[unknown[], boolean[]]>([
  [
    ['15', '15', '14'],
    [false, false, true],
  ],
  [
    ['15', '14'],
    [false, false],
  ],
  [
    ['15', '14', '13'],
    [false, false, false],
  ],
  [
    [true, false, true, false],
    [false, false, false, false],
  ],
  [
    [1, 1, 1],
    [false, false, false],
  ],
  [
    [undefined, 1, 1],
    [true, false, false],
  ],
])('of %j the odd value is %j', (values, odd) => {
  expect(oddOnes(values as string[])).toEqual(odd)
})

test('days of versions: what was, what is in force, what comes and what is proposed', () => {
  const row = (key: string, from: string, to: string | null = null) => ({ key, from, to })
  expect(
    versionDays(
      [
        row('dala', '2025-01-01', '2026-06-30'),
        row('tobyl', '2025-01-01'),
        row('dala', '2026-07-01'),
        row('alatau', '2027-01-01'),
      ],
      [{ key: 'dala', from: '2026-12-01' }],
      '2026-11-23',
    ).map(({ day, keys, when }) => [day, keys.join(), when]),
  ).toEqual([
    ['2025-01-01', 'dala,tobyl', 'past'],
    ['2026-07-01', 'dala', 'now'],
    ['2026-12-01', 'dala', 'proposed'],
    ['2027-01-01', 'alatau', 'future'],
  ])
})

test('of two tariffs only what changes is told, with its effect on a plain car in every region', () => {
  const [before] = seedTables()
  if (!before) throw new Error('no tables')
  const after = {
    ...before,
    mrp: before.mrp + 100,
    regions: before.regions.map((region) =>
      region.code === 'ALMATY_CITY' ? { ...region, correction: '0.740' } : region,
    ),
  }
  expect(tariffChanges(before, before)).toEqual([])
  const changes = tariffChanges(before, after)
  expect(changes.map(({ table, row }) => [table, row])).toEqual([
    ['mrp', ''],
    ['region_correction', 'ALMATY_CITY'],
  ])
  const effect = plainCarEffect(before, after)
  expect(effect).toHaveLength(before.regions.length)
  expect(effect.every((one) => one.after > one.before)).toBe(true)
  const cases = goldenEffect(before, after)
  expect(cases.map(({ before: was }) => was)).toEqual(
    file.goldenCases.items.map(({ premium }) => premium),
  )
  expect(cases.every((one) => one.after > one.before)).toBe(true)
  // A digit too many in one row is seen in its case alone.
  const { rows, ...limits } = before.ageExperience
  const wrong = rows.map((row) =>
    row.age === 'under' && row.experience === 'under' ? { ...row, k: '1.50' } : row,
  )
  const found = goldenEffect(before, { ...before, ageExperience: { ...limits, rows: wrong } })
  const touched = found.filter((one) => one.before !== one.after).map(({ id }) => id)
  expect(touched).toEqual(
    file.goldenCases.items
      .filter(({ input }) => input.age < 25 && input.experienceYears < 2)
      .map(({ id }) => id),
  )
  expect(touched.length).toBeGreaterThan(0)
  // Without a region of it a case is left out, and nothing breaks.
  const fewer = { ...before, regions: before.regions.filter(({ code }) => code !== 'ULYTAU') }
  expect(goldenEffect(before, fewer)).toHaveLength(cases.length - 1)
  // The price of the tariff's own example: Almaty, class 3.
  expect(effect.find(({ code }) => code === 'ALMATY_CITY')?.before).toBe(36_094)
})

test('rows stand in the order people gave them; one without a number keeps its place', () => {
  const row = (key: string, sort: number) => ({ key, values: { sort } })
  const rows = [row('alatau', 30), row('dala', 10), row('tobyl', 20)]
  expect(inGivenOrder(rows).map(({ key }) => key)).toEqual(['dala', 'tobyl', 'alatau'])
  const bare = [{ values: { code: 'b' } }, { values: { code: 'a' } }]
  expect(inGivenOrder(bare)).toEqual(bare)
})
