import { describe, expect, test } from 'vitest'
import { plural } from './plural.ts'

describe('plurals', () => {
  const drivers = {
    one: '{n} водитель',
    few: '{n} водителя',
    many: '{n} водителей',
    other: '{n} водителя',
  }
  test.each([
    [1, '1 водитель'],
    [2, '2 водителя'],
    [5, '5 водителей'],
    [11, '11 водителей'],
    [21, '21 водитель'],
    [22, '22 водителя'],
  ])('%i drivers in Russian are «%s»', (n, text) => {
    expect(plural('ru', n, drivers)).toBe(text)
  })

  test.each([1, 5])('a Kazakh noun does not change after %i', (n) => {
    const forms = { one: '{n} жүргізуші', other: '{n} жүргізуші' }
    expect(plural('kz', n, forms)).toBe(`${n} жүргізуші`)
  })
})
