import { passwordMinLength } from './constants.ts'

/**
 * What is wrong with a new password (spec section 5, "Password (change)"): the first of the three,
 * or null. Special characters are allowed.
 */
export type PasswordProblem = 'password_short' | 'password_latin' | 'passwords_differ'

export function passwordProblem(password: string, repeat: string): PasswordProblem | null {
  if (password.length < passwordMinLength) return 'password_short'
  if (!/^[\x21-\x7e]+$/.test(password)) return 'password_latin'
  return password === repeat ? null : 'passwords_differ'
}
