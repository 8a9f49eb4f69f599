import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takesTwoPeople } from './two-people.ts'

test('two people decide from the sum on, and where the sum or the row is not known', () => {
  expect(takesTwoPeople(499_999, 500_000)).toBe(false)
  expect(takesTwoPeople(500_000, 500_000)).toBe(true)
  expect(takesTwoPeople(null, 500_000)).toBe(true)
  expect(takesTwoPeople(1, null)).toBe(true)
  expect(takesTwoPeople(0, 0)).toBe(true)
})

test('a larger sum never takes fewer people, nor does a lower row', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), fc.nat(), (sum, more, from, less) => {
      if (!takesTwoPeople(sum, from)) return
      expect(takesTwoPeople(sum + more, from)).toBe(true)
      expect(takesTwoPeople(sum, Math.max(0, from - less))).toBe(true)
    }),
  )
})

test('what was granted before counts with what is to be paid now', () => {
  expect(takesTwoPeople(300_000, 500_000, 199_999)).toBe(false)
  expect(takesTwoPeople(300_000, 500_000, 200_000)).toBe(true)
})
