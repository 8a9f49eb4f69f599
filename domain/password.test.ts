import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { passwordProblem } from './password.ts'

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
