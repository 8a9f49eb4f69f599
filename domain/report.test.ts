import { expect, test } from 'vitest'
import { pagesAround } from './report.ts'

test('beside a page stand the first, the last and its neighbours, with gaps for the others', () => {
  expect(pagesAround(1, 1)).toEqual([1])
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(1, 51)).toEqual([1, 2, null, 51])
  expect(pagesAround(3, 51)).toEqual([1, 2, 3, 4, null, 51])
  expect(pagesAround(27, 51)).toEqual([1, null, 26, 27, 28, null, 51])
  expect(pagesAround(49, 51)).toEqual([1, null, 48, 49, 50, 51])
  expect(pagesAround(51, 51)).toEqual([1, null, 50, 51])
})
