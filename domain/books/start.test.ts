import { expect, test } from 'vitest'
import { oursOf, owedAtStart } from './start.ts'

const balances = [
  { kind: 'account', subject: 'KZ00', amount: 14_902_118 },
  { kind: 'waiting', subject: 'card', amount: 3_500_000 },
  { kind: 'prepaid', subject: 'dala', amount: 9_214_400 },
  { kind: 'debt', subject: 'dala', amount: 14_318_406 },
  { kind: 'debt', subject: 'tobyl', amount: 6_704_900 },
  { kind: 'refunds', subject: 'clients', amount: 857_000 },
] as const

test('what there is less what is owed is ours', () => {
  expect(oursOf(balances)).toBe(5_736_212)
  expect(oursOf([])).toBe(0)
})

test('what is owed to an insurer at the start is its debt less what it owes us', () => {
  expect(owedAtStart(balances, 'dala')).toBe(14_318_406 - 9_214_400)
  expect(owedAtStart(balances, 'tobyl')).toBe(6_704_900)
  expect(owedAtStart(balances, 'alatau')).toBe(0)
})
