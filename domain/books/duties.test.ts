import { expect, test } from 'vitest'
import { dutiesOf } from './duties.ts'

const due = (month: string) =>
  Object.fromEntries(
    dutiesOf(month).map(({ duty, period, due: day }) => [`${duty} ${period}`, day]),
  )

test('a month has its own duties, the last of a quarter and of a year have theirs', () => {
  expect(due('2026-10')).toEqual({
    'statements 2026-10': '2026-11-05',
    'acts 2026-10': '2026-11-10',
    'close 2026-10': '2026-11-30',
    'invoice 2026-10': '2026-11-15',
  })
  expect(due('2026-09')).toMatchObject({ 'vat_return 2026-Q3': '2026-11-15' })
  expect(due('2026-12')).toMatchObject({
    'vat_return 2026-Q4': '2027-02-15',
    'income_tax 2026': '2027-03-31',
    'close 2026-12': '2027-01-31',
  })
  expect(due('2027-01')).toMatchObject({ 'close 2027-01': '2027-02-28' })
})
