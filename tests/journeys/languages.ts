import { type Locale, locales } from '#domain/locale.ts'

/**
 * The languages a journey is walked in that takes the same steps in both: both of them by `npm run
 * test:full`, which a release needs, and by `npm test` one, by the journey's name, so that about
 * half of them are walked in each. A journey whose second language is also another width, another
 * scheme or another choice names its languages itself and is always walked in both.
 */
export const languagesOf = (journey: string): readonly Locale[] => {
  if (process.env.FULL_TESTS === 'on') return locales
  const sum = [...journey].reduce((before, sign) => before + (sign.codePointAt(0) ?? 0), 0)
  return locales.slice(sum % locales.length).slice(0, 1)
}
