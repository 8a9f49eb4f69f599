import { passwordMinLength } from './constants.ts'

/**
 * Returns the first of three faults of a new password (spec section 5, "Password (change)"), or
 * null. Special characters are allowed.
 */
export type PasswordProblem = 'password_short' | 'password_latin' | 'passwords_differ'

export function passwordProblem(password: string, repeat: string): PasswordProblem | null {
  if (password.length < passwordMinLength) return 'password_short'
  if (!/^[\x21-\x7e]+$/.test(password)) return 'password_latin'
  return password === repeat ? null : 'passwords_differ'
}

/**
 * Words of this product and its country, too common for a password, alone or with digits and signs
 * around them (OWASP ASVS 5.0, 6.1.2 and 6.2.11). As typed in Latin letters, in lower case.
 */
const passwordWords: ReadonlySet<string> = new Set(
  [
    'qorgan korgan qorghan kurgan qorganbroker broker brokerage polis policy ogpo osago kasko insurance strahovka strahovanie',
    'saqtandyru saktandyru avto auto avtopolis promoter kazakhstan kazakstan qazaqstan kazahstan almaty astana shymkent qazaq kazakh',
    'parol qupia qupiasoz kupia password passwort login admin client user staff test welcome salem privet',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Returns whether an attacker who knows `own` (IIN and phone of the account, digits) or the most
 * used passwords (`known`, in lower case) would try this one early: a known password, one of our
 * words, the person's own numbers.
 */
export function isGuessable(
  password: string,
  known: ReadonlySet<string>,
  own: readonly string[],
): boolean {
  const plain = password.toLowerCase()
  if (known.has(plain) || passwordWords.has(plain.replace(/[^a-z]/g, ''))) return true
  const digits = plain.replace(/\D/g, '')
  return own.some(
    (number) => digits.includes(number) || (digits === plain && number.includes(digits)),
  )
}
