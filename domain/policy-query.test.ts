import { expect, test } from 'vitest'
import { policyQuery } from './policy-query.ts'

test.each([
  ['123 авс 02', '123ABC02'],
  ['123-ABC-02', '123ABC02'],
  ['а123вск', 'A123BCK'],
  ['417 BD 16', '417BD16'],
  ['12AB02', '12AB02'],
])('«%s» is the plate %s', (text, plate) => {
  expect(policyQuery(text)).toEqual({ by: 'plate', plate })
})

test.each([
  [' 00000000001a ', '00000000001A'],
  ['№ 1234 5678 901С', '12345678901C'],
])('«%s» is the number %s', (text, number) => {
  expect(policyQuery(text)).toEqual({ by: 'number', number })
})

test.each(['', '123', '1234567', 'ABCDEFGHIJ', '850315 39', '<script>', '1'.repeat(21)])(
  '«%s» is neither',
  (text) => {
    expect(policyQuery(text)).toBeNull()
  },
)
