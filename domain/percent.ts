import type { Localized } from './locale.ts'

/**
 * Per cent of a number, or of one that is written already: «15,5%» in Kazakh, «15,5 %» in Russian.
 * Not by Intl: Chromium knows no Kazakh numbers and writes a point.
 */
export const percent: Localized<(value: number | string) => string> = {
  kz: (value) => `${withComma(value)}%`,
  ru: (value) => `${withComma(value)}\u00a0%`,
}
const withComma = (value: number | string): string =>
  String(value).replace('.', ',').replace(/^-/, '−')
