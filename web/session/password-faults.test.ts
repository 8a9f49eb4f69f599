import { expect, test } from 'vitest'
import { passwordErrors } from './password-fields.tsx'

const values = (password: string, password_repeat = password, current_password = 'old-one') => ({
  current_password,
  password,
  password_repeat,
})

test.each([
  ['too short', values('ab12'), [{ field: 'password', problem: 'password_short' }]],
  ['not Latin', values('құпиясөз'), [{ field: 'password', problem: 'password_latin' }]],
  [
    'not repeated',
    values('secret1', 'secret2'),
    [{ field: 'password_repeat', problem: 'passwords_differ' }],
  ],
  ['the current one', values('old-one'), [{ field: 'password', problem: 'password_same' }]],
  ['right', values('Secret-1'), []],
  [
    'empty',
    values('', '', ''),
    [
      { field: 'current_password', problem: 'required' },
      { field: 'password', problem: 'required' },
    ],
  ],
])('a password that is %s', (_what, given, errors) =>
  expect(passwordErrors(given, true)).toEqual(errors),
)

test('the current password is not asked after a code or a temporary password', () => {
  expect(passwordErrors(values('secret1', 'secret1', ''), false)).toEqual([])
})
