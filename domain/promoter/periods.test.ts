import { expect, test } from 'vitest'
import { daysOfPeriod } from './periods.ts'

test.each([
  ['today', '2026-11-24', '2026-11-24', '2026-11-24'],
  ['week', '2026-11-24', '2026-11-23', '2026-11-24'],
  ['week', '2026-11-23', '2026-11-23', '2026-11-23'],
  ['month', '2026-11-24', '2026-11-01', '2026-11-24'],
  ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last_month', '2027-01-02', '2026-12-01', '2026-12-31'],
] as const)('%s as of %s goes from %s to %s', (period, today, from, to) => {
  expect(daysOfPeriod(period, today)).toEqual({ from, to })
})
