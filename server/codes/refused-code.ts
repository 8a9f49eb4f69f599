import { otpAttempts } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import { wrongCodeText } from '#texts/wrong-code.ts'
import { type Refused, refuse } from '../http/refuse.ts'

/**
 * A wrong code, with the tries that are left of it. They are those of whoever asked for this code,
 * who can count them too; what a phone has left in a day is told to nobody.
 */
export function refusedCode(locale: Locale, tried: number): Refused {
  const left = otpAttempts - tried
  if (left <= 0) return refuse(locale, 14014, undefined, 'too_many')
  return { ...refuse(locale, 14014), message: wrongCodeText(left)[locale] }
}
