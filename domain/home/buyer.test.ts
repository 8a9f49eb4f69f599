import { expect, test } from 'vitest'
import { type Buyer, buyerRefusal } from './buyer.ts'

const fine: Buyer = {
  iin: '850315399904',
  found: true,
  resident: true,
  documents: 'valid',
  birthDate: '1985-03-15',
  saved: true,
}

test.each<[string, Partial<Buyer>, number | null]>([
  ['a resident of age with a valid document', {}, null],
  ['whom no register knows', { found: false }, 14000],
  ['not a resident', { resident: false }, 12005],
  ['without a valid document', { documents: 'none' }, 12000],
  ['with a document that does not fit', { documents: 'unsuitable' }, 12001],
  ['eighteen tomorrow', { birthDate: '2008-11-21' }, 12008],
  ['eighteen today', { birthDate: '2008-11-20' }, null],
  ['whom the database does not take', { saved: false }, 12003],
])('%s', (_, more, code) => {
  expect(buyerRefusal({ ...fine, ...more }, '2026-11-20')?.code ?? null).toBe(code)
})
