import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alikeWithin, printDistance, printOf, printSide, printsOf } from './likeness.ts'

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

test('prints: the same has no distance, the order does not matter, four parts make each number', () => {
  fc.assert(
    fc.property(points, points, (first, second) => {
      const [one, other] = [printOf(first), printOf(second)]
      if (!one || !other) return
      expect(printDistance(one, one)).toBe(0)
      expect(printDistance(one, other)).toBe(printDistance(other, one))
      const whole = (bands: number[]) =>
        bands.reduce((sum, band, at) => sum + (BigInt(band % 65_536) << BigInt(at * 16)), 0n)
      expect(whole(one.bands.slice(0, 4))).toBe(one.across)
      expect(whole(one.bands.slice(4))).toBe(one.down)
      expect(one.bands.map((band) => Math.floor(band / 65_536))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
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

test('a photograph that was turned or mirrored has one of eight prints of its own', () => {
  const side = printSide
  fc.assert(
    fc.property(points, (first) => {
      fc.pre(printOf(first) !== null)
      const own = printsOf(first)
      expect(own).toHaveLength(8)
      expect(own[0]).toEqual(printOf(first))
      const turned = first.map(
        (_, at) => first[(side - 1 - (at % side)) * side + Math.floor(at / side)] ?? 0,
      )
      const mirrored = first.map((_, at) => first[at - (at % side) + side - 1 - (at % side)] ?? 0)
      for (const other of [turned, mirrored]) {
        const print = printOf(other)
        if (!print) continue
        expect(own.some((one) => printDistance(one, print) === 0)).toBe(true)
      }
    }),
    { numRuns: 50 },
  )
})
