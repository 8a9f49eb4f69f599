import { expect, test } from 'vitest'
import { fleetPrice } from './fleet.ts'
import { seedTables } from './tables-file.ts'

const [tables] = seedTables().filter(({ effectiveFrom }) => effectiveFrom <= '2026-11-20')
if (!tables) throw new Error('no tables')
const price = (more: Partial<Parameters<typeof fleetPrice>[0]> = {}) =>
  fleetPrice(
    {
      region: 'ALMATY_CITY',
      settlement: 'CITY',
      carriage: false,
      groups: [{ vehicleType: 'PASSENGER', over: false, count: 1 }],
      ...more,
    },
    tables,
    '2026-11-20',
  )

test('one car costs the worked case A times the coefficient of legal entities', () => {
  // 36 094.08682 × 1.20, class 3 × 1.00.
  expect(price().total).toBe(43_313)
})

test('a taxi, a rental or a bus company pays class 3 × 1.80', () => {
  // 36 094.08682 × 1.20 × 1.80
  expect(price({ carriage: true }).total).toBe(77_963)
})

test('each car is rounded alone, then all are added up', () => {
  const { total, lines } = price({
    groups: [
      { vehicleType: 'PASSENGER', over: true, count: 3 },
      { vehicleType: 'TRUCK', over: false, count: 2 },
    ],
  })
  // 43 312.904184 × 1.1; 8 217.5 × 2.96 × 0.71 × 3.98 × 1.2
  expect(lines.map(({ each, sum }) => [each, sum])).toEqual([
    [47_644, 142_932],
    [82_481, 164_962],
  ])
  expect(total).toBe(142_932 + 164_962)
})

test('outside the cities the settlement lowers the price, and a city of the republic has none outside', () => {
  expect(price({ settlement: 'OTHER' }).total).toBe(price().total)
  const kostanay = (settlement: 'CITY' | 'OTHER') => price({ region: 'KOSTANAY', settlement }).total
  expect(kostanay('OTHER') / kostanay('CITY')).toBeCloseTo(0.8, 4)
})
