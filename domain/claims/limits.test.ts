import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payableForProperty } from './payable.ts'

const mrp = 4_325

test.each<[what: string, harms: number[], paid: number[]]>([
  ['under the limit, 24 § 1 (2)', [310_000], [310_000]],
  ['over 600 MRP', [3_000_000], [2_595_000]],
  ['three at their limit, 24 § 1 (3)', [9e6, 9e6, 9e6], [2_595_000, 2_595_000, 2_595_000]],
  ['four share 2000 MRP', [9e6, 9e6, 9e6, 9e6], [2_162_500, 2_162_500, 2_162_500, 2_162_500]],
  [
    'four share by their harm',
    [2_595_000, 2_595_000, 2_595_000, 1_297_500],
    [2_471_429, 2_471_429, 2_471_429, 1_235_713],
  ],
  ['nobody', [], []],
])('%s', (_what, harms, paid) => {
  expect(payableForProperty(harms, mrp)).toEqual(paid)
})

test('nobody gets more than the harm or 600 MRP, all together no more than 2000', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6_000_000 }), { maxLength: 12 }), (harms) => {
      const paid = payableForProperty(harms, mrp)
      const all = paid.reduce((sum, one) => sum + one, 0)
      return (
        all <= 2_000 * mrp &&
        paid.every((one, at) => one >= 0 && one <= Math.min(harms[at] ?? 0, 600 * mrp))
      )
    }),
  )
})
