import { type Day, isDay } from './calendar.ts'

const apart = '(?:\\s?[.,/-]\\s?|\\s)'
const day = new RegExp(`(?<!\\d)(\\d{1,2})${apart}(\\d{1,2})${apart}(\\d{4})(?!\\d)`, 'g')
const isoDay = new RegExp(`(?<!\\d)(\\d{4})${apart}(\\d{1,2})${apart}(\\d{1,2})(?!\\d)`, 'g')
const inRow = /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/g
const isoInRow = /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/g

const monthWords = [
  /^янв|^jan|^қаң/,
  /^фев|^feb|^ақп/,
  /^мар|^mar|^нау/,
  /^апр|^apr|^сәу/,
  /^ма[йя]|^may|^мам/,
  /^июн|^jun|^мау/,
  /^июл|^jul|^шіл/,
  /^авг|^aug|^там/,
  /^сен|^sep|^қыр/,
  /^окт|^oct|^қаз/,
  /^ноя|^nov|^қар/,
  /^дек|^dec|^жел/,
]
const monthOf = (word: string): number =>
  monthWords.findIndex((month) => month.test(word.toLowerCase())) + 1

const wordedDay = /(?<!\d)(\d{1,2})[ .-]{1,2}(\p{L}{3,9})[ .,-]{1,2}(\d{4})(?!\d)/gu
/** «1979 жылғы 30 қараша», «1979 ж. 30 қараша». */
const wordedYearFirst =
  /(?<!\d)(\d{4})\s?(?:ж(?:ыл\p{L}{0,4})?\.?)?,?\s(\d{1,2})[ -](\p{L}{3,9})(?!\p{L})/gu

/** The same text with days whose month is a word, in Kazakh, Russian or English, written in digits. */
export const withoutMonthWords = (text: string): string => {
  const digits = (all: string, day = '', word = '', year = '') => {
    const month = monthOf(word)
    return month > 0 ? `${day}.${month}.${year}` : all
  }
  return text
    .replace(wordedDay, (all, day, word, year) => digits(all, day, word, year))
    .replace(wordedYearFirst, (all, year, day, word) => digits(all, day, word, year))
}

/** Returns the distinct whole days in a text: with or without zeros, the year first or last. */
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

/** Parses a text that is one day, of this century if the year has two digits; else null. */
export function dayTyped(text: string): Day | null {
  const said = text.replaceAll(/\p{Cf}/gu, '').trim()
  const whole = said.replace(/^(\d{1,2}[.,/-]\d{1,2}[.,/-])(\d{2})(?!\d)/, '$120$2')
  const [one, other] = findDays(whole)
  return one !== undefined && other === undefined ? one : null
}
