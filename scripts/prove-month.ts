import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryKind } from '#domain/books/entries.ts'
import { entryKinds } from '#domain/books/entries.ts'
import { readCsv } from '#domain/csv.ts'
import type { ReadFile, ReadLine } from '#domain/statements/line.ts'
import { recogniseTables, recogniseText, textIn } from '#domain/statements/recognise.ts'
import type { Table } from '#domain/statements/table.ts'
import { textOf } from '#domain/statements/values.ts'
import { entryBack, entryWords } from '#texts/book-entries.ts'
import { paperNames } from '#texts/insurer-acts.ts'
import { insurerColumns, movementColumns, orderColumns } from '#texts/report-columns.ts'
import { movementWords } from '#texts/report-words.ts'
import { readSpreadsheet } from '../server/sheets/read-spreadsheet.ts'

/**
 * `node scripts/prove-month.ts <folder>`: whether the files of a month agree to the tiyn. Reads the
 * files alone (entries, turnovers, acts; where they are there payment orders, invoices, the
 * statement per insurer, the movements and the orders of the month as CSV in Russian, the acts of
 * services as XLSX, the banks' statements) and knows nothing of the database.
 */

/** How the names of the files begin. */
const names = {
  entries: 'qorgan-1c-entries-',
  turnovers: 'qorgan-1c-turnovers-',
  acts: 'qorgan-1c-acts-',
  orders: 'qorgan-1c-orders-',
  invoices: 'qorgan-1c-invoices-',
  insurers: 'qorgan-insurers-',
  movements: 'qorgan-movements-',
  report: 'qorgan-orders-',
} as const
type Kind = keyof typeof names
/** `papers`: acts of services, a sheet for each insurer. */
export type MonthFiles = Partial<Record<Kind, string>> & { papers?: readonly Table[] }

const tiyn = (text = ''): number =>
  Math.round(Number(text.replace(/\s/g, '').replace(',', '.')) * 100)
type Row = Record<string, string>
function rowsOf(text: string): Row[] {
  const [head = [], ...rows] = readCsv(text)
  return rows.map((cells) => Object.fromEntries(head.map((title, at) => [title, cells[at] ?? ''])))
}
const sum = (rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0)

/** What does not agree; nothing where everything does. `banks`: all files of the banks of the month. */
export function faultsOf(files: MonthFiles, banks: readonly ReadFile[] = []): string[] {
  const entries = rowsOf(files.entries ?? '')
  const turnovers = rowsOf(files.turnovers ?? '')
  const acts = rowsOf(files.acts ?? '')
  const faults: string[] = []
  const same = (what: string, one: number, other: number) => {
    if (one !== other) faults.push(`${what}: ${one / 100} ≠ ${other / 100}`)
  }
  if (entries.length === 0) faults.push('no entries')
  const numbers = new Set(entries.map((row) => `${row.Номер} ${row.Операция}`))
  same('entries that have a number of their own', numbers.size * 100, entries.length * 100)
  const amount = (row: Row) => tiyn(row.Сумма)
  for (const row of turnovers) {
    const { Счёт: account } = row
    const all = account === 'Итого'
    same(
      `debit ${account}`,
      tiyn(row['Оборот Дт']),
      sum(
        entries.filter((one) => all || one.Дебет === account),
        amount,
      ),
    )
    same(
      `credit ${account}`,
      tiyn(row['Оборот Кт']),
      sum(
        entries.filter((one) => all || one.Кредит === account),
        amount,
      ),
    )
  }
  const signed = (row: Row | undefined, when: string) =>
    tiyn(row?.[`${when} Дт`]) - tiyn(row?.[`${when} Кт`])
  for (const row of turnovers)
    same(
      `what is on ${row.Счёт} at the end`,
      signed(row, 'На конец'),
      signed(row, 'На начало') + signed(row, 'Оборот'),
    )
  const total = turnovers.find((row) => row.Счёт === 'Итого')
  same('balances when the month began', signed(total, 'На начало'), 0)
  same('debit and credit', tiyn(total?.['Оборот Дт']), tiyn(total?.['Оборот Кт']))
  for (const act of acts) {
    const { Компания: insurer = '' } = act
    const about = entries.filter((one) =>
      [one['Субконто Дт'], one['Субконто Кт']].includes(insurer),
    )
    const { ru } = entryWords
    const booked = (kind: keyof typeof ru) =>
      sum(
        about.filter((one) => one.Операция === ru[kind]),
        amount,
      ) -
      sum(
        about.filter((one) => one.Операция === entryBack(ru[kind])),
        amount,
      )
    same(`premium of ${insurer}`, tiyn(act.Премия), booked('premium'))
    same(`OGPO+ of ${insurer}`, tiyn(act['ОГПО+']), booked('ogpo_plus'))
    same(`commission of ${insurer}`, tiyn(act.Комиссия), booked('commission'))
    same(`tax of ${insurer}`, tiyn(act['в том числе НДС']), booked('vat'))
    same(`returned by ${insurer}`, tiyn(act['К возврату клиентам']), booked('returned'))
    const owed = booked('premium') + booked('ogpo_plus') - booked('commission') - booked('returned')
    same(`to be passed on to ${insurer}`, tiyn(act['К перечислению']), owed)
  }
  if (files.insurers) sameSums('statement per insurer', rowsOf(files.insurers), insurerColumns)
  const moved = rowsOf(files.movements ?? '')
  if (files.movements) sameSums('movements', moved, movementColumns)
  if (files.movements && files.report) faults.push(...soldOtherwise(rowsOf(files.report), moved))
  if (files.papers) {
    const own = files.papers.map(passedOnIn).filter((one) => one !== 0)
    const theirs = acts.map((row) => tiyn(row['К перечислению'])).filter((one) => one !== 0)
    const inOrder = (sums: readonly number[]) => sums.toSorted((one, two) => one - two).join(' ')
    if (inOrder(own) !== inOrder(theirs))
      faults.push(`acts of services: ${inOrder(own)} ≠ ${inOrder(theirs)}`)
  }
  /** What a report says of all insurers together, beside the acts. */
  function sameSums(
    what: string,
    rows: readonly Row[],
    columns: typeof insurerColumns | typeof movementColumns,
  ) {
    for (const [key, title] of [
      ['premium', 'Премия'],
      ['ogpoPlus', 'ОГПО+'],
      ['commission', 'Комиссия'],
      ['refundDue', 'К возврату клиентам'],
      ['toPassOn', 'К перечислению'],
    ] as const)
      same(
        `${title} of the ${what}`,
        sum(rows, (row) => tiyn(row[columns[key].file.ru])),
        sum(acts, (row) => tiyn(row[title])),
      )
  }
  for (const [what, one, other] of banks.length > 0 ? againstBanks(entries, banks) : [])
    same(what, one, other)
  const owed = sum(acts, (row) => Math.max(0, tiyn(row['К перечислению'])))
  if (files.orders) same('payment orders', valuesOf(files.orders, /^Сумма=(.*)$/gm), owed)
  if (files.invoices) {
    const commission = sum(acts, (row) => tiyn(row.Комиссия))
    const tax = sum(acts, (row) => tiyn(row['в том числе НДС']))
    same('invoices', valuesOf(files.invoices, /<totalPriceWithTax>(.*?)</g), commission)
    same('tax of invoices', valuesOf(files.invoices, /<totalNdsAmount>(.*?)</g), tax)
  }
  return faults
}

const soldTitles = ['premium', 'ogpoPlus', 'commission'] as const
/**
 * Orders of whose sale the report of orders and the movements say otherwise. What was ordered on the
 * last day of the report may be sold after it, what was sold on the first day ordered before it.
 */
function soldOtherwise(report: readonly Row[], moved: readonly Row[]): string[] {
  const byNumber = (rows: readonly Row[], { ru }: { ru: string }) =>
    Map.groupBy(rows, (row) => row[ru] ?? '')
  const dayOf = (row: Row, { ru }: { ru: string }) => (row[ru] ?? '').slice(0, 10)
  const days = report.map((row) => dayOf(row, orderColumns.createdAt.file)).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const movements = byNumber(moved, movementColumns.number.file)
  const orders = byNumber(report, orderColumns.number.file)
  const { movement, at } = movementColumns
  const unordered = moved
    .filter((row) => row[movement.file.ru] === movementWords.ru.sold)
    .filter((row) => dayOf(row, at.file) !== first)
    .map((row) => row[movementColumns.number.file.ru] ?? '')
    .filter((order) => !orders.has(order))
  const differing = [...orders].flatMap(([order, rows]) => {
    const own = movements.get(order)
    if (!own && rows.every((row) => dayOf(row, orderColumns.createdAt.file) === last)) return []
    return soldTitles.flatMap((key) => {
      const title = movementColumns[key].file.ru
      const now = orderColumns[key].file.ru
      const said = sum(rows, (row) => tiyn(row[now]))
      const booked = sum(own ?? [], (row) => tiyn(row[title]))
      return said === booked ? [] : [`${title} of order ${order}: ${said / 100} ≠ ${booked / 100}`]
    })
  })
  return [...differing, ...unordered.map((order) => `order ${order} is not in the report`)]
}

/** What the rows of an act of services come to; its last row is a formula. */
function passedOnIn({ rows }: Table): number {
  const title = movementColumns.toPassOn.file.ru
  const head = rows.find(({ cells }) => cells.includes(title))
  const at = head?.cells.indexOf(title) ?? -1
  return rows
    .filter(({ line }) => line > (head?.line ?? 0))
    .reduce((all, { cells }) => all + (typeof cells[at] === 'number' ? cells[at] * 100 : 0), 0)
}

/** A movement that two files tell of is one. */
function movementsOf(banks: readonly ReadFile[], is: (file: ReadFile) => boolean): ReadLine[] {
  const lines = banks.filter(is).flatMap((file) => file.lines)
  const keyOf = ({ day, operation, outsideId, amountTiyn, payer }: ReadLine) =>
    [day, operation, outsideId, amountTiyn, payer].join(' ')
  return [...new Map(lines.map((line) => [keyOf(line), line])).values()]
}

/** What is entered, beside what the registers of sales and the statements of accounts say. */
function againstBanks(entries: readonly Row[], banks: readonly ReadFile[]) {
  const isAccount = ({ format }: ReadFile) => ['one_c', 'mt940', 'account'].includes(format)
  const { ru } = entryWords
  const entered = (is: (kind: EntryKind) => boolean) =>
    entryKinds.filter(is).reduce((all, kind) => {
      const of = (word: string) =>
        sum(
          entries.filter((row) => row.Операция === word),
          (row) => tiyn(row.Сумма),
        )
      return all + of(ru[kind]) - of(entryBack(ru[kind]))
    }, 0)
  const total = (lines: readonly ReadLine[]) =>
    lines.reduce((all, { way, amountTiyn }) => all + (way === 'in' ? amountTiyn : -amountTiyn), 0)
  const register = movementsOf(banks, (file) => !isAccount(file))
  const account = movementsOf(banks, isAccount)
  const client = ['payment', 'refund', 'chargeback']
  const fees = register.reduce((all, { feeTiyn }) => all + feeTiyn, 0)
  const of = (lines: readonly ReadLine[], operations: readonly string[]) =>
    total(lines.filter(({ operation }) => operations.includes(operation)))
  return [
    [
      'payments and refunds of the registers',
      entered((kind) => kind.startsWith('payment_') || kind === 'unknown_money') -
        entered((kind) => /^(?:refund|taken)_(?!due|bank_details|partner)/.test(kind)),
      of(register, client),
    ],
    [
      'fees of the registers',
      entered((kind) => kind === 'register_fee'),
      fees - of(register, ['fee']),
    ],
    [
      'money that came to the account',
      entered((kind) => kind === 'to_account'),
      of(account, [...client, 'payout']),
    ],
    ['fees of the account', entered((kind) => kind === 'account_fee'), -of(account, ['fee'])],
  ] as const
}

const valuesOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((all, [, value]) => all + tiyn(value?.trim()), 0)

const isAct = ({ rows: [first] }: Table): boolean =>
  textOf(first?.cells[0]).startsWith(paperNames.services.ru)

const [, , folder] = process.argv
if (import.meta.main && folder) {
  const found = readdirSync(folder)
  const bytesOf = (name: string) => readFileSync(join(folder, name))
  const files: MonthFiles = Object.fromEntries(
    Object.entries(names).flatMap(([kind, begin]) => {
      const name = found.find((one) => one.startsWith(begin) && !one.endsWith('.xlsx'))
      return name ? [[kind, bytesOf(name).toString()]] : []
    }),
  )
  const sheets = async (of: readonly string[]) =>
    (await Promise.all(of.map((name) => readSpreadsheet(bytesOf(name))))).flatMap(
      (one) => one ?? [],
    )
  const papers = (
    await sheets(found.filter((one) => one.startsWith(names.movements) && one.endsWith('.xlsx')))
  ).filter(isAct)
  const others = found.filter((one) => !one.startsWith('qorgan-'))
  const banks = await Promise.all(
    others.map(async (name) => {
      const tables = await readSpreadsheet(bytesOf(name))
      const read = tables
        ? recogniseTables(tables, null)
        : recogniseText(textIn(bytesOf(name)), null)
      return read.known ? [read.file] : []
    }),
  )
  const faults = faultsOf(papers.length > 0 ? { ...files, papers } : files, banks.flat())
  console.log(faults.length > 0 ? faults.join('\n') : 'The files agree.')
  process.exitCode = faults.length > 0 ? 1 : 0
}
