import fc from 'fast-check'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { exampleFacts } from './example-facts.ts'
import { printable } from './fonts.ts'
import { exactTenge, legalDay, moment, monthCount, spacedPlate } from './format.ts'
import { qrSvg, sumsInsured } from './view.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

/** Paints the runs of the path back into squares. */
function squares(svg: string): boolean[][] {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const grid = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    grid[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  return grid
}

test('the QR code is the code of the check address', () => {
  expect(squares(qrSvg(exampleFacts.checkUrl))).toEqual(
    encode(exampleFacts.checkUrl, { ecc: 'M', border: 0 }).data,
  )
  expect(squares(qrSvg(`${exampleFacts.checkUrl}1`))).not.toEqual(
    squares(qrSvg(exampleFacts.checkUrl)),
  )
})

test('sums insured are those of article 24 for 2026', () => {
  expect(sumsInsured(4_325)).toEqual({
    death: 8_650_000,
    disability1: 6_920_000,
    disability2: 5_190_000,
    disability3: 2_162_500,
    disabledChild: 4_325_000,
    injury: 1_297_500,
    propertyOne: 2_595_000,
    propertyAll: 8_650_000,
    funeral: 432_500,
  })
})

describe('text that the font can print', () => {
  test.each([
    ['Әә Ғғ Ққ Ңң Өө Ұұ Үү Һһ Іі Ёё ₸ № « » – ×', 'Әә Ғғ Ққ Ңң Өө Ұұ Үү Һһ Іі Ёё ₸ № « » – ×'],
    ['Nguyễn Thị', 'Nguyen Thi'],
    ['漢字 😀', '?? ?'],
    ['a\uf537', 'a?'],
    ['a\r\n\tb\u0000c', 'a b c'],
    ['a\u202eb', 'ab'],
    ['a \u202e b', 'a b'],
    ['e\u202e\u0301', '\u00e9'],
    ['й'.normalize('NFD'), 'й'],
  ])('%j becomes %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  test('a word longer than a line may break', () => {
    expect(printable('Ә'.repeat(31))).toBe(`${'Ә'.repeat(15)}\u200b${'Ә'.repeat(15)}\u200bӘ`)
  })

  test('printing twice changes nothing more', () => {
    // Signs that come together when one between them goes.
    const neighbour = fc.constantFrom(
      ' ',
      '\u00a0',
      '\0',
      '\u200d',
      '\u0301',
      '\u0305',
      'e',
      'и',
      'ﷺ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 29 }),
          fc.string({ unit: neighbour, maxLength: 12 }),
        ),
        (text) => printable(printable(text)) === printable(text),
      ),
    )
  })
})

test.each([
  ['2026-11-20', '2026 жылғы 20 қараша', '20 ноября 2026 года'],
  ['2027-01-05', '2027 жылғы 5 қаңтар', '5 января 2027 года'],
])('the day %s stands in papers as %j and %j', (day, kz, ru) => {
  expect(plain(legalDay(day, 'kz'))).toBe(kz)
  expect(plain(legalDay(day, 'ru'))).toBe(ru)
})

test('an instant is shown in Almaty time, over midnight too', () => {
  expect(plain(moment('2026-11-19T20:14:00Z'))).toBe('20.11.2026 01:14')
})

test.each([
  [1, '1 ай', '1 месяц'],
  [6, '6 ай', '6 месяцев'],
  [12, '12 ай', '12 месяцев'],
])('%i months', (count, kz, ru) => {
  expect([plain(monthCount(count, 'kz')), plain(monthCount(count, 'ru'))]).toEqual([kz, ru])
})

test.each([
  ['8217.5', '8 217,5 ₸'],
  ['36094', '36 094 ₸'],
])('the base %s is written %s', (sum, shown) => {
  expect(plain(exactTenge(sum))).toBe(shown)
})

test.each([
  ['123ABC02', '123 ABC 02'],
  ['123AB01', '123 AB 01'],
  ['A123BCD', 'A 123 BCD'],
  ['1234AB', '1234AB'],
])('the plate %s is spaced as %s', (plate, spaced) => {
  expect(plain(spacedPlate(plate))).toBe(spaced)
})
