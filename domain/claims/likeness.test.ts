import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alikeWithin, printDistance, printOf, printSide } from './likeness.ts'

const all = printSide * printSide
const points = fc.uint8Array({ minLength: all, maxLength: all })

test('a plain photograph says nothing, and so does one of faint noise', () => {
  expect(printOf(new Uint8Array(all).fill(255))).toBeNull()
  expect(printOf(Uint8Array.from({ length: all }, (_, at) => 250 + (at % 2)))).toBeNull()
  expect(() => printOf(new Uint8Array(3))).toThrow()
})

test('a brighter photograph is the same one; its opposite is as far as can be', () => {
  const slope = Uint8Array.from({ length: all }, (_, at) => (at % printSide) * 8 + at)
  const one = printOf(slope)
  const lighter = printOf(slope.map((value) => value + 40))
  const turned = printOf(slope.map((value) => 255 - value))
  if (!one || !lighter || !turned) throw new Error('a slope says something')
  expect(printDistance(one, lighter)).toBe(0)
  expect(printDistance(one, turned)).toBe(128)
})

test('prints: the same has no distance, the order does not matter, four parts make the number', () => {
  fc.assert(
    fc.property(points, points, (first, second) => {
      const [one, other] = [printOf(first), printOf(second)]
      if (!one || !other) return
      expect(printDistance(one, one)).toBe(0)
      expect(printDistance(one, other)).toBe(printDistance(other, one))
      const whole = one.bands.reduce(
        (sum, band, place) => sum + (BigInt(band % 65_536) << BigInt(place * 16)),
        0n,
      )
      expect(whole).toBe(one.across)
    }),
  )
})

test('random photographs are not alike', () => {
  fc.assert(
    fc.property(points, points, (first, second) => {
      fc.pre(first.some((value, at) => value !== second[at]))
      const [one, other] = [printOf(first), printOf(second)]
      fc.pre(
        one !== null && other !== null && new Set(first).size > 40 && new Set(second).size > 40,
      )
      if (one && other) expect(printDistance(one, other)).toBeGreaterThan(alikeWithin)
    }),
    { seed: 7, numRuns: 300 },
  )
})
