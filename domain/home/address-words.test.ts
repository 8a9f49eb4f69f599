import { expect, test } from 'vitest'
import { addressNames, addressWords, askedAddress } from './address.ts'

test('Kazakh letters and those of a Russian keyboard are the same words', () => {
  expect(addressWords('Қабанбай батыр көшесі, 10-үй')).toEqual([
    'кабанбай',
    'батыр',
    'кошеси',
    '10',
    'уй',
  ])
  expect(addressWords('Сәтбаев, Шұғыла, Үйтас, Ілияс, Һ, Ёлочная')).toEqual([
    'сатбаев',
    'шугыла',
    'уйтас',
    'илияс',
    'х',
    'елочная',
  ])
})

test.each([
  ['пр-т Абая, д. 2', ['абая', '2']],
  ['г. Алматы, ул. Жамбыла 10, кв. 7', ['алматы', 'жамбыла', '10']],
  ['Жамбыл көшесі, 10-үй, 7-пәтер', ['жамбыл', '10']],
  ['Абай 12/1', ['абай', '12', '1']],
  ['дом 5', []],
  ['ул. Абая д2 кв5', ['абая', '2']],
  ['ул.Абая,д.2кв5', ['абая', '2']],
  ['Абай даңғылы 4үй 2пәтер', ['абай', '4']],
  ['Абая 10б', ['абая', '10б']],
  ['Абая 10к2', ['абая', '10к2']],
])('%s: its names and numbers, without the flat', (text, names) =>
  expect(askedAddress(text).names).toEqual(names),
)

test.each([
  ['abai 10', ['абай', '10']],
  ['Abay dangyly 10a', ['абай', '10а']],
  ['Dostyk', ['достык']],
  ['Jambyl köşesi', ['жамбыл']],
  ['Zhambyl', ['жамбыл']],
  ['Shevchenko', ['шевченко']],
  ['Raiymbek', ['райымбек']],
  ['Nauryzbai batyr', ['наурызбай', 'батыр']],
  ['ul. Seifullina', ['сейфуллина']],
  ['Qabanbai', ['кабанбай']],
])('%s, typed in Latin letters, is looked for as the register writes it', (text, names) =>
  expect(askedAddress(text).names).toEqual(names),
)

test('what was typed is kept for those who write the street in full', () => {
  expect(askedAddress('Абай көшесі 2').words).toEqual(['абай', 'кошеси', '2'])
})

test('names that a mistyped word is compared with', () => {
  expect(addressNames('Алматы қаласы, Төле би көшесі, 6-үй')).toEqual(['алматы', 'толе'])
})
