import { type Day, isDay } from './calendar.ts'

const apart = '(?:\\s?[.,/-]\\s?|\\s)'
const day = new RegExp(`(?<!\\d)(\\d{1,2})${apart}(\\d{1,2})${apart}(\\d{4})(?!\\d)`, 'g')
const isoDay = new RegExp(`(?<!\\d)(\\d{4})${apart}(\\d{1,2})${apart}(\\d{1,2})(?!\\d)`, 'g')
const inRow = /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/g
const isoInRow = /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/g

/** The different days that stand whole in a text: with or without zeros, the year first or last. */
export function findDays(text: string): Day[] {
  const found = [day, isoDay, inRow, isoInRow].flatMap((form) =>
    [...text.matchAll(form)].flatMap(([, ...parts]) => {
      const [d = '', m = '', y = ''] = parts[0]?.length === 4 ? parts.reverse() : parts
      const written = [y, m.padStart(2, '0'), d.padStart(2, '0')].join('-')
      return isDay(written) ? [written] : []
    }),
  )
  return [...new Set(found)]
}

/** The one day that a text is, of this century where the year has two digits; else null. */
export function dayTyped(text: string): Day | null {
  const said = text.replaceAll(/\p{Cf}/gu, '').trim()
  const whole = said.replace(/^(\d{1,2}[.,/-]\d{1,2}[.,/-])(\d{2})(?!\d)/, '$120$2')
  const [one, other] = findDays(whole)
  return one !== undefined && other === undefined ? one : null
}
