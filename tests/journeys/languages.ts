import { type Locale, locales } from '#domain/locale.ts'

/**
 * The languages a journey is walked in that takes the same steps in both: both of them by `npm run
 * test:full`, which a release needs, and by `npm test` one, by the journey's name, so that about
 * half of them are walked in each. A journey that goes another way in its second language, by
 * another choice or by the keyboard, names its languages itself and is always walked in both.
 */
export const languagesOf = (journey: string): readonly Locale[] => viewsOf(journey, locales)

/**
 * The same of views: a language with its width or scheme, in each of which the journey takes the
 * same steps to the same end.
 */
export function viewsOf<View>(journey: string, views: readonly View[]): readonly View[] {
  if (process.env.FULL_TESTS === 'on') return views
  const sum = [...journey].reduce((before, sign) => before + (sign.codePointAt(0) ?? 0), 0)
  const at = sum % views.length
  return views.slice(at, at + 1)
}
