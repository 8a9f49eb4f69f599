import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { addDays } from '../calendar.ts'
import { addWorkingDays, isWorkingDay, lastDayDueBy } from './working-days.ts'

test.each([
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-12-16', false],
  ['2026-03-23', false],
  // 21 and 22 March 2026 are a weekend: their holidays move on.
  ['2026-03-24', false],
  ['2026-03-25', false],
  ['2026-03-26', true],
  ['2026-05-27', false],
  // Victory Day on a Saturday gives the Monday.
  ['2026-05-08', true],
  ['2026-05-11', false],
  // Kurban Ait on a Sunday gives no other day.
  ['2027-05-17', true],
  // A day of rest moved by the government: the Friday is free, the Sunday is worked.
  ['2025-01-03', false],
  ['2025-01-05', true],
  ['2027-01-04', false],
  // Constitution Day moved from 30 August to 15 March.
  ['2025-09-01', false],
  ['2026-08-31', true],
  ['2027-03-15', false],
  ['2027-08-30', true],
])('%s is a working day: %s', (day, works) => {
  spec('3.3.claim-laws-deadlines-working')

  expect(isWorkingDay(day, {})).toBe(works)
})

test.each([
  ['2026-11-20', 3, '2026-11-25'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-12-14', 7, '2026-12-24'],
])('%s and %i working days is %s', (day, n, due) => {
  expect(addWorkingDays(day, n, {})).toBe(due)
})

test('between a day and the one n working days later lie n working days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000 }),
      fc.integer({ min: 1, max: 20 }),
      (offset, n) => {
        const from = addDays('2026-01-01', offset)
        const to = addWorkingDays(from, n, {})
        let count = 0
        for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
          if (isWorkingDay(day, {})) count += 1
        return count === n && isWorkingDay(to, {})
      },
    ),
  )
})

test('what came by the last day due is due, and nothing that came later', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), fc.constantFrom(3, 7, 15), (offset, n) => {
      const by = addDays('2026-01-01', offset)
      // The day a week before it is moved, whatever it was by the law.
      const moved = { [addDays(by, -7)]: offset % 2 === 0 }
      const last = lastDayDueBy(by, n, moved)
      return addWorkingDays(last, n, moved) <= by && addWorkingDays(addDays(last, 1), n, moved) > by
    }),
  )
})
