import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import {
  addDays,
  addMonths,
  almatyClock,
  almatyDay,
  countDays,
  daysBetween,
  endOfDay,
  fullYears,
  isDay,
  isLeap,
  numericDay,
  numericMoment,
  numericPeriod,
  startOfDay,
} from './calendar.ts'

const days = fc.integer({ min: -20_000, max: 40_000 }).map((n) => addDays('2026-01-01', n))

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['20.11.2026', false],
  ['', false],
])('%j is a day: %s', (text, is) => {
  spec('5.start-format-yyyy-mm')

  expect(isDay(text)).toBe(is)
})

test.each([
  ['2026-11-20T18:59:59.999Z', '2026-11-20'],
  ['2026-11-20T19:00:00.000Z', '2026-11-21'],
])('at %s it is %s in Almaty', (instant, day) => {
  expect(almatyDay(new Date(instant))).toBe(day)
})

test('a day begins and ends in Almaty', () => {
  expect(startOfDay('2026-11-21').toISOString()).toBe('2026-11-20T19:00:00.000Z')
  expect(endOfDay('2026-11-21').toISOString()).toBe('2026-11-21T18:59:59.999Z')
  fc.assert(
    fc.property(
      days,
      (day) => almatyDay(startOfDay(day)) === day && almatyDay(endOfDay(day)) === day,
    ),
  )
})

test('days added can be counted', () => {
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: -3000, max: 3000 }),
      (day, n) => daysBetween(day, addDays(day, n)) === n,
    ),
  )
})

test.each([
  ['2026-11-20', '2026-11-20', 1],
  ['2026-11-21', '2027-11-20', 365],
  ['2026-11-21', '2026-11-20', 0],
])('from %s to %s, both counted, are %i days', (from, to, days) => {
  expect(countDays(from, to)).toBe(days)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-21', 12, '2027-11-21'],
  ['2026-11-21', -11, '2025-12-21'],
])('%s and %i months is %s', (day, n, after) => {
  expect(addMonths(day, n)).toBe(after)
})

test.each([
  ['2001-11-21', '2026-11-20', 24],
  ['2001-11-20', '2026-11-20', 25],
  ['2004-02-29', '2022-02-28', 17],
  ['2004-02-29', '2022-03-01', 18],
])('from %s to %s there are %i full years on %s', (from, on, years) => {
  expect(fullYears(from, on)).toBe(years)
})

test('2000 and 2028 are leap years, 1900 and 2026 are not', () => {
  expect([2000, 2028, 1900, 2026].map(isLeap)).toEqual([true, true, false, false])
})

test('days, periods and instants in figures', () => {
  expect(numericDay('2026-01-05')).toBe('05.01.2026')
  expect(numericPeriod('2026-11-20', '2027-11-19')).toBe('20.11.2026 – 19.11.2027')
  expect(numericMoment(new Date('2026-11-20T20:05:59Z'))).toBe('21.11.2026 01:05')
  expect(almatyClock(new Date('2026-11-20T20:05:59Z'))).toBe('2026-11-21T01:05:59.000')
})
