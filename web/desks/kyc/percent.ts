import type { Locale } from '#domain/locale.ts'
import { percent } from '#domain/percent.ts'

/** A likeness as people read it: 0.934 is `93 %`; only equality is `100 %`. */
export const likeness = (score: number, locale: Locale): string =>
  percent[locale](Math.floor(score * 100))

/** The same to a tenth, as parts of a likeness are compared: `93,3 %`. */
export const tenth = (score: number, locale: Locale): string =>
  percent[locale](Math.floor(Math.round(score * 1e6) / 1e3) / 10)
