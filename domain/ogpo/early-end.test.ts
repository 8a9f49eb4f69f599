import { expect, test } from 'vitest'
import { cancellation, earlyTermination } from './early-end.ts'
import { seedTables } from './tables-file.ts'

const table = seedTables()[0]?.termination ?? []
const policy = {
  premium: 36_094,
  ogpoPlus: 6_900,
  start: '2026-01-01',
  end: '2026-12-31',
  issuedOn: '2025-12-20',
}

test('case F: on day 100 of 365 half of the premium and half of OGPO+ come back', () => {
  expect(earlyTermination(policy, '2026-04-10', table)).toEqual({
    refund: 18_047 + 3_450,
    retained: 18_047 + 3_450,
    elapsedDays: 100,
    totalDays: 365,
    retainedPercent: 50,
    lines: [
      { kind: 'premium', paid: 36_094, retained: 18_047, refund: 18_047 },
      { kind: 'ogpo_plus', paid: 6_900, retained: 3_450, refund: 3_450 },
    ],
  })
})

test.each([
  ['2026-01-02', 6_900],
  ['2026-01-03', 5_865],
])(
  'on %s, with the 14 days of voluntary cover counted from the issue, OGPO+ gives back %i',
  (on, refund) => {
    expect(earlyTermination(policy, on, table).lines[1]).toMatchObject({ refund })
  },
)

test('without OGPO+ there is one line', () => {
  expect(earlyTermination({ ...policy, ogpoPlus: 0 }, '2026-04-10', table).lines).toHaveLength(1)
})

test('cancelling gives everything back on the day of issue and before the start, else nothing', () => {
  expect(cancellation(policy, '2025-12-20')).toMatchObject({
    refund: 42_994,
    retained: 0,
    elapsedDays: 0,
  })
  expect(cancellation(policy, '2025-12-21')).toBeNull()
  expect(cancellation({ ...policy, issuedOn: '2026-01-01' }, '2026-01-01')).toBeNull()
})
