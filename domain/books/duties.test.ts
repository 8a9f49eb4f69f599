import { expect, test } from 'vitest'
import type { MovedDays } from '../claims/working-days.ts'
import { dueOf, dutiesOf, sourceOf } from './duties.ts'

const due = (month: string, days: MovedDays = {}) =>
  Object.fromEntries(
    dutiesOf(month, days).map(({ duty, period, due: day }) => [`${duty} ${period}`, day]),
  )

test('a month has its own duties, the last of a quarter and of a year have theirs', () => {
  expect(due('2026-10')).toEqual({
    'statements 2026-10': '2026-11-05',
    'acts 2026-10': '2026-11-10',
    'close 2026-10': '2026-11-30',
    // 15 November 2026 is a Sunday.
    'invoice 2026-10': '2026-11-16',
  })
  expect(due('2026-09')).toMatchObject({ 'vat_return 2026-Q3': '2026-11-16' })
  expect(due('2026-12')).toMatchObject({
    'vat_return 2026-Q4': '2027-02-15',
    'income_tax 2026': '2027-03-31',
    'close 2026-12': '2027-02-01',
  })
  expect(due('2027-01')).toMatchObject({ 'close 2027-01': '2027-03-01' })
})

test('a last day that is not worked moves on: weekends, holidays, orders of the government', () => {
  // 5 July 2026 is a Sunday, 6 July a holiday.
  expect(due('2026-06')).toMatchObject({ 'statements 2026-06': '2026-07-07' })
  const order = { '2026-07-05': true, '2026-07-10': false }
  expect(due('2026-06', order)).toMatchObject({
    'statements 2026-06': '2026-07-05',
    'acts 2026-06': '2026-07-13',
  })
  expect(dueOf('acts', '2026-06-30', order)).toEqual({ due: '2026-07-13', moved: true })
  expect(dueOf('acts', '2026-06-30', {})).toEqual({ due: '2026-07-10', moved: false })
  // The message within 24 hours waits for no working day.
  expect(dueOf('watch_list', '2026-11-20', {})).toEqual({ due: '2026-11-21', moved: false })
})

test('a tax is owed by the code that was in force in its period', () => {
  expect(sourceOf('vat_return', '2025-Q4')).toBe('tax2017')
  expect(sourceOf('income_tax', '2025')).toBe('tax2017')
  expect(sourceOf('vat_return', '2026-Q1')).toBe('tax2026')
  expect(sourceOf('income_tax', '2026')).toBe('tax2026')
  expect(sourceOf('acts', '2025-12')).toBe('contract')
})
