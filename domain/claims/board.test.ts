import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { boardColumns, columnOf, heatDays, lawDays } from './board.ts'
import { hoursAfterStart, isYoungPolicy } from './signs.ts'

// 24 November 2026 is a Tuesday.
test.each([
  ['2026-11-23', 'late'],
  ['2026-11-24', 'today'],
  ['2026-11-25', 'tomorrow'],
  ['2026-11-27', 'this_week'],
  ['2026-11-30', 'next_week'],
  ['2026-12-06', 'next_week'],
  ['2026-12-07', 'later'],
])('due on %s stands under %s', (due, column) => {
  expect(columnOf(due, '2026-11-24', {})).toBe(column)
})

test('on a Friday Monday is the next working day', () => {
  expect(columnOf('2026-11-30', '2026-11-27', {})).toBe('tomorrow')
})

test('a later day never stands in an earlier column', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 0, max: 400 }), (due, at) => {
      const today = addDays('2026-01-01', at)
      const column = (days: number) =>
        boardColumns.indexOf(columnOf(addDays(today, days), today, {}))
      return column(due) <= column(due + 1)
    }),
  )
})

test('the strip has today and four weeks after it', () => {
  const days = heatDays('2026-11-24')
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-19', '2026-12-18', 30])
})

test('the fifteen days leave out days off and tell which are over', () => {
  const days = lawDays('2026-11-13', '2026-11-24', 15, {})
  expect(days.filter(({ gone }) => gone).map(({ day }) => day)).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-23',
  ])
  expect(days[6]).toEqual({ day: '2026-11-24', gone: false })
})

test.each([
  ['2026-11-20', null, 0, true],
  ['2026-11-20', '18:40', 18, true],
  ['2026-11-22', '23:59', 71, true],
  ['2026-11-23', '00:00', 72, false],
  ['2026-11-19', '23:00', -1, false],
])(
  'an accident on %s at %s comes %i hours after a policy of the 20th: said %s',
  (on, at, hours, said) => {
    expect(hoursAfterStart('2026-11-20', on, at)).toBe(hours)
    expect(isYoungPolicy(hours)).toBe(said)
  },
)
