import { accountsOf, type Chart, monthOf, sides, turnoversOf } from '#domain/books/entries.ts'
import type { OutFile } from '#domain/books/out-files.ts'
import { ownParty, type Party } from '#domain/books/parties.ts'
import type { Vat } from '#domain/books/vat.ts'
import { addDays, type Day, numericDay } from '#domain/calendar.ts'
import { csvMark, csvText } from '#domain/csv.ts'
import { entryBack, entryWords } from '#texts/book-entries.ts'
import type { Sql } from '../../db/connect.ts'
import { statementPerInsurer } from '../insurers.ts'
import { daysOfMonth } from '../reports.ts'
import {
  type BookEntry,
  type EntrySum,
  entriesOf,
  namedBy,
  spanOf,
  sumsOf,
  taxOf,
} from './entries.ts'
import { type Invoice, invoicesXml } from './invoices.ts'
import type { PartyRow } from './settings.ts'

/**
 * The files of a month. Russian for every user, as 1C for Kazakhstan is, so that the bytes are the
 * same for all (docs/law/formats.md, section 2).
 */

export type Act = { insurer: string; number: string; day: Day; amount: number }
export type Making = {
  db: Sql
  month: string
  closed: boolean
  /** The day a paper made now bears: of the close, or today. */
  day: Day
  chart: Chart
  /** Balance of each account at the month's start, tiyn: debit is positive. */
  opening: ReadonlyMap<string, number>
  parties: readonly PartyRow[]
  /** Promoters' names by their codes in entries. */
  promoters: ReadonlyMap<string, string>
  bins: ReadonlyMap<string, string>
  vat: Vat | null
  acts: readonly Act[]
}

const partyOf = ({ parties }: Pick<Making, 'parties'>, code: string): PartyRow | undefined =>
  parties.find((row) => row.code === code)
const known = (making: Making, code: string): Party | null => partyOf(making, code)?.party ?? null

/** A table for the loader of 1C: numbers of people and companies stay plain digits. */
const line = (...cells: readonly string[]) => `${cells.map(csvText).join(';')}\r\n`
/** Decimal comma, no grouping. */
const comma = (tiyn: number) => (tiyn / 100).toFixed(2).replace('.', ',')
const monthWords = (month: string) => numericDay(`${month}-01`).slice(3)
const wordOf = ({ entry: { kind, reversed } }: Pick<BookEntry, 'entry'>) =>
  reversed ? entryBack(entryWords.ru[kind]) : entryWords.ru[kind]
const stateWord = ({ closed }: Making) => (closed ? 'закрыт' : 'предварительно')

async function* entriesCsv(making: Making): AsyncGenerator<string> {
  yield csvMark +
    line(
      'Дата',
      'Номер',
      'Операция',
      'Дебет',
      'Субконто Дт',
      'БИН Дт',
      'Кредит',
      'Субконто Кт',
      'БИН Кт',
      'Сумма',
      'Договор',
      'Заказ',
      'Назначение',
      'Месяц',
    )
  const { db, month, chart, bins, vat } = making
  for await (const batch of entriesOf(db, month, { bins, vat }))
    yield batch
      .map((entry) => {
        const by = accountsOf(chart, entry.entry)
        if (!by || by === 'left_out') return ''
        const side = sides[entry.entry.kind]
        const [debit, credit] = entry.entry.reversed
          ? [side.credit, side.debit]
          : [side.debit, side.credit]
        const [of, to] = [nameOf(making, entry, debit), nameOf(making, entry, credit)]
        return line(
          numericDay(entry.day),
          entry.id,
          wordOf(entry),
          by.debit,
          of.name,
          of.bin,
          by.credit,
          to.name,
          to.bin,
          comma(entry.tiyn),
          known(making, entry.party)?.contract ?? '',
          entry.orderId,
          `${wordOf(entry)}, ${monthWords(month)}`,
          stateWord(making),
        )
      })
      .join('')
}

/** Private clients are one counterparty without a number: each payment is in its order. */
const CLIENTS = 'Физические лица'
function nameOf(making: Making, entry: BookEntry, side: keyof typeof namedBy) {
  if (side === 'clients') return { name: CLIENTS, bin: '' }
  const code = namedBy[side](entry)
  const promoter = making.promoters.get(code)
  if (promoter !== undefined) return { name: promoter, bin: '' }
  const party = known(making, code)
  return { name: party?.name ?? '', bin: party?.bin ?? '' }
}

/** Entries by accounts, those left to another program without. */
export function enteredOf(chart: Chart, sums: readonly EntrySum[]) {
  return sums.flatMap(({ entry, tiyn }) => {
    const by = accountsOf(chart, entry)
    return by && by !== 'left_out' ? [{ ...by, tiyn }] : []
  })
}

/** The broker's balance at the start of the books: it has no account in this chart. */
const REST = 'Остаток брокера'

/** Returns a month by accounts with opening balances; `rest` makes them balance. */
export function byAccounts(
  { chart, opening }: Pick<Making, 'chart' | 'opening'>,
  sums: readonly EntrySum[],
) {
  const accounts = monthOf(opening, turnoversOf(enteredOf(chart, sums)))
  return { accounts, rest: 0 - accounts.reduce((sum, one) => sum + one.opening, 0) }
}

async function turnoversCsv(making: Making): Promise<string> {
  const { db, month } = making
  const { accounts, rest } = byAccounts(making, await sumsOf(db, month, making))
  const rows = [
    ...accounts,
    ...(rest === 0 ? [] : [{ account: REST, opening: rest, debit: 0, credit: 0, closing: rest }]),
  ]
  const all = (of: (row: (typeof rows)[number]) => number) =>
    comma(rows.reduce((sum, row) => sum + of(row), 0))
  const columns: ((row: (typeof rows)[number]) => number)[] = [
    ({ opening }) => Math.max(0, opening),
    ({ opening }) => Math.max(0, -opening),
    ({ debit }) => debit,
    ({ credit }) => credit,
    ({ closing }) => Math.max(0, closing),
    ({ closing }) => Math.max(0, -closing),
  ]
  return [
    csvMark +
      line(
        'Счёт',
        'На начало Дт',
        'На начало Кт',
        'Оборот Дт',
        'Оборот Кт',
        'На конец Дт',
        'На конец Кт',
        'Месяц',
      ),
    ...rows.map((row) =>
      line(row.account, ...columns.map((of) => comma(of(row))), stateWord(making)),
    ),
    line('Итого', ...columns.map(all), stateWord(making)),
  ].join('')
}

async function actsCsv(making: Making): Promise<string> {
  const { db, month, acts, vat } = making
  const { since, until } = spanOf(month)
  const taxes = await taxOf(db, month, vat)
  const rows = await statementPerInsurer(db, since, until)
  return [
    csvMark +
      line(
        'Месяц',
        'Компания',
        'БИН',
        'Договор',
        'Акт',
        'Полисов',
        'Премия',
        'ОГПО+',
        'Комиссия',
        'в том числе НДС',
        'К возврату клиентам',
        'К перечислению',
        'По акту',
        'Разница',
      ),
    ...rows.map((row) => {
      const party = known(making, row.insurer)
      const act = acts.find(({ insurer }) => insurer === row.insurer)
      const tax = taxes.find(({ insurer }) => insurer === row.insurer)?.tax ?? 0
      return line(
        monthWords(month),
        party?.name ?? row.insurer,
        party?.bin ?? '',
        party?.contract ?? '',
        act?.number ?? '',
        String(row.policies),
        comma(row.premium * 100),
        comma(row.ogpoPlus * 100),
        comma(row.commission * 100),
        comma(tax),
        comma(row.refundDue * 100),
        comma(row.toPassOn * 100),
        ...(act ? [comma(act.amount * 100), comma((act.amount - row.toPassOn) * 100)] : ['', '']),
      )
    }),
  ].join('')
}

const partiesCsv = (making: Making): string =>
  [
    csvMark +
      line(
        'Код',
        'Наименование',
        'БИН',
        'Адрес',
        'КБе',
        'ИИК',
        'Банк',
        'БИК',
        'Договор',
        'Дата договора',
      ),
    ...making.parties.map(({ code, party }) =>
      line(
        code,
        party.name,
        party.bin,
        party.address,
        party.kbe,
        party.iban,
        party.bank,
        party.bic,
        party.contract,
        party.contractDay && numericDay(party.contractDay),
      ),
    ),
    line('clients', CLIENTS, '', '', '19', '', '', '', '', ''),
  ].join('')

/** Insurers that are to get something of a month. */
export async function owedOf({ db, month }: Pick<Making, 'db' | 'month'>) {
  const { since, until } = spanOf(month)
  return (await statementPerInsurer(db, since, until)).filter(({ toPassOn }) => toPassOn > 0)
}

/**
 * Returns payment orders in the layout of 1C for Kazakhstan, one per insurer for the sum of the
 * act.
 */
async function ordersText(making: Making): Promise<string> {
  const { month, day } = making
  const own = known(making, ownParty)
  const owed = await owedOf(making)
  const pairs = (list: readonly (readonly [string, string])[]) =>
    list.map(([key, value]) => `${key}=${value.replaceAll(/[\r\n]+/g, ' ')}`)
  const side = (name: string, party: Party | null) =>
    pairs([
      [`${name}Наименование`, party?.name ?? ''],
      [`${name}БИН_ИИН`, party?.bin ?? ''],
      [`${name}КБЕ`, party?.kbe ?? ''],
      [`${name}ИИК`, party?.iban ?? ''],
      [`${name}БанкНаименование`, party?.bank ?? ''],
      [`${name}БанкБИК`, party?.bic ?? ''],
    ])
  const act = (insurer: string) => making.acts.find((one) => one.insurer === insurer)?.number ?? ''
  return [
    '1CClientBankExchange',
    ...pairs([
      ['ВерсияФормата', '2.00'],
      ['Кодировка', 'UTF8'],
      ['Отправитель', 'Qorgan'],
      ['Получатель', ''],
      ['ДатаСоздания', numericDay(day)],
      ['ВремяСоздания', '00:00:00'],
      ['ДатаНачала', numericDay(day)],
      ['ДатаКонца', numericDay(day)],
      ['РасчСчет', own?.iban ?? ''],
    ]),
    ...owed.flatMap(({ insurer, toPassOn }, at) => [
      ...pairs([
        ['СекцияДокумент', 'ПлатежноеПоручение'],
        ['НомерДокумента', `${month.slice(2).replace('-', '')}${at + 1}`],
        ['ДатаДокумента', numericDay(day)],
        ['Сумма', String(toPassOn)],
      ]),
      ...side('Плательщик', own),
      ...side('Получатель', known(making, insurer)),
      ...pairs([
        [
          'НазначениеПлатежа',
          `Страховые премии за ${monthWords(month)}${act(insurer) ? `, акт № ${act(insurer)}` : ''}${making.closed ? '' : ' (предварительно)'}`,
        ],
        ['КодНазначенияПлатежа', known(making, insurer)?.knp ?? ''],
        ['ДатаВалютирования', numericDay(day)],
        ['Валюта', 'KZT'],
      ]),
      'КонецДокумента',
    ]),
    'КонецФайла',
    '',
  ].join('\r\n')
}

/** Insurers with a commission of a month that an invoice is made for. */
export async function invoicedOf({ db, month, vat }: Pick<Making, 'db' | 'month' | 'vat'>) {
  return vat === null || vat.kind === 'no_payer' ? [] : taxOf(db, month, vat)
}

async function invoices(making: Making): Promise<string> {
  const { month, vat, day } = making
  const { to } = daysOfMonth(month)
  const seller = known(making, ownParty)
  const list = (await invoicedOf(making)).map(({ insurer, commission, tax }, at): Invoice => {
    const customer = known(making, insurer)
    const act = making.acts.find((one) => one.insurer === insurer)
    if (!customer || !seller || !act) throw new Error(`nothing is known of ${insurer}`)
    return {
      number: `${month.replace('-', '')}${String(at + 1).padStart(3, '0')}`,
      // Made before the month is over, it would bear a day before its turnover.
      day: day > to ? day : addDays(to, 1),
      turnover: to,
      seller,
      customer,
      act: { number: act.number, day: act.day },
      description: `Комиссионное вознаграждение страхового брокера за ${monthWords(month)}`,
      gross: commission * 100,
      tax,
      percent: vat?.kind === 'payer' ? vat.percent : null,
    }
  })
  return invoicesXml(list)
}

async function* oneText(text: string | Promise<string>): AsyncGenerator<string> {
  yield await text
}

const kinds = {
  entries: { ext: 'csv', mime: 'text/csv; charset=utf-8', of: entriesCsv },
  turnovers: {
    ext: 'csv',
    mime: 'text/csv; charset=utf-8',
    of: (making: Making) => oneText(turnoversCsv(making)),
  },
  acts: {
    ext: 'csv',
    mime: 'text/csv; charset=utf-8',
    of: (making: Making) => oneText(actsCsv(making)),
  },
  parties: {
    ext: 'csv',
    mime: 'text/csv; charset=utf-8',
    of: (making: Making) => oneText(partiesCsv(making)),
  },
  orders: {
    ext: 'txt',
    mime: 'text/plain; charset=utf-8',
    of: (making: Making) => oneText(ordersText(making)),
  },
  invoices: {
    ext: 'xml',
    mime: 'application/xml; charset=utf-8',
    of: (making: Making) => oneText(invoices(making)),
  },
} as const satisfies Record<
  OutFile,
  { ext: string; mime: string; of: (making: Making) => AsyncGenerator<string> }
>

export const mimeOf = (file: OutFile): string => kinds[file].mime
/** Returns the file name, `qorgan-1c-entries-2026-10.csv`; marks an open month. */
export const fileName = (file: OutFile, month: string, closed: boolean): string =>
  `qorgan-1c-${file}-${month}${closed ? '' : '-preliminary'}.${kinds[file].ext}`
export const textsOf = (file: OutFile, making: Making): AsyncGenerator<string> =>
  kinds[file].of(making)
