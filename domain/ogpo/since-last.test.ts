import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { type Compared, sinceLast } from './since-last.ts'

const factors = (bonusMalus: string, more: { code: string; value: string }[] = []) => [
  { code: 'base', value: '8217.5' },
  { code: 'bonusMalus', value: bonusMalus },
  ...more,
]
type One = Compared<{ code: string; value: string }>
const price = (total: number, cars: One['cars']): One => ({ total, cars })
const car = (
  plate: string,
  bonusMalus: string,
  decisive = 'a',
  more: { code: string; value: string }[] = [],
) => ({
  plate,
  decisive,
  lines: [
    { iin: 'a', factors: factors(bonusMalus, more) },
    { iin: 'b', factors: factors('2.45') },
  ],
})

test('a better class is the reason of a lower price', () => {
  spec('7.2.ours-calculated-renewal-says')

  expect(sinceLast(price(28_875, [car('1', '0.80')]), price(27_071, [car('1', '0.75')]))).toEqual({
    premium: 28_875,
    difference: -1_804,
    moved: [
      {
        plate: '1',
        before: { code: 'bonusMalus', value: '0.80' },
        now: { code: 'bonusMalus', value: '0.75' },
        by: null,
      },
    ],
    otherCars: false,
    otherDriver: false,
  })
})

test('the same coefficient written otherwise is no reason, nor is a coefficient of one', () => {
  const now = price(28_875, [car('1', '0.8', 'a', [{ code: 'privilege', value: '1' }])])
  expect(sinceLast(price(28_875, [car('1', '0.80')]), now)).toMatchObject({
    difference: 0,
    moved: [],
  })
})

test('a short term is a coefficient that was not there', () => {
  const now = price(14_000, [car('1', '0.80', 'a', [{ code: 'term', value: '181/365' }])])
  expect(sinceLast(price(28_875, [car('1', '0.80')]), now).moved).toEqual([
    { plate: '1', before: null, now: { code: 'term', value: '181/365' }, by: null },
  ])
})

test('another deciding driver and another car are said apart', () => {
  const before = price(28_875, [car('1', '0.80')])
  expect(sinceLast(before, price(88_000, [car('1', '0.80', 'b')]))).toMatchObject({
    otherDriver: true,
    otherCars: false,
  })
  expect(sinceLast(before, price(57_750, [car('1', '0.80'), car('2', '0.80')]))).toMatchObject({
    otherCars: true,
    moved: [],
  })
  expect(sinceLast(price(57_750, [car('1', '0.80'), car('2', '0.80')]), before)).toMatchObject({
    otherCars: true,
  })
})

test('each change of the only car has its part, and the parts are the whole difference', () => {
  spec('7.2.ours-calculated-renewal-says')

  const line = (base: string, bonusMalus: string, total: number) =>
    price(total, [
      {
        plate: '1',
        decisive: 'a',
        lines: [
          {
            iin: 'a',
            factors: [
              { code: 'base', value: base },
              { code: 'bonusMalus', value: bonusMalus },
            ],
          },
        ],
      },
    ])
  const { difference, moved } = sinceLast(line('1000', '0.8', 800), line('1100.5', '0.75', 825))
  expect(moved.map(({ now, by }) => [now?.code, by])).toEqual([
    ['base', 80],
    ['bonusMalus', -55],
  ])
  expect(moved.reduce((sum, { by }) => sum + (by ?? 0), 0)).toBe(difference)
})

test('of several cars, or of a price that is more than one line, no part is told', () => {
  const two = (base: string) => price(2000, [car('1', base), car('2', base)])
  expect(sinceLast(two('0.8'), two('0.75')).moved.map(({ by }) => by)).toEqual([null, null])
})
