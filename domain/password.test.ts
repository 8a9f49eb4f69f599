import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { isGuessable, passwordProblem } from './password.ts'

test.each([
  ['abc12', 'abc12', 'password_short'],
  ['', '', 'password_short'],
  ['құпиясөз1', 'құпиясөз1', 'password_latin'],
  ['парольпароль', 'парольпароль', 'password_latin'],
  ['abc 123', 'abc 123', 'password_latin'],
  ['abc123', 'abc124', 'passwords_differ'],
  ['abc123', 'abc123', null],
  ['Ab!@#$%^&*()_+1', 'Ab!@#$%^&*()_+1', null],
])('the new password %j repeated as %j: %s', (password, repeat, problem) => {
  spec('5.password-least-6-characters', '9.password-minimum-length')

  expect(passwordProblem(password, repeat)).toBe(problem)
})

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
