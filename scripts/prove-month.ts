import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryKind } from '#domain/books/entries.ts'
import { entryKinds } from '#domain/books/entries.ts'
import { readCsv } from '#domain/csv.ts'
import type { ReadFile, ReadLine } from '#domain/statements/line.ts'
import { recogniseText, textIn } from '#domain/statements/recognise.ts'
import { entryBack, entryWords } from '#texts/book-entries.ts'

/**
 * `node scripts/prove-month.ts <folder>`: whether the files of a month agree to the tiyn. Reads the
 * files alone (entries, turnovers, acts; payment orders, invoices and the statement per insurer
 * where they are there) and knows nothing of the database.
 */

/** Names of the files begin or go on with these. */
const kinds = ['entries', 'turnovers', 'acts', 'orders', 'invoices', 'insurers'] as const
type Kind = (typeof kinds)[number]
export type MonthFiles = Partial<Record<Kind, string>>

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
  if (files.insurers) {
    const statement = rowsOf(files.insurers)
    for (const [of, title] of [
      ['Премия', 'Премия'],
      ['Комиссия', 'Комиссия'],
      ['К перечислению', 'К перечислению'],
    ] as const) {
      const column = Object.keys(statement[0] ?? {}).find((key) => key.startsWith(title)) ?? title
      same(
        `${of} of the statement`,
        sum(statement, (row) => tiyn(row[column])),
        sum(acts, (row) => tiyn(row[of])),
      )
    }
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

const [, , folder] = process.argv
if (import.meta.main && folder) {
  const names = readdirSync(folder)
  const files: MonthFiles = Object.fromEntries(
    kinds.flatMap((kind) => {
      const name = names.find((one) => one.includes(`-${kind}-`) && !one.endsWith('.xlsx'))
      return name ? [[kind, readFileSync(join(folder, name), 'utf8')]] : []
    }),
  )
  const banks = names
    .filter((one) => !one.startsWith('qorgan-'))
    .flatMap((one) => {
      const found = recogniseText(textIn(readFileSync(join(folder, one))), null)
      return found.known ? [found.file] : []
    })
  const faults = faultsOf(files, banks)
  console.log(faults.length > 0 ? faults.join('\n') : 'The files agree.')
  process.exitCode = faults.length > 0 ? 1 : 0
}
