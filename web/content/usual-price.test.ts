import { expect, test } from 'vitest'
import { limits, usualPrices, worked } from './usual-price.ts'

test('the worked price of Almaty is that of the law, row by row', () => {
  expect(worked).toEqual({
    base: { k: '1.9', sum: 8_218 },
    region: { k: '2.1016', sum: 17_270 },
    vehicle: { k: '2.09', sum: 36_094 },
    classes: [
      { id: 'first', k: '1.20', sum: 43_313 },
      { id: '3', k: '1.00', sum: 36_094 },
      { id: '7', k: '0.80', sum: 28_875 },
      { id: '13', k: '0.50', sum: 18_047 },
    ],
  })
})

test('every region of plates has its usual price, from the best class to a first contract', () => {
  expect(Object.keys(usualPrices)).toHaveLength(20)
  expect(usualPrices['02']).toEqual({
    name: { kz: 'Алматы қаласы', ru: 'г. Алматы' },
    from: 18_047,
    to: 43_313,
  })
})

test('the limits are those of article 24', () => {
  expect(limits).toEqual({
    allProperty: 8_650_000,
    life: 8_650_000,
    property: 2_595_000,
    treatment: 1_297_500,
  })
})
