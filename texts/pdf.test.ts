import { expect, test } from 'vitest'
import { documentNames } from './document-names.ts'
import { pdfTexts } from './pdf.ts'

function phrases(table: object): string[] {
  return Object.values(table).flatMap((value) =>
    typeof value === 'string' ? [value] : phrases(value),
  )
}

test('no word of the papers mixes Cyrillic with Latin look-alikes', () => {
  const mixed = phrases([pdfTexts, documentNames]).filter((text) =>
    /\p{Script=Cyrillic}[a-z]|[a-z]\p{Script=Cyrillic}/iu.test(text),
  )
  expect(mixed).toEqual([])
})

test('papers never use the words the glossary refuses', () => {
  const refused =
    /сыйақысы? бойынша|жеке деректер|келісімшарт|сақтандыру оқиғасы|сақтандыру сыйақысы|агент|болып табылады/i
  expect(phrases(pdfTexts).filter((text) => refused.test(text))).toEqual([])
})
