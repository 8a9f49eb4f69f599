import { describe, expect, test } from 'vitest'
import { fromTo, longDate, money, plural } from './texts.ts'

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

test.each([
  [0, '0 ₸'],
  [990, '990 ₸'],
  [36094, '36 094 ₸'],
  [1107600, '1 107 600 ₸'],
])('%i tenge are written %s with no-break spaces', (tenge, text) => {
  expect(money(tenge)).toBe(text.replaceAll(' ', '\u00a0'))
})

test('a date is written as people write it', () => {
  expect(longDate('kz', '2026-11-20').replaceAll('\u00a0', ' ')).toBe('2026 ж. 20 қараша')
  expect(longDate('ru', '2026-11-20').replaceAll('\u00a0', ' ')).toBe('20 ноября 2026 г.')
})

const whole = (text: string): string => text.replaceAll(' ', '\u00a0')
test('a line never ends inside a date of a period', () => {
  expect(fromTo('kz', '2026-12-05', '2027-12-04').split(' ')).toEqual(
    ['2026 ж. 5 желтоқсан –', '2027 ж. 4 желтоқсан'].map(whole),
  )
  expect(fromTo('ru', '2026-12-05', '2027-12-04').split(' ')).toEqual(
    ['5 декабря 2026 г. –', '4 декабря 2027 г.'].map(whole),
  )
})
