import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { bestDocument, documentVerdict, type PersonDocument } from './documents-verdict.ts'

const today = '2026-11-21'
const paper = (over: Partial<PersonDocument>): PersonDocument => ({
  type: 'ID_CARD',
  number: '900000001',
  issueDate: '2020-01-01',
  validTo: '2030-01-01',
  issuer: 'ҚР ІІМ',
  valid: true,
  ...over,
})

test.each<[string, PersonDocument[], ReturnType<typeof documentVerdict>]>([
  ['no document at all', [], 'none_valid'],
  [
    'only replaced documents',
    [paper({ valid: false }), paper({ type: 'PASSPORT', valid: false })],
    'none_valid',
  ],
  ['a card that ended yesterday', [paper({ validTo: '2026-11-20' })], 'none_valid'],
  ['a card that ends today', [paper({ validTo: today })], 'ok'],
  ['a card without an end', [paper({ validTo: null })], 'ok'],
  ['only a foreign passport', [paper({ type: 'FOREIGN_PASSPORT' })], 'unsuitable'],
  [
    'a foreign passport and an ended card',
    [paper({ type: 'FOREIGN_PASSPORT' }), paper({ validTo: '2020-01-01' })],
    'unsuitable',
  ],
  ['a passport and an old card', [paper({ valid: false }), paper({ type: 'PASSPORT' })], 'ok'],
])('%s gives %3$s', (_, documents, verdict) => {
  spec('4.1.driver-not-found-documents', '5.client-holds-valid-id')

  expect(documentVerdict(documents, today)).toBe(verdict)
  expect(bestDocument(documents, today) !== null).toBe(verdict === 'ok')
})

test('papers name the newest valid identity card, the passport only without one', () => {
  const old = paper({ number: '1', issueDate: '2018-01-01' })
  const fresh = paper({ number: '2', issueDate: '2024-01-01' })
  const passport = paper({ number: '3', type: 'PASSPORT', issueDate: '2025-01-01' })
  expect(bestDocument([old, passport, fresh], today)?.number).toBe('2')
  expect(bestDocument([passport, { ...fresh, valid: false }], today)?.number).toBe('3')
})
