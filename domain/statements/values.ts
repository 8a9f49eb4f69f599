import { addDays, type Day, isDay } from '../calendar.ts'
import { withoutMonthWords } from '../days-in-text.ts'
import { type Cell, formula, isSerial, serialDay } from './table.ts'

/** Values as banks write them in cells. */

const spaces = /[\s\u00A0\u2007\u2009\u202F]/g
/** As much as a sum of one movement can be: a hundred thousand million tenge. */
const MOST_TIYN = 10_000_000_000_000
const ALMATY_HOURS = 5

export const textOf = (cell: Cell | undefined): string =>
  cell === undefined || typeof cell === 'symbol'
    ? ''
    : typeof cell === 'number'
      ? String(cell)
      : cell
          .replaceAll('\0', '')
          .trim()
          .replace(/^="(.*)"$/, '$1')

/** A column's decimal mark: the sign before the tiyn. */
export type Decimal = '.' | ',' | null

/**
 * Detects a column's decimal mark by its sums; a lone mark before three digits separates thousands.
 */
export function decimalOf(cells: Iterable<Cell | undefined>): Decimal {
  for (const cell of cells) {
    const bare = textOf(cell).replaceAll(spaces, '')
    if (/,\d{3}\.\d{1,2}\D*$|^\D*\d+\.\d{1,2}\D*$/.test(bare) && typeof cell !== 'number')
      return '.'
    if (/\.\d{3},\d{1,2}\D*$|^\D*\d+,\d{1,2}\D*$/.test(bare)) return ','
  }
  return null
}

/** Returns the tiyn of a sum, with its sign; null if it is no sum. An empty cell is 0. */
export function tiynOf(cell: Cell | undefined, decimal: Decimal = null): number | null {
  if (cell === formula) return null
  if (typeof cell === 'number') {
    const tiyn = Math.round(cell * 100)
    // Half a tiyn is no rounding of a spreadsheet's number.
    if (Math.abs(cell * 100 - tiyn) > 0.01 || Math.abs(tiyn) > MOST_TIYN) return null
    return tiyn === 0 ? 0 : tiyn
  }
  const bare = textOf(cell)
    .replaceAll(spaces, '')
    .replace(/(?:₸|тенге|теңге|тг\.?|kzt|т)$/iu, '')
    .replaceAll("'", '')
    .replaceAll('’', '')
  if (bare === '' || bare === '-' || bare === '–' || bare === '—') return 0
  const signed = /^([-−–+]?)(.*?)([-−–]?)$/u.exec(bare.replace(/^\((.+)\)$/, '-$1'))
  const digits = plainOf(signed?.[2] ?? '', decimal)
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(digits ?? '')
  if (!found) return null
  const tiyn = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  if (tiyn > MOST_TIYN) return null
  const below = /[-−–]/u.test(`${signed?.[1] ?? ''}${signed?.[3] ?? ''}`)
  return below && tiyn > 0 ? -tiyn : tiyn
}

/**
 * Returns digits with a point before the tiyn, thousands joined; null if the marks make no sense.
 */
function plainOf(text: string, decimal: Decimal): string | null {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  if (last < 0) return text
  const mark = text[last]
  const other = mark === ',' ? '.' : ','
  const tail = text.length - last - 1
  const [head, fraction] = [text.slice(0, last), text.slice(last + 1)]
  if (tail >= 1 && tail <= 2 && !head.includes(mark ?? '')) {
    if (!head.includes(other)) return `${head}.${fraction}`
    return grouped(head, other) ? `${head.replaceAll(other, '')}.${fraction}` : null
  }
  // Thousands only: their mark must not be the decimal mark elsewhere in the column.
  const alone = mark === ',' ? decimal === '.' : decimal === ','
  const several = text.split(mark ?? '').length > 2
  return tail === 3 && (alone || several) && grouped(text, mark ?? '')
    ? text.replaceAll(mark ?? '', '')
    : null
}

const grouped = (text: string, mark: string): boolean => {
  const [first = '', ...rest] = text.split(mark)
  return /^\d{1,3}$/.test(first) && rest.length > 0 && rest.every((part) => /^\d{3}$/.test(part))
}

/**
 * Returns whether days with slashes have the month first: shown by one beyond twelve in the column.
 * Null if none is and the same days could be others.
 */
export function isMonthFirst(cells: Iterable<Cell | undefined>): boolean | null {
  let doubtful = false
  for (const cell of cells) {
    const [, first, second] = /^(\d{1,2})\/(\d{1,2})\/\d/.exec(textOf(cell)) ?? []
    if (first === undefined) continue
    if (Number(first) > 12) return false
    if (Number(second) > 12) return true
    if (Number(first) !== Number(second)) doubtful = true
  }
  return doubtful ? null : false
}
/** A day with its month first as this country writes it. */
export const dayFirst = (cell: Cell | undefined): string =>
  textOf(cell).replace(/^(\d{1,2})\/(\d{1,2})\//, '$2/$1/')

const pad = (text: string) => text.padStart(2, '0')

/** `2:15:30 PM`, as a spreadsheet of another country writes the time. */
const twelveHours = /(?<=[T ,])(\d{1,2})(:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*([ap])\.?m\.?(?![a-z])/iu
/** Of 24; an hour that no such clock has stays no hour. */
const hourOf = (hour: number, half: string): string =>
  hour < 1 || hour > 12 ? 'x' : String((hour % 12) + (/p/i.test(half) ? 12 : 0))

/**
 * The day in Almaty of a day or a moment. A moment with a zone, or of a column in UTC, may lie on
 * the next day there; one without is Almaty's.
 */
export function dayOf(cell: Cell | undefined, utc = false): Day | null {
  if (typeof cell === 'number')
    return isSerial(cell) ? dayOf(serialDay(cell), utc) : dayOf(String(cell), utc)
  const text = withoutMonthWords(
    textOf(cell)
      .replaceAll(/[\u00A0\u202F]/g, ' ')
      .replace(twelveHours, (_all, hour, rest, half) => hourOf(Number(hour), half) + rest),
  )
  const moment =
    /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text,
    )
  if (moment) return inAlmaty(moment.slice(1), utc)
  const dotted =
    /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:\s*г\.?)?(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/iu.exec(
      text,
    )
  if (dotted) {
    const [day, month, year = '', ...time] = dotted.slice(1)
    return inAlmaty([year.length === 2 ? `20${year}` : year, month ?? '', day ?? '', ...time], utc)
  }
  const bare = /^(20\d{2})(\d{2})(\d{2})$/.exec(text)
  return bare ? inAlmaty(bare.slice(1), false) : null
}

function inAlmaty(parts: readonly (string | undefined)[], utc: boolean): Day | null {
  const [year = '', month = '', date = '', hour, minute, , zone] = parts
  const day = `${year}-${pad(month)}-${pad(date)}`
  if (!isDay(day)) return null
  if (hour === undefined || (zone === undefined && !utc)) return day
  const east = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '')
  const offset = east ? (east[1] === '-' ? -1 : 1) * (Number(east[2]) * 60 + Number(east[3])) : 0
  const minutes = Number(hour) * 60 + Number(minute) - offset + ALMATY_HOURS * 60
  return addDays(day, Math.floor(minutes / (24 * 60)))
}

/** KZT in the ways banks write it; an empty cell says nothing against it. */
export const isTenge = (text: string): boolean =>
  text.trim() === '' || /^(?:kzt|398|тенге|теңге|тг\.?|₸|казахстанский тенге)$/iu.test(text.trim())
