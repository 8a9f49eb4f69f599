import { expect, test } from 'vitest'
import {
  firstDayWithoutTables,
  nearestCovered,
  nearestMrp,
  tablesOn,
  tablesSchema,
} from './tables.ts'
import { seedTables, tablesOf } from './tables-file.ts'
import file from './tariff-2026.json' with { type: 'json' }

const seeded = seedTables()

test('only 2026 is complete: the years around it must not price', () => {
  expect([2024, 2025, 2026, 2027, 2030].map((year) => tablesOf(file, year) !== null)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ])
  expect(seeded.map(({ version }) => version)).toEqual(['ogpo-2026/2026-11-20'])
})

test('the tables of 2026 hold every region, vehicle, class and retention row of the file', () => {
  const [tables] = seeded
  expect(tables?.regions).toHaveLength(20)
  expect(tables?.vehicleTypes).toHaveLength(7)
  expect(tables?.bonusMalus.classes).toHaveLength(17)
  expect(tables?.termination).toHaveLength(13)
  expect(tables?.bonusMalus.special.map(({ kind }) => kind)).not.toContain('CLASS13_OVER_5_YEARS')
  expect(tables?.regions.find(({ code }) => code === 'ALMATY_CITY')?.label).toEqual({
    kz: 'Алматы қаласы',
    ru: 'г. Алматы',
  })
})

test('stored tables come back from the database as they went in', () => {
  expect(seeded.map((tables) => tablesSchema.parse(JSON.parse(JSON.stringify(tables))))).toEqual(
    seeded,
  )
})

test('a file of another shape is refused, a region without a correction makes the year incomplete', () => {
  expect(() => tablesOf({ ...file, mrp: 'many' }, 2026)).toThrow()
  const { correction2026: _, ...bare } = file.regions.items[0] ?? {}
  expect(
    tablesOf(
      { ...file, regions: { ...file.regions, items: [bare, ...file.regions.items.slice(1)] } },
      2026,
    ),
  ).toBeNull()
})

test.each([
  ['2025-12-31', null],
  ['2026-01-01', 2026],
  ['2026-12-31', 2026],
  ['2027-01-01', null],
])('on %s the tables are of %s', (day, year) => {
  const found = tablesOn(seeded, day)
  expect(found === null ? null : Number(found.effectiveFrom.slice(0, 4))).toBe(year)
})

test.each([
  ['2026-05-05', '2026-05-05'],
  ['2024-03-01', '2026-01-01'],
  ['2031-03-01', '2026-12-31'],
])('the covered day nearest to %s is %s', (day, nearest) => {
  expect(nearestCovered(seeded, day)).toBe(nearest)
})

test('without any tables there is no covered day', () => {
  expect(() => nearestCovered([], '2026-05-05')).toThrow(RangeError)
})

test.each([
  ['2026-11-30', null],
  ['2026-12-01', '2027-01-01'],
  ['2026-12-31', '2027-01-01'],
  ['2027-01-01', '2027-01-01'],
])('on %s the first day without tables that staff are told of is %s', (today, day) => {
  expect(firstDayWithoutTables(seeded, today)).toBe(day)
  const next = seeded.map((tables) => ({
    ...tables,
    effectiveFrom: '2027-01-01',
    effectiveTo: '2027-12-31',
  }))
  expect(firstDayWithoutTables([...seeded, ...next], today)).toBeNull()
})

test('in a year without tables the last known MRP bounds what is paid; without any, nothing does', () => {
  const { mrp } = seeded[0] ?? {}
  expect(mrp).toBeGreaterThan(0)
  expect(nearestMrp(seeded, '2026-12-31')).toBe(mrp)
  expect(nearestMrp(seeded, '2027-01-02')).toBe(mrp)
  expect(nearestMrp([], '2027-01-02')).toBeNull()
})
