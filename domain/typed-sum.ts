import type { Tenge } from './money.ts'

/** A sum while it is typed: in groups of three as sums are shown, and the caret with its digit. */

const space = '\u00a0'
const bare = (text: string): string =>
  text.replaceAll(/[\s\p{Cf}₸]/gu, '').replace(/^[\u2212\u2013]/, '-')
/** Suffixes that statements and people write after a sum of whole tenge. */
const behind = /[.,]00?$|(?:[.,]00?)?(?:тг|тнг|тенге|теңге|kzt)\.?$/iu

/**
 * Returns the text in groups, and the caret's new place. Anything but a whole sum stays unchanged.
 */
export function groupedSum(text: string, caret = text.length): { shown: string; caret: number } {
  const sum = bare(text)
  if (!/^-?\d*$/.test(sum)) return { shown: text, caret }
  const sign = sum.startsWith('-') ? '\u2212' : ''
  const digits = sum.replace('-', '').replace(/^0+(?=\d)/, '')
  const shown = sign + digits.replaceAll(/\B(?=(\d{3})+$)/g, space)
  // Leading zeros are dropped; the same digits stay behind the caret.
  const behind = bare(text.slice(caret)).length
  let place = shown.length
  for (let left = behind; left > 0 && place > 0; place -= 1)
    if (shown[place - 1] !== space) left -= 1
  return { shown, caret: place }
}

/**
 * Returns where a deletion begins: one that would only delete a space takes the digit beside it.
 */
export const overSpace = (text: string, caret: number, way: 'back' | 'on'): number => {
  if (way === 'back') return text[caret - 1] === space ? caret - 1 : caret
  return text[caret] === space ? caret + 1 : caret
}

/**
 * Parses a sum as typed, tenge; null if empty, undefined if it is no sum. Negative only if `may`
 * allows it.
 */
export function sumTyped(text: string, may?: 'below_nothing'): Tenge | null | undefined {
  const sum = bare(text).replace(behind, '')
  if (sum === '') return bare(text) === '' ? null : undefined
  return (may ? /^-?\d{1,12}$/ : /^\d{1,12}$/).test(sum) ? Number(sum) : undefined
}

/**
 * Parses a number or a per cent as typed, with a comma or a point and at most two decimals; null if
 * empty, undefined if it is no number.
 */
export function numberTyped(text: string): number | null | undefined {
  const written = bare(text).replace(/%$/, '')
  if (written === '') return bare(text) === '' ? null : undefined
  return /^\d{1,9}(?:[.,]\d{1,2})?$/.test(written) ? Number(written.replace(',', '.')) : undefined
}
