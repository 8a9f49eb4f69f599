import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientName, listName, nameSimilarity } from './names.ts'
import { comparedNames, differingLetters } from './parts.ts'

const client = { surname: 'Өмірзақов', name: 'Ғалымжан', patronymic: 'Бекболатұлы' }

test('each word of a client stands beside its pair in the entry, as written and as compared', () => {
  const found = comparedNames(client, ['УМИРЗАКОВ ГАЛИМЖАН БЕКБУЛАТОВИЧ'])
  expect(
    found?.words.map(({ role, theirs, oursAs, theirsAs }) => [role, theirs, oursAs, theirsAs]),
  ).toEqual([
    ['surname', 'Умирзаков', 'ОМИРЗАКОВ', 'УМИРЗАКОВ'],
    ['name', 'Галимжан', 'ГАЛЫМЖАН', 'ГАЛИМЖАН'],
    ['patronymic', 'Бекбулатович', 'БЕКБОЛАТ', 'БЕКБУЛАТ'],
  ])
  const likenesses = found?.words.map(({ likeness }) => likeness ?? 0) ?? []
  expect(found?.weakest).toBe(Math.min(...likenesses))
  expect(found?.mean).toBeCloseTo(likenesses.reduce((sum, one) => sum + one, 0) / 3, 10)
  expect(found?.score).toBeCloseTo(((found?.mean ?? 0) + (found?.weakest ?? 0)) / 2, 10)
})

test('the most alike of an entry’s names is shown; a patronymic only one side has is left out', () => {
  const found = comparedNames(client, ['ИВАНОВ ИВАН', 'Galymzhan Omirzaqov'])
  expect(found?.name).toBe('Galymzhan Omirzaqov')
  expect(found?.words.map(({ theirs, likeness }) => [theirs, likeness === null])).toEqual([
    ['Omirzaqov', false],
    ['Galymzhan', false],
    ['', true],
  ])
})

test('an entry in another script, or another person, has no likeness and no pairs', () => {
  expect(comparedNames(client, ['محمد'])).toBeNull()
  const other = comparedNames(client, ['ПЕТРОВ ПЕТР ПЕТРОВИЧ'])
  expect([other?.score, other?.weakest, other?.mean]).toEqual([0, 0, 0])
  expect(other?.words.every(({ likeness }) => likeness === null)).toBe(true)
})

test('the parts never tell another likeness than the rule that screens', () => {
  const word = fc.constantFrom(
    'Өмірзақов',
    'Умирзаков',
    'Нұрлан',
    'Nurlan',
    'Қасымұлы',
    'Касымович',
    'Өмірзақов-Ким',
    'Ким',
  )
  fc.assert(
    fc.property(
      word,
      word,
      word,
      fc.array(word, { minLength: 1, maxLength: 4 }),
      (a, b, c, list) => {
        const text = list.join(' ')
        const name = listName(text)
        const client = { surname: a, name: b, patronymic: c }
        const screened = name ? nameSimilarity(clientName(client), name) : 0
        const shown = comparedNames(client, [text])?.score ?? 0
        expect(shown).toBe(screened)
      },
    ),
  )
})

test('letters that differ are marked, Kazakh and Russian letters of one name are not', () => {
  const marked = (one: string, other: string) => {
    const [ours, theirs] = differingLetters(one, other)
    const of = (text: string, marks: boolean[]) => [...text].filter((_, at) => marks[at]).join('')
    return [of(one, ours), of(other, theirs)]
  }
  expect(marked('Ғалымжан', 'Галимжан')).toEqual(['ы', 'и'])
  expect(marked('Өмірзақов', 'Умирзаков')).toEqual(['Ө', 'У'])
  expect(marked('Асан', 'Асанов')).toEqual(['', 'ов'])
  expect(marked('', 'Асан')).toEqual(['', 'Асан'])
})
