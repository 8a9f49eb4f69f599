import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { addDays, countDays } from '../calendar.ts'
import { overlap } from './cover.ts'
import {
  allowedMonths,
  earliestStart,
  endDay,
  latestStart,
  prolongStart,
  termDays,
} from './period.ts'
import { checkPeriod } from './shape.ts'

const today = '2026-11-20'
const days = fc.integer({ min: 0, max: 3000 }).map((n) => addDays('2023-01-01', n))

test('a contract starts tomorrow or within the next 90 days', () => {
  spec('9.contract-start')

  expect([earliestStart(today), latestStart(today)]).toEqual(['2026-11-21', '2027-02-18'])
})

test.each([
  ['2026-11-21', 12, '2027-11-20'],
  ['2026-11-21', 6, '2027-05-20'],
  ['2027-01-01', 12, '2027-12-31'],
  ['2026-12-01', 11, '2027-10-31'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-07-01', 6, '2026-12-31'],
])('from %s, %i months end on %s', (start, months, end) => {
  spec('3.2.ogpo-policy-start-date')

  expect(endDay(start, months)).toBe(end)
})

test('a year has 365 or 366 days, a longer term always more days, a short one less than a year', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 6, max: 11 }), (start, months) => {
      const year = termDays(start, 12)
      return (
        [365, 366].includes(year) &&
        termDays(start, months) < termDays(start, months + 1) &&
        termDays(start, months) <= 337
      )
    }),
  )
})

test('a later start never ends earlier', () => {
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 6, max: 12 }),
      (start, months) => endDay(start, months) <= endDay(addDays(start, 1), months),
    ),
  )
})

test('the period is 12 months, and 6 to 11 only with the seasonal agreement', () => {
  expect(allowedMonths(false)).toEqual([12])
  expect(allowedMonths(true)).toEqual([6, 7, 8, 9, 10, 11, 12])
})

test.each([
  ['2026-11-21', 12, false, []],
  ['2027-02-18', 6, true, []],
  ['2026-11-20', 12, false, ['order.dateStart start_too_early']],
  ['2027-02-19', 12, false, ['order.dateStart start_too_late']],
  ['2026-02-30', 12, false, ['order.dateStart not_a_day']],
  ['2026-11-21', 6, false, ['order.period seasonal_required']],
  ['2026-11-21', 5, true, ['order.period months_not_allowed']],
  ['2026-11-21', 6.5, true, ['order.period months_not_allowed']],
  ['2026-11-20', 13, true, ['order.dateStart start_too_early', 'order.period months_not_allowed']],
])('from %s for %d months, seasonal %s: %j', (start, months, seasonal, expected) => {
  expect(
    checkPeriod({ start, months, seasonal }, today).map(
      ({ path, message }) => `${path} ${message}`,
    ),
  ).toEqual(expected)
})

test.each([
  ['2026-11-10', { start: '2026-11-21' }],
  ['2026-11-20', { start: '2026-11-21' }],
  ['2026-12-31', { start: '2027-01-01' }],
  ['2027-02-17', { start: '2027-02-18' }],
  ['2027-02-18', { tooEarlyUntil: '2026-11-21' }],
  ['2027-11-20', { tooEarlyUntil: '2027-08-23' }],
])('a policy that ends on %s is prolonged: %j', (oldEnd, expected) => {
  expect(prolongStart(oldEnd, today)).toEqual(expected)
})

test('on the first possible day a prolongation is really possible', () => {
  fc.assert(
    fc.property(days, (oldEnd) => {
      const answer = prolongStart(oldEnd, '2023-01-01')
      return 'start' in answer || 'start' in prolongStart(oldEnd, answer.tooEarlyUntil)
    }),
  )
})

test('an overlapping policy is told with its days', () => {
  const old = { start: '2025-12-01', end: '2026-11-30' }
  expect(overlap([old], '2026-11-21')).toEqual({
    kind: 'overlap',
    days: 10,
    from: '2026-11-21',
    to: '2026-11-30',
  })
  expect(overlap([old], '2026-12-01')).toBeNull()
})

test('a policy that begins during the new one overlaps too', () => {
  expect(overlap([{ start: '2027-11-01', end: '2028-10-31' }], '2026-11-21')).toMatchObject({
    kind: 'overlap',
    days: 20,
  })
  expect(
    overlap([{ start: '2027-11-01', end: '2028-10-31' }], '2026-11-21', { end: '2027-05-20' }),
  ).toBeNull()
})

test('uninsured days are counted from today on', () => {
  const old = { start: '2024-12-01', end: '2026-11-10' }
  expect(overlap([old], '2026-11-25')).toEqual({
    kind: 'gap',
    days: 14,
    from: '2026-11-11',
    to: '2026-11-24',
  })
  expect(overlap([old], '2026-11-25', { today })).toEqual({
    kind: 'gap',
    days: 5,
    from: '2026-11-20',
    to: '2026-11-24',
  })
  expect(overlap([], '2026-11-25')).toBeNull()
})

test('overlap and gap never come together and always count their own days', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 400 }), days, (start, length, from) => {
      const found = overlap([{ start, end: addDays(start, length) }], from)
      return found === null || found.days === countDays(found.from, found.to)
    }),
  )
})
