import { expect, test } from 'vitest'
import { isGuessable } from './guessable.ts'

const known = new Set(['123456', 'iloveyou'])
const own = ['850315399904', '7010000001']

test.each([
  ['123456', true],
  ['ILoveYou', true],
  ['iloveyou2', false],
  ['Qorgan2026!', true],
  ['almaty-07', true],
  ['qorganym-05-bar', false],
  ['850315', true],
  ['0000001', true],
  ['Aa850315399904', true],
  ['+7 (701) 000-00-01', true],
  ['kumis-850315', false],
  ['850316', false],
  ['dauren-2026', false],
])('%j is guessed early: %s', (password, guessed) => {
  expect(isGuessable(password, known, own)).toBe(guessed)
})
