import { expect, test } from 'vitest'
import { bestBy, type InsurerFactName } from './insurer-facts.ts'

const of = (
  code: string,
  fact: InsurerFactName,
  value: string,
  day = '2026-09-30',
  source = 'A',
) => ({
  code,
  facts: [{ fact, value, source, day }],
})

test('the fewest days and complaints, and the most offices, are the best', () => {
  const both = (fact: InsurerFactName) => [of('dala', fact, '9.00'), of('tobyl', fact, '11.00')]
  expect(bestBy('days_to_pay', both('days_to_pay'))).toBe('dala')
  expect(bestBy('complaints', both('complaints'))).toBe('dala')
  expect(bestBy('offices', both('offices'))).toBe('tobyl')
})

test('nobody is best where figures do not compare: one alone, the same, another source or day', () => {
  const one = of('dala', 'offices', '9')
  expect(bestBy('offices', [one])).toBeNull()
  expect(bestBy('offices', [one, { code: 'tobyl', facts: [] }])).toBeNull()
  expect(bestBy('offices', [one, of('tobyl', 'offices', '9.00')])).toBeNull()
  expect(bestBy('offices', [one, of('tobyl', 'offices', '3', '2026-06-30')])).toBeNull()
  expect(bestBy('offices', [one, of('tobyl', 'offices', '3', '2026-09-30', 'B')])).toBeNull()
})
