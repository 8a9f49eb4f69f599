import { expect, test } from 'vitest'
import { piecesOf, smsParts, smsReplyMax } from './inbox.ts'

const numbersIn = (text: string) => piecesOf(text).flatMap(({ number }) => number ?? [])

test.each([
  ['Кеше 205 ZTA 01 көлігіне полис алдым', ['205ZTA01']],
  ['Машина 205 зта 01, телефон +7 705 111 41 12.', ['205ZTA01', '77051114112']],
  ['номер 123авс02', ['123ABC02']],
  ['8 (701) 555-01-01 перезвоните', ['77015550101']],
  ['Тапсырыс QG000184140, өтінім QC00000041', ['QG000184140', 'QC00000041']],
  ['полис 16760087109Z не пришёл', ['16760087109Z']],
  ['Заказ QGDEMO001 не пришёл, модель QASHQAI2020', ['QGDEMO001']],
  ['ЖСН 880214399916', ['880214399916']],
  ['880214399910 не ИИН', []],
  ['Заплатил 12 500 тенге 20 ноября 2026 года в 14:05', []],
  ['Работаете ли в Семее?', []],
])('the numbers in %j are %j', (text, found) => {
  expect(numbersIn(text)).toEqual(found)
  // Nothing of the text is lost.
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

test('an SMS of Cyrillic letters holds 70 signs alone and 67 in each of several', () => {
  expect([0, 70, 71, 134, 135].map((length) => smsParts('я'.repeat(length)))).toEqual([
    1, 1, 2, 2, 3,
  ])
  expect(smsParts('я'.repeat(smsReplyMax))).toBe(7)
})
