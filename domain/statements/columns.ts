import { formula, type Row, type Table } from './table.ts'
import { dayOf, textOf } from './values.ts'

/** Fields that a column of a bank's table may hold. */
export const columnFields = [
  ...(['date', 'time', 'operation', 'amount', 'credit', 'debit', 'net', 'fee'] as const),
  ...(['order_id', 'payment_id', 'payer', 'payee', 'payer_iin', 'payee_iin'] as const),
  ...(['purpose', 'currency', 'way', 'status', 'payer_account', 'payee_account'] as const),
] as const
export type ColumnField = (typeof columnFields)[number]
/** The columns of each field, counted from 0; fees and purposes may have several. */
export type Columns = Partial<Record<ColumnField, number[]>>
/** Where a table's head ends: its last line in the file, and the title of each column. */
export type Head = { line: number; titles: readonly string[] }
export type FoundColumns = { head: Head; columns: Columns }

/** Rows in which a head may begin: banks put up to twenty lines about the account above it. */
const HEAD_WITHIN = 60

/** A title as it is compared: bilingual, over several lines, with or without the currency. */
export const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s\u00A0\u202F]+/g, ' ')
    .replaceAll(/\((?:т|тг|тенге|теңге|kzt|₸)\)|["«»:*]|, ?(?:тг|тенге|теңге|kzt|₸)\.?$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

type Rule = { field: ColumnField | null; is: RegExp; weight: number }
const rule = (field: ColumnField | null, is: RegExp, weight = 5): Rule => ({ field, is, weight })

/** By the first rule that fits; of several columns for one thing, the heaviest. */
const rules: readonly Rule[] = [
  // Titles that only look like a column we need.
  rule(
    null,
    /%|без ндс|ндс|бонус|доставк|кэшбэк(?!.*комисси)|остаток|сальдо|баланс|balance|қалдық|курс/,
  ),
  rule(
    null,
    /номер карты|карта нөмірі|card number|маска|pan\b|терминал|тип (оплаты|карты)|адрес|мекенжай|филиал/,
  ),
  rule(
    'way',
    /^(д|дт|дебет|d|dr|debit) ?[/-] ?(к|кт|кредит|c|cr|credit)$|^(приход|кіріс) ?\/ ?(расход|шығыс)$|^направлени|^признак (дебет|дт|д\/к)|^direction$/,
    9,
  ),
  rule('status', /^(статус|состояние|status|state|күйі|мәртебе)/),
  rule('currency', /^валюта|^currency|валюта (операци|счета|транзакц|платежа)|^ccy/),
  rule(
    'date',
    /дата (и время )?(операци|транзакц|покупк|совершен)|транзакция күні|операция күні|transaction date/,
    10,
  ),
  rule('date', /дата (и время )?(провод|провед|списан|зачисл|платеж|оплат)|booking|posting/, 8),
  rule('date', /дата (учет|валют)|value date|есепке алу/, 3),
  rule('date', /дата (документ|док)/, 4),
  rule(
    'date',
    /^(дата|күні|күн|date|день)( и время| және уақыты|,? время| \(utc\)| utc| \(gmt\))?$|^дата\b|^date\b|^күні/,
    7,
  ),
  rule('time', /^(время|уақыты?|time)( операци| транзакц| \(utc\)| utc|$)/),
  rule(
    'payer_iin',
    /(иин|бин|жсн|бсн|\biin\b|\bbin\b|idn).*(плательщик|отправит|төлеуш|контрагент|корреспонд|клиент)|(плательщик|отправит|төлеуш|контрагент|корреспонд|payer|remitter).*(иин|бин|жсн|бсн|\biin\b|\bbin\b)/,
    9,
  ),
  rule(
    'payee_iin',
    /(иин|бин|жсн|бсн|\biin\b|\bbin\b).*(получател|бенефиц|алушы)|(получател|бенефиц|алушы|beneficiary|payee).*(иин|бин|жсн|бсн|\biin\b|\bbin\b)/,
    9,
  ),
  rule('payer_iin', /^(иин|бин|жсн|бсн|iin|bin)\b|^(иин|бин|жсн|бсн)/, 5),
  rule(
    'payer_account',
    /(счет|иик|жсқ|account|iban).*(плательщик|отправит|payer)|(плательщик|отправит|payer).*(счет|иик|жсқ|account|iban)/,
  ),
  rule(
    'payee_account',
    /(счет|иик|жсқ|account|iban).*(получател|бенефиц|payee|beneficiary)|(получател|бенефиц|payee|beneficiary).*(счет|иик|жсқ|account|iban)/,
  ),
  rule(
    null,
    /(счет|иик|жсқ|account|iban|бик|bic|swift|банк|bank|кбе|код бен|резидент|бсқ).*(плательщик|получател|контрагент|корреспонд|отправит|бенефиц)|(плательщик|получател|контрагент|корреспонд|отправит|бенефиц|payer|payee|beneficiary).*(счет|иик|account|iban|бик|bic|банк|bank|кбе|резидент)/,
  ),
  rule(null, /^(счет|иик|iban|бик|bic|банк|bank|account|№ счета|номер счета)/),
  rule(
    'payer',
    /плательщик|отправител|контрагент|корреспондент|төлеуші|payer|counterparty|remitter|фио клиента|клиент/,
    6,
  ),
  rule('payee', /получател|бенефициар|алушы|payee|beneficiary/, 6),
  rule('net', /к зачислен|к перечислен|к выплат|зачислен.*списан|\bnet\b|нетто|сумма возмещен/),
  rule('fee', /(общая|итого|всего|total).*(комисси|fee)|комиссия всего|жалпы комисси/, 20),
  rule('fee', /комисси|удержан|\bfee\b|commission|ұсталған/),
  rule('credit', /кредит|приход|поступлен|зачислен|\bcredit\b|\bcr\b|кіріс|түсім|пополнен/),
  rule('debit', /дебет|расход|списан|\bdebit\b|\bdr\b|шығыс|снят/),
  rule(
    'amount',
    /сумма (операци|транзакц|платеж|покупк|оплат)|операция сомасы|транзакция сомасы|transaction amount/,
    9,
  ),
  rule('amount', /^(сумма|сомасы?|amount|sum)\b|^(сумма|сомасы?)/, 6),
  rule(
    'order_id',
    /наш номер|номер заказа(?!.*(rrn|id))|заказ магазина|merchant order|order (id|number|no)|order_id|orderid|invoice|тапсырыс/,
    8,
  ),
  rule(
    'payment_id',
    /rrn|\bid (операци|транзакц|платеж)|(номер|№) ?(операци|транзакц|документ|плат)|reference|референс|ссылк|номер заказа|құжат нөмірі|transaction id|payment_id|уникальн/,
    6,
  ),
  rule('payment_id', /код авториз|auth/, 3),
  rule(
    'operation',
    /(тип|вид)\w* (операци|транзакц)|виды операци|транзакция атауы|операция түрі|наименование (транзакц|операци)|transaction type|операция түр/,
    8,
  ),
  rule('operation', /^(тип|вид|type|operation|операция|түрі)$/, 5),
  rule('payment_id', /^(номер|№ ?док\S*|номер док\S*|doc\.? ?no\.?)$/, 5),
  rule(null, /код назначен|кнп|тмк|\bknp\b/),
  rule(
    'purpose',
    /назначен|детали|описани|коммент|purpose|details|description|мақсат|тағайынд|narrative|примечан|основани/,
  ),
]

const several: ReadonlySet<ColumnField> = new Set(['fee', 'purpose'])
/** Of two columns of one sum the one in tenge counts. */
const sums: ReadonlySet<ColumnField> = new Set(['amount', 'credit', 'debit', 'net'])
const inTenge = (title: string): number =>
  /эквивалент|kzt|тенге|теңге|₸|нац\S* валют/iu.test(title)
    ? 0.5
    : /валют|\b(?:usd|eur|rub|cny)\b/iu.test(title)
      ? -0.5
      : 0

/** Finds the columns by the titles of a row. */
export function columnsOf(titles: readonly string[]): Columns {
  const best = new Map<ColumnField, { weight: number; at: number[] }>()
  for (const [at, title] of titles.entries()) {
    const text = plain(title)
    if (text === '' || text.length > 160) continue
    const found = rules.find(({ is }) => is.test(text))
    if (!found?.field) continue
    const weight = found.weight + (sums.has(found.field) ? inTenge(title) : 0)
    const now = best.get(found.field)
    if (!now || weight > now.weight) best.set(found.field, { weight, at: [at] })
    else if (several.has(found.field) && weight === now.weight) now.at.push(at)
  }
  // Credit and debit have columns of their own; a third sum column is the same in tenge.
  if (best.has('credit') && best.has('debit')) best.delete('amount')
  return Object.fromEntries([...best].map(([field, { at }]) => [field, at]))
}

const serves = (columns: Columns): boolean =>
  columns.date !== undefined &&
  (columns.amount !== undefined || columns.credit !== undefined || columns.debit !== undefined)
const counted = (columns: Columns): number => Object.keys(columns).length

/** Returns whether a row has only words: no sum and no day. */
const isOfWords = ({ cells }: Row): boolean =>
  cells.every(
    (cell) => typeof cell === 'string' && dayOf(cell) === null && !/^[\d\s.,-]+$/.test(cell || 'a'),
  )

/** A head over two rows: groups above (`Плательщик`), their parts below (`Наименование`). */
function joinedTitles(upper: Row, lower: Row): string[] {
  const width = Math.max(upper.cells.length, lower.cells.length)
  let group = ''
  return Array.from({ length: width }, (_none, at) => {
    const above = textOf(upper.cells[at])
    const below = textOf(lower.cells[at])
    if (above !== '') group = above
    // A title with nothing below is complete; a part with nothing above belongs to the last group.
    if (below === '') return above
    return above !== '' ? `${above} ${below}` : `${group} ${below}`
  })
}

const partsOf = ({ cells }: Row): number => cells.filter((cell) => textOf(cell) !== '').length

/** Finds the head of a table, in one row or two; null if nothing looks like one. */
export function findColumns({ rows }: Table): FoundColumns | null {
  let best: (FoundColumns & { count: number }) | null = null
  const consider = (line: number, titles: string[], over: number) => {
    const columns = columnsOf(titles)
    const count = counted(columns)
    if (count >= 2 && serves(columns) && count > (best?.count ?? 0) - over)
      best = { head: { line, titles }, columns, count }
  }
  for (const [at, row] of rows.slice(0, HEAD_WITHIN).entries()) {
    if (row.cells.filter((cell) => cell !== '').length < 2) continue
    if (!isOfWords(row)) continue
    const below = rows[at + 1]
    const isPair = below !== undefined && below.line === row.line + 1 && isOfWords(below)
    consider(row.line, row.cells.map(textOf), 0)
    // A sum's parts are below it, such as its currency: of both heads the fuller one counts.
    if (isPair) consider(below.line, joinedTitles(row, below), partsOf(below) >= 2 ? 1 : 0)
  }
  return best
}

const totals =
  /^(?:итог[ои]?|всего|total|барлығы|жиыны|жалпы|оборот[ы]?|остаток|входящ\S*|исходящ\S*|сальдо|баланс|opening|closing|қалдық\S*|подытог|за период)(?!\p{L})/iu
/**
 * A word that only a total has: `Итого за день`, `Остаток на 01.11.2026`. Tested on each word
 * alone: strangers choose the purpose of a payment, and one pattern over the whole of it would try
 * every way to cut it.
 */
const wordOfTotal =
  /^(?:\d+г?|итого?|итоги|всего|total|барлығы|жиыны|жалпы|обороты?|остаток|входящ.*|исходящ.*|сальдо|баланс|balance|opening|closing|қалдық.*|подытог|за|на|по|с|до|для|of|for|the|день|дня|day|период.*|period|месяц.*|счет.*|счёт.*|дебет.*|кредит.*|начал.*|кон.*|страниц.*|page|күн.*|кезең.*|сумма|сомасы)$/iu
const isOnlyTotal = (text: string): boolean =>
  text.split(/[\s:;,./()–-]/).every((word) => word === '' || wordOfTotal.test(word))

/**
 * Returns whether a row is a line of sums, of a page's end or a repeated head. A row with a day and
 * a sum in their columns is a movement, whatever its words begin with, unless it is nothing but a
 * total.
 */
export function isNoMovement(row: Row, { head: { titles }, columns }: FoundColumns): boolean {
  const texts = row.cells.map(textOf).filter((text) => text !== '')
  if (row.cells.filter((cell) => cell !== '').length < 2) return true
  const dated = (columns.date ?? []).some((at) => dayOf(row.cells[at]) !== null)
  if (dated) {
    const numbers = [columns.date, columns.time, columns.amount, columns.credit, columns.debit]
    const values = new Set([...numbers, columns.net, columns.fee].flatMap((at) => at ?? []))
    const words = row.cells.filter((cell, at) => !values.has(at) && cell !== '').map(textOf)
    if (words.some((word) => totals.test(word)) && words.every(isOnlyTotal)) return true
  } else if (
    row.cells.slice(0, 4).some((cell) => totals.test(textOf(cell))) ||
    texts.some((text) => totals.test(text) && text.length < 40)
  )
    return true
  // Columns counted below the head: 1, 2, 3.
  if (texts.length > 2 && texts.every((text, at) => text === String(at + 1))) return true
  return row.cells.every((cell, at) => textOf(cell) === '' || textOf(cell) === titles[at])
}

// Guess [A]: how statements of other currencies say so was not seen.
const others = 'USD|EUR|RUB|RUR|CNY|GBP|KGS|UZS|TRY|AED|CHF|JPY'
const foreign = new RegExp(
  `(?:валюта|валютасы|currency)[^A-ZА-Я]*(?:счета|шот\\S*|account)?[\\s:=]*(?:${others}|доллар|евро|рубл)|\\bKZ[A-Z0-9]{18}[\\s,(]*(?:${others})\\b`,
  'iu',
)
const foreignTitle = new RegExp(`\\b(?:${others})\\b|доллар|в евро|рубл`, 'iu')

/** Lines that say the account is of another currency: above the head, or of another account below. */
export const foreignLines = ({ rows }: Table, { head, columns }: FoundColumns): number[] => [
  ...([columns.amount, columns.credit, columns.debit].some((at) =>
    (at ?? []).some((column) => foreignTitle.test(head.titles[column] ?? '')),
  )
    ? [head.line]
    : []),
  ...rows
    .filter(
      ({ cells, line }) =>
        line !== head.line &&
        !(columns.date ?? []).some((at) => dayOf(cells[at]) !== null) &&
        foreign.test(cells.map(textOf).filter(Boolean).join(' ')),
    )
    .map(({ line }) => line),
]

/** Returns whether the title means sums in tiyn. */
export const inTiyn = (title: string): boolean => /тиын/iu.test(title)

export const isFormula = (row: Row, at: readonly number[] | undefined): boolean =>
  (at ?? []).some((column) => row.cells[column] === formula)
