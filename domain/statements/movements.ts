import type { Day } from '../calendar.ts'
import { isBin, isIin } from '../iin.ts'
import {
  type Columns,
  foreignLines,
  type Head,
  inTiyn,
  isFormula,
  isNoMovement,
} from './columns.ts'
import {
  ERRORS_TOLD,
  isDone,
  type LineError,
  movementOf,
  numbersIn,
  type Operation,
  type ReadLine,
  registeredOf,
  registeredWay,
  wayOf,
} from './line.ts'
import type { Row, Table } from './table.ts'
import {
  type Decimal,
  dayFirst,
  dayOf,
  decimalOf,
  isMonthFirst,
  isTenge,
  textOf,
  tiynOf,
} from './values.ts'

/**
 * Reads the rows below a head: of an account (money in and out), or of a register of an acquirer
 * (payments, refunds, fees). `utc`: times are of UTC.
 */
type Reading = {
  head: Head
  columns: Columns
  of: 'account' | 'register'
  /** Account of the statement, if the file names it above its head. */
  account?: string
  /** Only rows that a number opens are movements (Kaspi Pay). */
  numbered?: boolean
}
export type Movements = { lines: ReadLine[]; errors: LineError[]; twice: number[] }

export function readMovements(table: Table, reading: Reading): Movements {
  const { head, columns } = reading
  const below = table.rows.filter(({ line }) => line > head.line)
  const dates = columns.date?.[0] ?? -1
  const monthFirst = isMonthFirst(below.map(({ cells }) => cells[dates]))
  const rows = monthFirst
    ? below.map((row) => ({
        ...row,
        cells: row.cells.map((cell, at) => (at === dates ? dayFirst(cell) : cell)),
      }))
    : below
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
  const errors: LineError[] = foreignLines(table, reading)
    .slice(0, ERRORS_TOLD)
    .map((line) => ({ line, field: 'currency', why: 'currency' }))
  if (monthFirst === null) errors.push({ line: head.line, field: 'date', why: 'day_order' })
  const twice: number[] = []
  const seen = new Set<string>()
  const sum = (row: Row, at: number) => {
    const tiyn = tiynOf(row.cells[at], marks.get(at) ?? common)
    return tiyn !== null && inTiyn(head.titles[at] ?? '') ? Math.round(tiyn / 100) : tiyn
  }
  const way = waysOf(rows, reading, sum)
  const [amounts] = columns.amount ?? []
  const isSigned =
    reading.of === 'account' ||
    columns.way !== undefined ||
    amounts === undefined ||
    rows.some((row) => (sum(row, amounts) ?? 0) < 0)
  const isDated = (row: Row) => dayOf(row.cells[columns.date?.[0] ?? -1]) !== null
  let [came, went] = [0, 0]
  for (const row of rows) {
    if (isNoMovement(row, reading)) continue
    const number = textOf(row.cells.find((cell) => cell !== ''))
    if (reading.numbered && !/^\d+[.)]?$/.test(number) && !isDated(row)) continue
    const read = readRow(row, reading, {
      utc,
      sum: (at) => sum(row, at),
      way,
      isSigned,
    })
    if (read === null) continue
    if ('why' in read) {
      // Sums alone, and just those of the movements above: a total without its word.
      if (read.why === 'no_day' && isTotal(row, reading, sum, { came, went })) continue
      if (errors.length < ERRORS_TOLD) errors.push(read)
      continue
    }
    if (read.way === 'in') came += read.amountTiyn
    else went += read.amountTiyn
    // A movement that a bank lists twice has equal fields, except row numbers and notes.
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

/** Returns a movement's key: two equal ones can be the same only if the bank numbers them. */
function sameKey(row: Row, { head, columns }: Reading, line: ReadLine): string | null {
  if (line.outsideId === '') return null
  const documents = head.titles.flatMap((title, at) => (/документ/iu.test(title) ? [at] : []))
  const cells = [columns.date, columns.time, columns.operation, documents].flatMap((at) => at ?? [])
  return [
    line.outsideId,
    line.operation,
    line.amountTiyn,
    line.feeTiyn,
    line.payerIin,
    line.payer,
    line.numbers.join(' '),
    line.numbers.length > 0 ? '' : line.purpose,
    ...cells.map((at) => textOf(row.cells[at])),
  ].join('|')
}

function isTotal(
  row: Row,
  { columns }: Reading,
  sum: Sum,
  { came, went }: { came: number; went: number },
): boolean {
  const [amount, credit, debit] = [columns.amount, columns.credit, columns.debit].map(
    ([at] = []) => (at === undefined ? 0 : Math.abs(sum(row, at) ?? 0)),
  )
  const numbers = row.cells.every((cell) => /^[\d\s.,'()₸-]*$/u.test(textOf(cell)))
  return (
    numbers &&
    (credit || debit ? credit === came && debit === went : amount === Math.abs(came - went))
  )
}

type Sum = (row: Row, column: number) => number | null
type Ways = (row: Row, amount: number) => number | LineError['why']
type Sums = {
  utc: boolean
  sum: (column: number) => number | null
  way: Ways
  /** A sum's sign, column or account shows its direction. */
  isSigned: boolean
}

const joined = (row: Row, at: readonly number[] | undefined): string =>
  (at ?? [])
    .map((column) => textOf(row.cells[column]))
    .filter((one) => one !== '')
    .join(' ')
const accountOf = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

/**
 * Returns the direction of a single sum column: by a direction column, by whose account paid, by a
 * kind that implies it, else by the sums' own signs. A sum of an account without any of these is an
 * error.
 */
function waysOf(rows: readonly Row[], { of, columns, account }: Reading, sum: Sum): Ways {
  const at = columns.amount?.[0]
  const own = account || ownAccount(rows, columns)
  const told = (row: Row): 'in' | 'out' | null => {
    if (columns.way) return wayOf(joined(row, columns.way))
    const [payer, payee] = [columns.payer_account, columns.payee_account].map((side) =>
      accountOf(joined(row, side)),
    )
    if (of === 'account' && own !== '' && payer !== payee) {
      if (payee === own) return 'in'
      if (payer === own) return 'out'
    }
    return of === 'account' ? wayOf(joined(row, columns.operation)) : null
  }
  const sums = at === undefined ? [] : rows.map((row) => ({ row, amount: sum(row, at) ?? 0 }))
  const isSigned = sums.some(({ amount }) => amount < 0)
  // If all outgoing sums are negative, sign and word agree.
  const agree = isSigned && !sums.some(({ row, amount }) => amount > 0 && told(row) === 'out')
  return (row, amount) => {
    const way = told(row)
    if (way === null) {
      if (columns.way || (of === 'account' && !isSigned)) return 'direction'
      return amount
    }
    if (amount > 0) return way === 'in' ? amount : -amount
    return way === 'out' && agree ? amount : 'direction'
  }
}

/** Returns the account that is in every row, on either side; none if two are. */
function ownAccount(rows: readonly Row[], columns: Columns): string {
  let common: Set<string> | null = null
  for (const row of rows) {
    const here = [columns.payer_account, columns.payee_account]
      .map((side) => accountOf(joined(row, side)))
      .filter((one) => /^KZ[A-Z0-9]{18}$/.test(one))
    if (here.length < 2) continue
    common = new Set(here.filter((one) => common === null || common.has(one)))
  }
  const [one = '', ...others] = common ?? []
  return others.length > 0 ? '' : one
}

function readRow(
  row: Row,
  reading: Reading,
  { utc, sum, way: wayOfSum, isSigned }: Sums,
): ReadLine | LineError | null {
  const { columns } = reading
  const { line } = row
  const wrong = (field: LineError['field'], why: LineError['why'] = 'invalid'): LineError => ({
    line,
    field,
    why,
  })
  const text = (at: readonly number[] | undefined) => joined(row, at)
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
    // A note or an empty section does not count. A sum without a day is a client's or our money: an
    // error.
    const given = text(columns.date)
    const nothing = [amount, credit, debit].every(
      (tiyn) => tiyn === 0 || (tiyn === null && given === ''),
    )
    return nothing ? null : wrong('date', given === '' ? 'no_day' : 'invalid')
  }
  if (!isTenge(text(columns.currency))) return wrong('currency', 'currency')
  if (amount === null || credit === null || debit === null) return wrong('amount')
  if (credit !== 0 && debit !== 0) return wrong('amount')
  const done = isDone(text(columns.status))
  if (done === null) return wrong('operation')
  if (!done) return null
  const signed = amount !== 0 ? wayOfSum(row, amount) : credit - (debit < 0 ? -debit : debit)
  if (typeof signed === 'string') return wrong('operation', signed)
  if (fees.includes(null)) return wrong('fee')
  const told = fees.reduce<number>((all, next) => all + (next ?? 0), 0)
  if (signed === 0) return told === 0 ? null : wrong('amount')
  const fee = reading.of === 'register' ? keptOf(row, reading, { sum, signed, told }) : told
  if (fee === null) return wrong('fee', 'net')
  if (Math.abs(fee) > MOST_FEE) return wrong('fee')
  const kind = text(columns.operation)
  const purpose = text(columns.purpose)
  const sign = { sign: signed, isSigned }
  const operation: Operation | null =
    reading.of === 'account'
      ? movementOf(signed > 0 ? 'in' : 'out', `${kind} ${purpose}`)
      : registeredOf(kind, signed)
  if (operation === null) return wrong('operation')
  const way = registeredWay(operation, kind, sign)
  const other = way === 'in' || columns.payee === undefined
  const payer = text(other ? columns.payer : columns.payee)
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
    payerIin: iinOf(text(other ? columns.payer_iin : (columns.payee_iin ?? columns.payer_iin))),
    numbers: [
      ...new Set([
        ...text(columns.order_id).split(/\s+/).filter(Boolean).slice(0, 3),
        ...numbersIn(text(columns.order_id)),
        ...numbersIn(purpose),
      ]),
    ],
  }
}

/** A payer's number as cells have it: a table takes leading zeros for none, and may round the rest. */
function iinOf(text: string): string {
  if (/\de\+?\d/i.test(text)) return ''
  const digits = text.replaceAll(/\D/g, '')
  const padded = digits.padStart(12, '0')
  return digits.length >= 9 && digits.length < 12 && (isIin(padded) || isBin(padded))
    ? padded
    : digits
}

/**
 * Normalises a fee's sign. A register gives a fee as negative for a payment and positive for a
 * refund, as it changes the payout; or as positive for every movement. We count a fee as positive
 * and a returned one as negative.
 */
function feeOf(fee: number, operation: Operation): number {
  if (fee === 0) return 0
  if (operation === 'payment') return Math.abs(fee)
  return operation === 'refund' ? -Math.abs(fee) : fee
}

/** As much as a column of whole numbers holds. */
const MOST_FEE = 2_000_000_000

/**
 * Returns the fee as the sum less the payout, if the file gives the payout. Its parts must explain
 * it: fees, or fees with bonuses, taxes and deliveries. Null if they do not.
 */
function keptOf(
  row: Row,
  { head, columns }: Reading,
  { sum, signed, told }: { sum: Sums['sum']; signed: number; told: number },
): number | null {
  const [at] = columns.net ?? []
  if (at === undefined || textOf(row.cells[at]) === '') return told
  const paid = sum(at)
  if (paid === null) return null
  // Nothing paid out says nothing of the fee: it may be paid another day.
  if (paid === 0) return told
  const kept = Math.abs(signed) - Math.abs(paid)
  if (kept === Math.abs(told)) return told
  const besides = head.titles.flatMap((title, column) =>
    /бонус|доставк|кэшб[еэ]к|ндс|рассроч/iu.test(title) &&
    !/%|сумма/iu.test(title) &&
    !columns.fee?.includes(column)
      ? [Math.abs(sum(column) ?? 0)]
      : [],
  )
  const explained = [besides.reduce((all, next) => all + next, 0), ...besides].some(
    (more) => Math.abs(told) + more === kept,
  )
  return explained ? (signed < 0 ? -kept : kept) : null
}

function rowDay({ cells }: Row, columns: Columns, utc: boolean): Day | null {
  const [date, time] = [columns.date?.[0], columns.time?.[0]]
  if (date === undefined) return null
  const own = dayOf(cells[date], utc)
  if (own === null || !utc || time === undefined || textOf(cells[time]) === '') return own
  // A spreadsheet's time is a part of a day, or a moment of its day zero.
  const part = cells[time]
  const given =
    typeof part === 'number' && part < 1
      ? new Date(Math.round(part * 86_400) * 1000).toISOString().slice(11, 19)
      : textOf(part).replace(/^1899-12-3[01] /, '')
  const day = typeof cells[date] === 'number' ? dayOf(cells[date]) : textOf(cells[date])
  return dayOf(`${day} ${given}`, true)
}
