import { expect, test } from 'vitest'
import { usualDay } from '../calendar.ts'
import { type PromoterTerms, payByDay, payOf, payOn, termsOn } from './pay.ts'

const terms: PromoterTerms[] = [
  { from: '2026-10-01', goal: 8, percent: 40 },
  { from: '2026-11-15', goal: 10, percent: null },
  { from: '2026-11-20', goal: null, percent: 50 },
]

test('the terms of a day are the last that began by then; of one day the last set', () => {
  expect(termsOn(terms, '2026-09-30')).toBeNull()
  expect(termsOn(terms, '2026-11-14')?.goal).toBe(8)
  expect(termsOn(terms, '2026-11-20')).toMatchObject({ goal: null, percent: 50 })
  const again = [...terms, { from: '2026-11-20', goal: 12, percent: 45 }]
  expect(termsOn(again, '2026-11-21')).toMatchObject({ goal: 12, percent: 45 })
})

test('pay is a part of the commission by the rate of its day; without a rate it is not told', () => {
  expect(payOn(terms, '2026-11-01', 4_331)).toBe(1_732)
  expect(payOn(terms, '2026-11-16', 4_331)).toBeNull()
  expect(
    payOf(terms, [
      { day: '2026-11-14', commission: 1_000 },
      { day: '2026-11-16', commission: 1_000 },
      { day: '2026-11-20', commission: 1_000 },
    ]),
  ).toBe(900)
  // The shown pay of each sale adds up to the shown total.
  const alike = Array.from({ length: 8 }, () => ({ day: '2026-11-20', commission: 5_415 }))
  expect(payOf(terms, alike)).toBe(8 * 2_708)
  expect(payByDay(terms, alike)).toEqual([{ day: '2026-11-20', pay: 8 * 2_708 }])
  expect(payOf([], [{ day: '2026-11-20', commission: 1_000 }])).toBeNull()
})

test('a usual day is the mean of the same weekdays, up to this time of the day too', () => {
  const at = (day: string, time = '05:00:00Z') => new Date(`${day}T${time}`)
  const now = at('2026-11-24', '09:30:00Z')
  expect(usualDay([], now)).toBeNull()
  expect(usualDay([at('2026-11-20')], now)).toBeNull()
  const sales = [
    at('2026-11-10'),
    at('2026-11-10', '12:00:00Z'),
    at('2026-11-17'),
    at('2026-11-17'),
    at('2026-11-18'),
    // Today is no usual day of itself.
    at('2026-11-24'),
  ]
  expect(usualDay(sales, now)).toEqual({ whole: 2, byNow: 1.5 })
})
