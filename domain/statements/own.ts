import { readStatement, statementColumns } from '../statement.ts'
import type { FoundColumns } from './columns.ts'
import { type Balances, ERRORS_TOLD, type LineError, type ReadFile, type ReadLine } from './line.ts'
import { readMovements } from './movements.ts'
import type { Table } from './table.ts'
import { textOf, tiynOf } from './values.ts'

/** Our own plain form: the columns by their names, each line with our number (decision 080). */
export const isOwn = (text: string): boolean => {
  const names = new Set(
    (text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '')
      .split(/[;,\t]/)
      .map((name) => name.replaceAll('"', '').trim().toLowerCase()),
  )
  return statementColumns.filter((name) => names.has(name)).length >= 3
}

export function readOwn(text: string): ReadFile {
  const { lines, errors } = readStatement(text)
  return {
    format: 'own',
    account: '',
    bank: '',
    twice: [],
    balances: null,
    lines: lines.map(
      ({ line, day, operation, key, outsideId, amount, feeTiyn }): ReadLine => ({
        line,
        day,
        operation,
        outsideId,
        feeTiyn,
        amountTiyn: amount * 100,
        way: operation === 'payment' ? 'in' : 'out',
        numbers: [key],
        payer: '',
        payerIin: '',
        purpose: '',
      }),
    ),
    errors: errors.map(({ line, field }) => ({
      line,
      field: field as LineError['field'],
      why: 'invalid' as const,
    })),
  }
}

/**
 * An account's statement as a table (docs/law/formats.md 1e): lines about the account above, debit
 * and credit in columns of their own or one sum with its sign.
 */
export function readAccount(table: Table, { head, columns }: FoundColumns): ReadFile {
  const about = table.rows
    .filter(({ line }) => line <= head.line)
    .map(({ cells }) => cells.map(textOf).filter(Boolean).join(' '))
  const account = accountIn(about)
  const { lines, errors, twice } = readMovements(table, { head, columns, of: 'account', account })
  const ends = table.rows.map(({ cells }) => cells.map(textOf).filter(Boolean).join(' '))
  const told = errors.length === 0 ? balancesOf(ends, lines) : null
  const balances = told && 'opening' in told ? told : null
  if (told && !balances && 'said' in told) {
    const wrong: LineError = { line: head.line, field: 'balance', why: 'balance', sums: told }
    errors.push(wrong)
  }
  return {
    format: 'account',
    lines,
    twice,
    errors: errors.slice(0, ERRORS_TOLD),
    account,
    bank:
      about.find((text) => /банк|bank/iu.test(text) && text.length < 80)?.replaceAll('"', '') ?? '',
    balances,
  }
}

/** The account in the lines above the head: IBAN of this country. */
export const accountIn = (lines: readonly string[]): string =>
  /\bKZ[A-Z0-9]{18}\b/i.exec(lines.join(' ').replaceAll('\u00A0', ' '))?.[0]?.toUpperCase() ?? ''

const opening =
  /(?:входящ\S*|начальн\S*|opening)(?: остаток| сальдо| balance)|остаток на начало|кіріс қалдық/iu
const closing =
  /(?:исходящ\S*|конечн\S*|closing)(?: остаток| сальдо| balance)|остаток на конец|шығыс қалдық/iu
const sumAtEnd = /(-?\d[\d\s\u00A0\u202F]*(?:[.,]\d{1,2})?)\s*(?:kzt|тг\.?|тенге|₸)?$/iu

/**
 * Returns the opening and closing balances if the file gives them in words; they must agree with
 * its movements.
 */
function balancesOf(
  texts: readonly string[],
  lines: ReadFile['lines'],
): Balances | { counted: number; said: number } | null {
  const said = (what: RegExp) => {
    const text = texts.find((one) => what.test(one) && one.length < 120)
    const found = text
      ? sumAtEnd.exec(text.replace(what, '').replace(/^.*\d{2}\.\d{2}\.\d{4}\s*/, ''))
      : null
    return found ? tiynOf(found[1] ?? '') : null
  }
  const [begin, end] = [said(opening), said(closing)]
  if (begin === null || end === null) return null
  let [came, went] = [0, 0]
  for (const line of lines)
    if (line.way === 'in') came += line.amountTiyn
    else went += line.amountTiyn
  const counted = begin + came - went
  return counted === end ? { opening: begin, came, went, closing: end } : { counted, said: end }
}

/**
 * A register of a bank that takes cards (docs/law/formats.md 1d): fees beside the sums, titles in
 * two languages, times often of UTC.
 */
export const isAcquirer = ({ columns }: FoundColumns): boolean =>
  columns.credit === undefined &&
  columns.debit === undefined &&
  columns.way === undefined &&
  columns.amount !== undefined &&
  (columns.fee !== undefined || columns.net !== undefined)

export function readAcquirer(table: Table, { head, columns }: FoundColumns): ReadFile {
  const { lines, errors, twice } = readMovements(table, { head, columns, of: 'register' })
  return { format: 'acquirer', account: '', bank: '', lines, errors, twice, balances: null }
}
