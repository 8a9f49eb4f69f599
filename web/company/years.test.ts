import { expect, test } from 'vitest'
import { reports } from '../content/content.ts'
import { yearsOf } from './years.ts'

test('a row is told through the years, the oldest first, each once', () => {
  expect(yearsOf(reports, 'Таза пайда')).toEqual({
    label: { kz: 'Таза пайда', ru: 'Чистая прибыль' },
    sums: [
      { year: 2023, sum: 16_970 },
      { year: 2024, sum: 24_670 },
      { year: 2025, sum: 36_785 },
    ],
  })
})

test('a row that one of the reports leaves out is not told', () => {
  const [one] = reports
  if (!one) throw new Error('no report')
  expect(yearsOf([one, { year: one.year - 1, tables: [] }], 'Таза пайда')).toBeNull()
})
