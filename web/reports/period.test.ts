import { expect, test } from 'vitest'
import { monthName, periodOf, quickPeriods } from './period.ts'

test('without a period in the address it is the month up to today', () => {
  expect(periodOf(new URLSearchParams(), '2026-11-20')).toEqual({
    from: '2026-11-01',
    to: '2026-11-20',
  })
  expect(periodOf(new URLSearchParams('from=2026-11-12&to=2026-11-05'), '2026-11-20')).toEqual({
    from: '2026-11-05',
    to: '2026-11-12',
  })
  expect(periodOf(new URLSearchParams('from=2026-10-05&to=2026-10-06'), '2026-11-20')).toEqual({
    from: '2026-10-05',
    to: '2026-10-06',
  })
})

test('today, this month and the month before are one press away', () => {
  expect(quickPeriods('2026-03-01')).toEqual({
    today: { from: '2026-03-01', to: '2026-03-01' },
    month: { from: '2026-03-01', to: '2026-03-01' },
    previous: { from: '2026-02-01', to: '2026-02-28' },
  })
})

test('a month is named as people write it', () => {
  expect(monthName('2024-12', 'kz').replace(/\s/g, ' ')).toBe('2024 ж. желтоқсан')
  expect(monthName('2024-12', 'ru').replace(/\s/g, ' ')).toBe('декабрь 2024 г.')
})
