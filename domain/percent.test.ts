import { expect, test } from 'vitest'
import { percent } from './percent.ts'

test('per cent stands at the number in Kazakh and after a no-break space in Russian', () => {
  expect([percent.kz(15), percent.kz('15,5'), percent.kz(-2.5)]).toEqual(['15%', '15,5%', '−2,5%'])
  expect([percent.ru(15), percent.ru(0.25)]).toEqual(['15\u00a0%', '0,25\u00a0%'])
})
