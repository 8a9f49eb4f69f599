import Big from 'big.js'
import { expect, test } from 'vitest'
import { formatCoefficient, roundTenge } from './money.ts'

test.each([
  ['18195.4', 18195],
  ['18195.5', 18196],
  ['36094.49999', 36094],
])('%s tenge rounds half-up to %i', (exact, whole) => {
  expect(roundTenge(new Big(exact))).toBe(whole)
})

test.each([
  ['2.1016', '2,1016'],
  ['1.00', '1,00'],
  ['0.8', '0,8'],
  ['2.10165', '2,1017'],
  ['8217.5', '8217,5'],
  ['184/365', '184/365'],
])('coefficient %s reads %s', (decimal, text) => {
  expect(formatCoefficient(decimal)).toBe(text)
})
