import { type Day, isDay } from './calendar.ts'
import { readCsv } from './csv.ts'
import type { Tenge } from './money.ts'

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
  fee: Tenge
}
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

/**
 * Reads a statement (decision 080). Sums are whole tenge, with spaces and `,00` allowed; days
 * `YYYY-MM-DD` or `DD.MM.YYYY`.
 */
export function readStatement(text: string): ReadStatement {
  const [head = [], ...rows] = readCsv(text)
  const at = new Map(head.map((name, index) => [name.toLowerCase(), index]))
  const missing = statementColumns.filter((name) => !at.has(name) && name !== 'fee')
  if (missing.length > 0) return { lines: [], errors: missing.map((field) => ({ line: 1, field })) }
  const lines: StatementLine[] = []
  const errors: StatementError[] = []
  for (const [index, row] of rows.entries()) {
    const line = index + 2
    const cell = (name: (typeof statementColumns)[number]) => row[at.get(name) ?? -1] ?? ''
    const day = dayOf(cell('date'))
    const operation = words[cell('operation').toLowerCase()]
    const key = cell('order_id')
    const amount = tenge(cell('amount'))
    const fee = cell('fee') === '' ? 0 : tenge(cell('fee'))
    if (day && operation && key && amount !== null && amount > 0 && fee !== null)
      lines.push({ line, day, operation, key, outsideId: cell('payment_id'), amount, fee })
    else if (errors.length < ERRORS_SHOWN)
      errors.push({
        line,
        field: !day
          ? 'date'
          : !operation
            ? 'operation'
            : !key
              ? 'order_id'
              : fee === null
                ? 'fee'
                : 'amount',
      })
  }
  return { lines, errors }
}

function dayOf(text: string): Day | null {
  const dotted = /^(\d{2})\.(\d{2})\.(\d{4})/.exec(text)
  const day = dotted ? `${dotted[3]}-${dotted[2]}-${dotted[1]}` : text.slice(0, 10)
  return isDay(day) ? day : null
}

function tenge(text: string): Tenge | null {
  const found = /^(\d{1,9})([.,]0{1,2})?$/.exec(text.replaceAll(/[\s\u00A0\u202F]/g, ''))
  return found ? Number(found[1]) : null
}
