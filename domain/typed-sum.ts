import type { Tenge } from './money.ts'

/** A sum while it is typed: in groups of three as sums are shown, and the caret with its digit. */

const space = '\u00a0'
const bare = (text: string): string =>
  text.replaceAll(/[\s\p{Cf}₸]/gu, '').replace(/^[\u2212\u2013]/, '-')
/** What statements and people write behind a sum of whole tenge. */
const behind = /[.,]00?$|(?:[.,]00?)?(?:тг|тнг|тенге|теңге|kzt)\.?$/iu

/** The text in groups, and where the caret then stands. What is no whole sum stays as it is. */
export function groupedSum(text: string, caret = text.length): { shown: string; caret: number } {
  const sum = bare(text)
  if (!/^-?\d*$/.test(sum)) return { shown: text, caret }
  const sign = sum.startsWith('-') ? '\u2212' : ''
  const digits = sum.replace('-', '').replace(/^0+(?=\d)/, '')
  const shown = sign + digits.replaceAll(/\B(?=(\d{3})+$)/g, space)
  // Zeros before the first digit are gone; what stands behind the caret stays behind it.
  const behind = bare(text.slice(caret)).length
  let place = shown.length
  for (let left = behind; left > 0 && place > 0; place -= 1)
    if (shown[place - 1] !== space) left -= 1
  return { shown, caret: place }
}

/** A deletion that would only take a space takes the digit beside it: where it begins. */
export const overSpace = (text: string, caret: number, way: 'back' | 'on'): number => {
  if (way === 'back') return text[caret - 1] === space ? caret - 1 : caret
  return text[caret] === space ? caret + 1 : caret
}

/**
 * The sum as typed, tenge; null where nothing stands there, undefined where it is no sum. Below
 * nothing only where that is asked for.
 */
export function sumTyped(text: string, may?: 'below_nothing'): Tenge | null | undefined {
  const sum = bare(text).replace(behind, '')
  if (sum === '') return bare(text) === '' ? null : undefined
  return (may ? /^-?\d{1,12}$/ : /^\d{1,12}$/).test(sum) ? Number(sum) : undefined
}

/**
 * A number or a per cent as typed, with a comma or a point and at most two decimals; null where
 * nothing stands there, undefined where it is no number.
 */
export function numberTyped(text: string): number | null | undefined {
  const written = bare(text).replace(/%$/, '')
  if (written === '') return bare(text) === '' ? null : undefined
  return /^\d{1,9}(?:[.,]\d{1,2})?$/.test(written) ? Number(written.replace(',', '.')) : undefined
}
