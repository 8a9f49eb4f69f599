import { expect, test } from 'vitest'
import { hasCardEndedBy } from './card-end.ts'

test.each([
  ['2026-12', '2026-12-31', false],
  ['2026-12', '2027-01-01', true],
  ['2027-01', '2026-12-31', false],
  ['', '2026-12-31', false],
])('a card to %s has ended by %s: %s', (validTo, day, ended) => {
  expect(hasCardEndedBy(validTo, day)).toBe(ended)
})
