import type { Day } from '../calendar.ts'
import { type Columns, type Head, inTiyn, isFormula, isNoMovement } from './columns.ts'
import {
  ERRORS_TOLD,
  type LineError,
  movementOf,
  numbersIn,
  type Operation,
  type ReadLine,
  registeredOf,
} from './line.ts'
import type { Row, Table } from './table.ts'
import { type Decimal, dayOf, decimalOf, isTenge, textOf, tiynOf } from './values.ts'

/**
 * Reads the rows below a head: of an account (money in and out), or of a register of an acquirer
 * (payments, refunds, fees). `utc`: times are of UTC.
 */
type Reading = {
  head: Head
  columns: Columns
  of: 'account' | 'register'
  /** Only rows that a number opens are movements (Kaspi Pay). */
  numbered?: boolean
}
export type Movements = { lines: ReadLine[]; errors: LineError[]; twice: number[] }

export function readMovements(table: Table, reading: Reading): Movements {
  const { head, columns } = reading
  const rows = table.rows.filter(({ line }) => line > head.line)
  const sums = [columns.amount, columns.credit, columns.debit, columns.net, columns.fee]
    .flatMap((at) => at ?? [])
    .filter((at, index, all) => all.indexOf(at) === index)
  const marks = new Map<number, Decimal>(
    sums.map((at) => [at, decimalOf(rows.slice(0, 500).map(({ cells }) => cells[at]))]),
  )
  // A column without tiyn is written as its neighbours are.
  const common = [...marks.values()].find((mark) => mark !== null) ?? null
  const utc = /\b(?:utc|gmt)\b/iu.test(titlesOf(head, [columns.date, columns.time]))
  const lines: ReadLine[] = []
  const errors: LineError[] = []
  const twice: number[] = []
  const seen = new Set<string>()
  for (const row of rows) {
    if (reading.numbered && !/^\d+$/.test(textOf(row.cells.find((cell) => cell !== '')))) continue
    if (isNoMovement(row, head)) continue
    const read = readRow(row, reading, {
      utc,
      sum: (at) => {
        const tiyn = tiynOf(row.cells[at], marks.get(at) ?? common)
        return tiyn !== null && inTiyn(head.titles[at] ?? '') ? Math.round(tiyn / 100) : tiyn
      },
    })
    if (read === null) continue
    if ('why' in read) {
      if (errors.length < ERRORS_TOLD) errors.push(read)
      continue
    }
    // What a bank lists twice is all alike, but for what counts the rows and for notes.
    const key = sameKey(row, reading, read)
    if (key !== null && seen.has(key)) twice.push(read.line)
    else lines.push(read)
    if (key !== null) seen.add(key)
  }
  return { lines, errors, twice }
}

const titlesOf = (head: Head, fields: readonly (readonly number[] | undefined)[]): string =>
  fields
    .flatMap((at) => at ?? [])
    .map((at) => head.titles[at] ?? '')
    .join(' ')

/** What makes a movement one: only where the bank numbers it can two alike be the same. */
function sameKey(row: Row, { columns }: Reading, line: ReadLine): string | null {
  if (line.outsideId === '') return null
  const cells = [columns.date, columns.time, columns.operation].flatMap((at) => at ?? [])
  return [
    line.outsideId,
    line.operation,
    line.amountTiyn,
    line.feeTiyn,
    line.payerIin,
    line.payer,
    ...cells.map((at) => textOf(row.cells[at])),
  ].join('|')
}

type Sums = { utc: boolean; sum: (column: number) => number | null }

function readRow(row: Row, reading: Reading, { utc, sum }: Sums): ReadLine | LineError | null {
  const { columns } = reading
  const { line, cells } = row
  const wrong = (field: LineError['field'], why: LineError['why'] = 'invalid'): LineError => ({
    line,
    field,
    why,
  })
  const text = (at: readonly number[] | undefined) =>
    (at ?? [])
      .map((column) => textOf(cells[column]))
      .filter((one) => one !== '')
      .join(' ')
  const one = (at: readonly number[] | undefined) => {
    const [column] = at ?? []
    return column === undefined ? 0 : sum(column)
  }
  if (isFormula(row, columns.date)) return wrong('date', 'formula')
  if ([columns.amount, columns.credit, columns.debit].some((at) => isFormula(row, at)))
    return wrong('amount', 'formula')
  if (isFormula(row, columns.fee)) return wrong('fee', 'formula')
  const day = rowDay(row, columns, utc)
  const [amount, credit, debit] = [one(columns.amount), one(columns.credit), one(columns.debit)]
  const fees = (columns.fee ?? []).map(sum)
  if (day === null) {
    // Nothing that counts: a note, an empty section.
    const nothing = text(columns.date) === '' || (amount === 0 && credit === 0 && debit === 0)
    return nothing ? null : wrong('date')
  }
  if (!isTenge(text(columns.currency))) return wrong('currency', 'currency')
  if (amount === null || credit === null || debit === null) return wrong('amount')
  if (credit !== 0 && debit !== 0) return wrong('amount')
  const signed = amount !== 0 ? amount : credit - (debit < 0 ? -debit : debit)
  if (fees.includes(null)) return wrong('fee')
  const fee = fees.reduce<number>((all, next) => all + (next ?? 0), 0)
  if (signed === 0) return fee === 0 ? null : wrong('amount')
  const kind = text(columns.operation)
  const purpose = text(columns.purpose)
  const way = signed > 0 ? 'in' : 'out'
  const other = way === 'in' || columns.payee === undefined
  const payer = text(other ? columns.payer : columns.payee)
  const operation: Operation | null =
    reading.of === 'account'
      ? movementOf(way, `${payer} ${kind} ${purpose}`)
      : registeredOf(kind, signed)
  if (operation === null) return wrong('operation')
  const outsideId = text(columns.payment_id)
  return {
    line,
    day,
    operation,
    way,
    outsideId,
    payer,
    purpose,
    amountTiyn: Math.abs(signed),
    feeTiyn: feeOf(fee, operation),
    payerIin: text(other ? columns.payer_iin : (columns.payee_iin ?? columns.payer_iin)).replaceAll(
      /\D/g,
      '',
    ),
    numbers: [
      ...new Set([
        ...text(columns.order_id).split(/\s+/).filter(Boolean).slice(0, 3),
        ...numbersIn(purpose),
      ]),
    ],
  }
}

/**
 * A register writes a fee below nothing for a payment, above for a refund, as it changes what is
 * paid out; or above nothing for what was kept, whichever the movement. What was kept is ours to
 * count, and what came back is below nothing.
 */
function feeOf(fee: number, operation: Operation): number {
  if (fee === 0) return 0
  if (operation === 'payment') return Math.abs(fee)
  return operation === 'refund' ? -Math.abs(fee) : fee
}

function rowDay({ cells }: Row, columns: Columns, utc: boolean): Day | null {
  const [date, time] = [columns.date?.[0], columns.time?.[0]]
  if (date === undefined) return null
  const own = dayOf(cells[date], utc)
  if (own === null || !utc || time === undefined) return own
  return dayOf(`${textOf(cells[date])} ${textOf(cells[time])}`, true) ?? own
}
