import { expect, test } from 'vitest'
import { alphabetical, byLabel } from './alphabetical.ts'

test('names stand in the order of their alphabet, Kazakh letters beside their likes', () => {
  const names = ['Яна', 'Ұлан', 'Әсем', 'Іле', 'Ыдырыс', 'Қанат', 'Ернар', 'Ёлка', 'Анар', 'Камила']
  expect(names.toSorted(alphabetical('kz'))).toEqual([
    'Анар',
    'Әсем',
    'Ернар',
    'Ёлка',
    'Камила',
    'Қанат',
    'Ұлан',
    'Ыдырыс',
    'Іле',
    'Яна',
  ])
  const options = ['Ёлка', 'Жанна', 'Евгения'].map((label) => ({ label }))
  expect(options.sort(byLabel('ru')).map(({ label }) => label)).toEqual([
    'Евгения',
    'Ёлка',
    'Жанна',
  ])
})
