import { expect, test } from 'vitest'
import { cardMark } from './card-end.ts'

test.each([
  ['2026-12', '2026-12-31', 'ends'],
  ['2026-12', '2027-01-01', 'ended'],
  ['2027-01', '2026-12-31', null],
  ['2027-01', '2027-01-01', 'ends'],
  ['2025-12', '2026-12-31', 'ended'],
  ['', '2026-12-31', null],
])('a card to %s is marked on %s: %s', (validTo, day, mark) => {
  expect(cardMark(validTo, day)).toBe(mark)
})
