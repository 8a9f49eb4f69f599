import { expect, test } from 'vitest'
import * as refusals from '#domain/refusals.ts'
import { codesWithText, refusalText } from './refusals.ts'

test('every code of the table has words of its own in both languages', () => {
  const codes = Object.values(refusals)
  expect(codesWithText.toSorted((a, b) => a - b)).toEqual(codes.toSorted((a, b) => a - b))
  for (const code of codes) expect(refusalText(code, 'kz')).not.toBe(refusalText(code, 'ru'))
})

test.each([
  [12004, 'kz', 'Тексеру нәтижесі бойынша полис ресімдеу мүмкін емес. Байланыс орталығы: 1414.'],
  [10301, 'ru', 'Номер не зарегистрирован в мобильном банке. Укажите другой.'],
  [14014, 'ru', 'Неверный код'],
] as const)('%i says in %s: %s', (code, locale, text) => {
  expect(refusalText(code, locale)).toBe(text)
})

test('a bad score and a silent scoring service have different words', () => {
  expect(refusalText(5, 'kz', 'bad')).not.toBe(refusalText(5, 'kz', 'unavailable'))
})
