import { expect, test } from 'vitest'
import { bankLink, isBankLink } from './client.ts'

const bill = { id: '17 8/2', sum: 28_875 }

test('a bill and its sum stand in the link as the bank wants them', () => {
  expect(bankLink('https://bank.example/{bill}?amount={sum}&again={sum}', bill)).toBe(
    'https://bank.example/17%208%2F2?amount=28875&again=28875',
  )
  expect(bankLink('https://bank.example/app', bill)).toBe('https://bank.example/app')
  expect(bankLink(null, bill)).toBeNull()
})

test.each([
  ['https://bank.example/pay?bill={bill}', true],
  ['bank-app://bills', false],
  ['bank.example/pay', false],
  ['javascript://%0aalert(1)', false],
  ['data://text/html,x', false],
  ['https://bank.example/{phone}', false],
  ['https://bank.example/{bill', false],
  ['https://bank.example/a b', false],
])('%s is a template: %s', (template, is) => expect(isBankLink(template)).toBe(is))
