import { expect, test } from 'vitest'
import { mayEndOn, reminderDay } from './reminder-elsewhere.ts'

const today = '2026-11-20'

test.each([
  ['2027-03-01', '2027-01-30'],
  // Fewer than thirty days are left: a week before, then the day before.
  ['2026-12-20', '2026-12-13'],
  ['2026-11-27', '2026-11-26'],
  ['2026-11-22', '2026-11-21'],
])('of a policy that ends on %s one is reminded on %s', (end, day) => {
  expect(reminderDay(end, today)).toBe(day)
})

test.each([
  ['2026-11-19', false],
  ['2026-11-20', false],
  ['2026-11-21', false],
  ['2026-11-22', true],
  ['2027-11-21', true],
  ['2027-11-22', false],
])('a policy may end on %s: %s', (end, may) => {
  expect(mayEndOn(end, today)).toBe(may)
})
