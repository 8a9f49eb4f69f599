import { otpAttempts } from '#domain/lifetimes.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { wrongCodeText } from '#texts/wrong-code.ts'
import type { Deps } from '../deps.ts'
import { type Refused, refuse } from '../http/refuse.ts'
import { type Guesser, restoreGuess } from './guesses.ts'

/**
 * A wrong code, with the tries that are left of it. They are those of whoever asked for this code,
 * who can count them too; what a phone has left in a day is told to nobody.
 */
export function refusedCode(locale: Locale, tried: number): Refused {
  const left = otpAttempts - tried
  if (left <= 0) return refuse(locale, refusals.wrongCode, undefined, 'too_many')
  return { ...refuse(locale, refusals.wrongCode), message: wrongCodeText(left)[locale] }
}

/**
 * A code that can't be tried any more: its tries are used up, or, as pressing twice does, the same
 * right code came at the same moment and was first. That one was no guess.
 */
export async function lost(
  deps: Deps,
  guesser: Guesser,
  { locale, right }: { locale: Locale; right: boolean },
): Promise<Refused> {
  if (right) await restoreGuess(deps, guesser)
  return refuse(locale, refusals.wrongCode, undefined, right ? 'used' : 'too_many')
}
