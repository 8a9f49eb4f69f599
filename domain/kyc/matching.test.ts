import { expect, test } from 'vitest'
import { namesAndQuestions, scoreOf } from '#tests/names.ts'
import { spec } from '#tests/spec.ts'
import { indexEntries, screen } from './kyc.ts'

const { entries, questions } = namesAndQuestions(500, 2026)
const index = indexEntries(entries)
const score = scoreOf(
  questions,
  (person) => screen(person, index, { TEST: 'block' }).decision !== 'clear',
)

test('of 500 questions about listed people and others nearly all are answered right (10 000 are asked by lab/bench/matching.ts)', () => {
  spec('3.3.kyc-matches-as-register')

  expect(score.precision).toBeGreaterThanOrEqual(0.99)
  expect(score.recall).toBeGreaterThanOrEqual(0.98)
})

/**
 * Variants in the law's register itself, and changes people make: never missed. The others are
 * misspellings.
 */
const sure = [
  'another surname, the same IIN',
  'as on the list',
  'without the Kazakh letters',
  'Russian patronymic',
  'patronymic in two words',
  'no patronymic',
  'surname and name exchanged',
  'Latin, passport',
  'Latin letters among Cyrillic',
]
test.each(sure)('%s: always found', (kind) => {
  const found = score.kinds.find((each) => each.kind === kind)
  expect(found?.asked).toBeGreaterThan(5)
  expect(found?.right).toBe(found?.asked)
})
test.each(['stranger', 'twin'])('%s: never taken for a listed person', (kind) => {
  const found = score.kinds.find((each) => each.kind === kind)
  expect(found?.asked).toBeGreaterThan(20)
  expect(found?.right).toBe(found?.asked)
})

test('the same seed makes the same people, another one others', () => {
  expect(namesAndQuestions(50, 1)).toEqual(namesAndQuestions(50, 1))
  expect(namesAndQuestions(50, 1).questions).not.toEqual(namesAndQuestions(50, 2).questions)
})
