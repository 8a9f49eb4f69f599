import type { Day } from './calendar.ts'
import { readCsv } from './csv.ts'
import type { Tenge } from './money.ts'
import { wayNamed, wayNames } from './payment-ways.ts'
import { dayOf } from './statements/values.ts'

/**
 * A line of the bank's or the acquirer's statement. `key` is our own id as they were given it: of
 * the payment attempt or of the refund.
 */
export type StatementLine = {
  line: number
  day: Day
  operation: 'payment' | 'refund'
  key: string
  outsideId: string
  amount: Tenge
  /** The system's fee, in tiyn: it is a per cent, so whole tenge are the exception. */
  feeTiyn: number
}

/**
 * What a line means by our books. `known`: an earlier statement has the same movement. `repeated`:
 * another movement with the same number of ours, a second payment. `unknown`: a payment or a refund
 * without an order. `dispute_won`: a chargeback that the card's bank returned to us. `given_back`:
 * a return by the bank of our bills that our books lack. `payout`: an acquirer's sums less its
 * fees. `not_ours`: no client's money.
 */
export const verdicts = [
  ...(['matched', 'known', 'unknown', 'amount_differs', 'not_in_our_books', 'repeated'] as const),
  ...(['chargeback', 'dispute_won', 'given_back', 'fee', 'payout', 'not_ours'] as const),
] as const
/** With these nothing is to be done: they are no differences. */
export const doneVerdicts = ['matched', 'known', 'fee', 'payout', 'not_ours'] as const

/** Whose statement: of a system that takes payments, or of a bank's account. */
export const statementSystems = [...wayNames, 'account'] as const
export type StatementSystem = (typeof statementSystems)[number]
/** Returns that of a stored statement. Throws if the name is none: a check of the table forbids it. */
export const statementSystem = (name: string): StatementSystem =>
  name === 'account' ? name : wayNamed(name)

export type StatementError = { line: number; field: string }
export type ReadStatement = { lines: StatementLine[]; errors: StatementError[] }

/** The columns by name, in any order; a file without one of them is not a statement. */
export const statementColumns = [
  'date',
  'operation',
  'order_id',
  'payment_id',
  'amount',
  'fee',
] as const
const words: Record<string, StatementLine['operation']> = {
  payment: 'payment',
  оплата: 'payment',
  төлем: 'payment',
  refund: 'refund',
  возврат: 'refund',
  қайтару: 'refund',
}
const ERRORS_SHOWN = 50
/** Spaces that programs put between thousands. */
const spaces = /[\s\u00A0\u2007\u2009\u202F]/g
const LONGEST_NAME = 200
/** As much as a column of whole numbers holds. */
const MOST_TIYN = 2_000_000_000

/**
 * Reads a statement (decision 080). Sums are whole tenge, with spaces and `,00` allowed; fees have
 * tiyn and may be negative if returned; days `YYYY-MM-DD` or `DD.MM.YYYY`.
 */
export function readStatement(text: string): ReadStatement {
  const [head, ...rows] = readCsv(text, { counted: true, most: Infinity, widest: Infinity })
  const at = new Map((head?.cells ?? []).map((name, index) => [name.toLowerCase(), index]))
  const missing = statementColumns.filter((name) => !at.has(name) && name !== 'fee')
  if (missing.length > 0) return { lines: [], errors: missing.map((field) => ({ line: 1, field })) }
  const lines: StatementLine[] = []
  const errors: StatementError[] = []
  for (const { line, cells: row } of rows) {
    const cell = (name: (typeof statementColumns)[number]) => row[at.get(name) ?? -1] ?? ''
    const day = dayOf(cell('date'))
    const operation = words[cell('operation').toLowerCase()]
    const key = cell('order_id')
    const amount = tenge(cell('amount'))
    const feeTiyn = cell('fee') === '' ? 0 : tiynOf(cell('fee'))
    const outsideId = cell('payment_id')
    const isId = isName(outsideId)
    if (day && operation && isName(key) && key && isId && amount && feeTiyn !== null)
      lines.push({ line, day, operation, key, outsideId, amount, feeTiyn })
    else if (errors.length < ERRORS_SHOWN)
      errors.push({
        line,
        field: !day
          ? 'date'
          : !operation
            ? 'operation'
            : !key || !isName(key)
              ? 'order_id'
              : !isId
                ? 'payment_id'
                : feeTiyn === null
                  ? 'fee'
                  : 'amount',
      })
  }
  return { lines, errors }
}

/** A number of a payment: of one line, and no longer than any system's. */
const isName = (text: string): boolean => text.length <= LONGEST_NAME && !/\p{C}/u.test(text)

/** Tiyn of a sum as banks write it: spaces of every kind between thousands, a comma or a point. */
function tiynOf(text: string): number | null {
  const bare = text.replaceAll(spaces, '').replace(/^[−–]/, '-')
  const found = /^(-?)(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(bare)
  if (!found) return null
  const tiyn = Number(found[2]) * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  if (tiyn > MOST_TIYN) return null
  return tiyn === 0 || found[1] === '' ? tiyn : -tiyn
}

/** Payments are made in whole tenge: tiyn in the sum of one are a mistake. */
function tenge(text: string): Tenge | null {
  const bare = text.replaceAll(spaces, '')
  const found = /^(\d{1,9})([.,]0{1,2})?$/.exec(bare)
  return found ? Number(found[1]) : null
}
