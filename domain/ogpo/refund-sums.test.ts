import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { addDays } from '../calendar.ts'
import {
  cancelRefund,
  elapsedDays,
  mayTerminate,
  proRataRefund,
  reissueSums,
  terminateReasons,
  terminationRefund,
} from './refund-sums.ts'
import { seedTables } from './tables-file.ts'

const table = seedTables()[0]?.termination ?? []
const policy = { paid: 36094, start: '2026-01-01', end: '2026-12-31' }

test('case F: on day 100 of 365 the refund is 26 205 with a new contract, 18 047 without', () => {
  spec('4.1.termination-reasons-sold-died')

  const day100 = '2026-04-10'
  expect(proRataRefund(policy, day100)).toEqual({
    refund: 26205,
    retained: 9889,
    elapsedDays: 100,
    totalDays: 365,
  })
  expect(terminationRefund(policy, day100, table)).toEqual({
    refund: 18047,
    retained: 18047,
    elapsedDays: 100,
    totalDays: 365,
    retainedPercent: 50,
  })
})

test.each([
  ['2025-12-31', 0],
  ['2026-01-01', 1],
  ['2026-12-31', 365],
  ['2027-03-01', 365],
])(
  'on %s %i days have elapsed: the day of the request counts, before the start none do',
  (day, n) => {
    expect(elapsedDays(policy, day)).toBe(n)
  },
)

test('each step of the retention table begins at its lower bound', () => {
  const hundredDays = { paid: 100_000, start: '2026-01-01', end: addDays('2026-01-01', 99) }
  const kept = [
    0, 3, 4, 7, 8, 16, 17, 24, 25, 32, 33, 41, 42, 49, 50, 57, 58, 66, 67, 74, 75, 82, 83, 91, 92,
    100,
  ].map((n) => terminationRefund(hundredDays, addDays('2026-01-01', n - 1), table).retainedPercent)
  expect(kept).toEqual([
    15, 15, 20, 20, 30, 30, 40, 40, 50, 50, 60, 60, 70, 70, 75, 75, 80, 80, 85, 85, 90, 90, 95, 95,
    100, 100,
  ])
})

test('a contract not yet in force gives everything back pro rata and 85 % by the table', () => {
  expect(proRataRefund(policy, '2025-12-01').refund).toBe(36094)
  expect(terminationRefund(policy, '2025-12-01', table)).toMatchObject({
    elapsedDays: 0,
    retainedPercent: 15,
    refund: 30680,
  })
})

const contracts = fc.record({
  paid: fc.integer({ min: 0, max: 3_000_000 }),
  length: fc.integer({ min: 5, max: 366 }),
  on: fc.integer({ min: -50, max: 500 }),
})

test('refund and retained make up what was paid, and a later request never brings more', () => {
  fc.assert(
    fc.property(contracts, ({ paid, length, on }) => {
      const contract = { paid, start: '2026-03-01', end: addDays('2026-03-01', length - 1) }
      const day = addDays(contract.start, on)
      return [proRataRefund(contract, day), terminationRefund(contract, day, table)].every(
        ({ refund, retained }) => refund + retained === paid && refund >= 0 && retained >= 0,
      )
    }),
  )
  fc.assert(
    fc.property(contracts, ({ paid, length, on }) => {
      const contract = { paid, start: '2026-03-01', end: addDays('2026-03-01', length - 1) }
      const [day, next] = [addDays(contract.start, on), addDays(contract.start, on + 1)]
      return (
        proRataRefund(contract, next).refund <= proRataRefund(contract, day).refund &&
        terminationRefund(contract, next, table).refund <=
          terminationRefund(contract, day, table).refund
      )
    }),
  )
})

test('a reissue pays a surcharge or a refund, with another insurer by the table', () => {
  const of = { requestedOn: '2026-04-10', sameInsurer: true, table }
  expect(reissueSums(policy, 40000, of)).toEqual({
    remaining: 26205,
    total: 40000,
    surcharge: 13795,
    refund: 0,
  })
  expect(reissueSums(policy, 20000, of)).toEqual({
    remaining: 26205,
    total: 20000,
    surcharge: 0,
    refund: 6205,
  })
  expect(reissueSums(policy, 20000, { ...of, sameInsurer: false })).toMatchObject({
    remaining: 18047,
    surcharge: 1953,
  })
})

test('a policy is cancelled only on the day of its issue and before its start', () => {
  const issued = { ...policy, issuedOn: '2025-12-20' }
  expect(cancelRefund(issued, '2025-12-20')).toEqual({ refund: 36094 })
  expect(cancelRefund(issued, '2025-12-21')).toEqual({ code: 14005 })
  expect(cancelRefund({ ...policy, issuedOn: '2026-01-01' }, '2026-01-01')).toEqual({ code: 14005 })
})

test.each(terminateReasons)('%s: a car still registered forbids the termination', (reason) => {
  spec('4.1.termination-reasons-sold-died', '8.3.termination-not-possible-while')

  const cars = [
    { plate: '123ABC02', registered: true },
    { plate: '124ABC02', registered: false },
  ]
  expect(mayTerminate(reason, cars)).toEqual([{ code: 14004, plate: '123ABC02', reason }])
  expect(mayTerminate(reason, cars.slice(1))).toEqual([])
})
