import {
  addDays,
  almatyClock,
  almatyDay,
  type Day,
  lastOfMonth,
  numericDay,
} from '#domain/calendar.ts'
import type { Localized } from '#domain/locale.ts'
import type { Invoice } from '#systems/bank/sandbox.ts'
import { brand } from '../brand.ts'
import type { SandboxWorld } from './world.ts'

/**
 * What the sandbox's bank gives an accountant of a month: registers of sales and the statement of
 * the account, in the forms that banks of the country use (docs/law/formats.md, 1a and 1c). A whole
 * month with enough sales has what life has: fees in tiyn, two payments made twice, one that a
 * client disputed, a refund in two parts and a register with a day left out, which has its own file.
 */
type BankFile = { name: string; about: Localized; bytes: Buffer; type: string }

type Row = {
  day: Day
  time: string
  kind: 'Покупка' | 'Возврат' | 'Чарджбэк'
  number: string
  tiyn: number
  fee: number
  note: string
}

/** The bank's fee of a purchase, of ten thousand. Guess [A]: the tariffs of banks differ. */
const FEE = 95
/** With so many purchases a month has its oddities. */
const ODD_FROM = 20
const OPENING = 150_000_050
const ACCOUNT_FEE = 15_000

const feeOf = (tiyn: number): number => -Math.round((tiyn * FEE) / 10_000)
const paidAt = ({ paidAt: at, createdAt }: Invoice): Date => new Date(at ?? createdAt)
const timeOf = (at: Date): string => almatyClock(at).slice(11, 19)

const paidBills = (world: SandboxWorld): Invoice[] =>
  [...world.store<Invoice>('bank.invoices').values()]
    .filter(({ state }) => state === 'paid')
    .toSorted((one, other) => paidAt(one).getTime() - paidAt(other).getTime())

/** Months with a payment, the latest first. */
export function statementMonths(world: SandboxWorld): string[] {
  const months = paidBills(world).map((bill) => almatyDay(paidAt(bill)).slice(0, 7))
  return [...new Set(months)].toReversed()
}

function purchase(bill: Invoice): Row {
  const tiyn = bill.amount * 100
  const at = paidAt(bill)
  return {
    day: almatyDay(at),
    time: timeOf(at),
    kind: 'Покупка',
    number: bill.id,
    tiyn,
    fee: feeOf(tiyn),
    note: bill.comment,
  }
}

type Back = Invoice['refunds'][number] & { bill: Invoice }

/** Returns the rows of a refund: two if the bank splits it. */
function returned({ bill, id, amount, at }: Back, isSplit: boolean): Row[] {
  const when = at ? new Date(at) : paidAt(bill)
  const half = Math.floor(amount / 2) * 100
  return (isSplit ? [half, amount * 100 - half] : [amount * 100]).map((tiyn, part) => ({
    day: almatyDay(when),
    time: timeOf(when),
    kind: 'Возврат' as const,
    number: part === 0 ? id : `${id}${part}`,
    tiyn: -tiyn,
    fee: -feeOf(tiyn),
    note: bill.comment,
  }))
}

/** Movements of a month in the order of their time. */
function rowsOf(world: SandboxWorld, month: string): Row[] {
  const bills = paidBills(world)
  const isIn = (day: Day) => day.slice(0, 7) === month
  const bought = bills.map(purchase).filter(({ day }) => isIn(day))
  const odd = bought.length >= ODD_FROM && lastOfMonth(`${month}-01`) < almatyDay(world.now())
  const refunds = bills
    .flatMap((bill) => bill.refunds.map((refund): Back => ({ ...refund, bill })))
    .filter(({ bill, at }) => isIn(almatyDay(at ? new Date(at) : paidAt(bill))))
    .flatMap((back, at) => returned(back, odd && at === 0))
  const of = (part: number) => (odd ? bought[Math.floor(bought.length * part)] : undefined)
  const [again, unnamed, disputed] = [of(0.2), of(0.6), of(0.8)]
  const twice = [again, unnamed && { ...unnamed, note: '' }].flatMap((row) =>
    row ? [{ ...row, number: `${row.number}7` }] : [],
  )
  const disputes = disputed
    ? [
        {
          ...disputed,
          kind: 'Чарджбэк' as const,
          day: [addDays(disputed.day, 1), disputed.day].find(isIn) ?? disputed.day,
          number: `${disputed.number}9`,
          tiyn: -disputed.tiyn,
          fee: 0,
        },
      ]
    : []
  return [...bought, ...twice, ...refunds, ...disputes].toSorted((one, other) =>
    `${one.day} ${one.time} ${one.number}`.localeCompare(
      `${other.day} ${other.time} ${other.number}`,
    ),
  )
}

const comma = (tiyn: number): string => (tiyn / 100).toFixed(2).replace('.', ',')
const point = (tiyn: number): string => String(tiyn / 100)

const own = {
  name: brand.legalName.ru,
  bin: brand.bin,
  iban: 'KZ68601TEST000000001',
} as const
const bank = { name: 'АО «Ертіс Банк»', bin: '351240100077', bic: 'ERTSKZKA' } as const

/** Returns bytes as an older program writes them; an unknown letter becomes a question mark. */
const letters = new Map(
  [
    ...new TextDecoder('windows-1251').decode(
      Uint8Array.from({ length: 128 }, (_none, at) => at + 128),
    ),
  ].map((letter, at) => [letter, at + 128]),
)
const cyrillicBytes = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) =>
      letter < '\u0080' ? letter.charCodeAt(0) : (letters.get(letter) ?? 63),
    ),
  )

function register(rows: readonly Row[], from: Day, to: Day): Buffer {
  const cell = (text: string) => (/[;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const line = (...cells: string[]) => `${cells.map(cell).join(';')}\r\n`
  const net = ({ tiyn, fee }: Row) => tiyn + fee
  const sum = (of: (row: Row) => number) => comma(rows.reduce((all, row) => all + of(row), 0))
  return cyrillicBytes(
    [
      line('', 'Период', `${numericDay(from)} - ${numericDay(to)}`),
      line('', 'ИИН/БИН', own.bin),
      line('', 'Наименование', own.name),
      line(''),
      line(
        '#',
        'Номер заказа (ID/RRN)',
        'Дата операции',
        'Время',
        'Дата учета операции',
        'Тип операции',
        'Сумма операции (т)',
        'Сумма к зачислению/ списанию (т)',
        'Комиссия за операции (т)',
        'Детали покупки',
      ),
      ...rows.map((row, at) =>
        line(
          String(at + 1),
          row.number,
          numericDay(row.day),
          row.time,
          numericDay(addDays(row.day, 1)),
          row.kind,
          comma(row.tiyn),
          comma(net(row)),
          comma(row.fee),
          row.note,
        ),
      ),
      line(
        'Итого',
        '',
        '',
        '',
        '',
        '',
        sum(({ tiyn }) => tiyn),
        sum(net),
        sum(({ fee }) => fee),
        '',
      ),
    ].join(''),
  )
}

type Entry = {
  day: Day
  tiyn: number
  way: 'in' | 'out'
  number: string
  other: { name: string; bin: string }
  purpose: string
}

/** Returns the bank's payouts of each day's register on the next day; a negative day waits. */
function payouts(world: SandboxWorld, months: readonly string[]): Entry[] {
  const days = new Map<Day, { net: number; fee: number }>()
  for (const { day, tiyn, fee } of months.flatMap((month) => rowsOf(world, month))) {
    const sum = days.get(day) ?? { net: 0, fee: 0 }
    days.set(day, { net: sum.net + tiyn + fee, fee: sum.fee - fee })
  }
  let carried = 0
  return [...days]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([day, { net, fee }]): Entry[] => {
      const tiyn = net + carried
      carried = tiyn > 0 ? 0 : tiyn
      if (tiyn <= 0) return []
      return [
        {
          day: addDays(day, 1),
          tiyn,
          way: 'in',
          number: `R-${day.replaceAll('-', '')}`,
          other: bank,
          purpose: `Перечисление по операциям за ${numericDay(day)}, комиссия = ${comma(fee)}`,
        },
      ]
    })
}

function accountEntries(world: SandboxWorld, until: string): Entry[] {
  const months = statementMonths(world)
    .toReversed()
    .filter((month) => month <= until)
  const rest = months.flatMap((month): Entry[] => [
    {
      day: `${month}-05`,
      tiyn: 25_000_000,
      way: 'out',
      number: `214-${month}`,
      other: { name: 'ТОО «Арман-Бизнес-Центр»', bin: '351240100137' },
      purpose: `Аренда офиса за ${month.slice(5)}.${month.slice(0, 4)}, договор № 3`,
    },
    {
      day: lastOfMonth(`${month}-01`),
      tiyn: ACCOUNT_FEE,
      way: 'out',
      number: `M-${month}`,
      other: bank,
      purpose: 'Комиссия за ведение счета',
    },
  ])
  const now = almatyDay(world.now())
  return [...payouts(world, months), ...rest]
    .filter(({ day }) => day.slice(0, 7) <= until && day <= now)
    .toSorted((one, other) => one.day.localeCompare(other.day))
}

function account(world: SandboxWorld, month: string): Buffer {
  const all = accountEntries(world, month)
  const signed = ({ way, tiyn }: Entry) => (way === 'in' ? tiyn : -tiyn)
  const sum = (of: readonly Entry[], sign: (entry: Entry) => number) =>
    of.reduce((total, entry) => total + sign(entry), 0)
  const rows = all.filter(({ day }) => day.slice(0, 7) === month)
  const opening =
    OPENING +
    sum(
      all.filter(({ day }) => day.slice(0, 7) < month),
      signed,
    )
  const [came, went] = (['in', 'out'] as const).map((way) =>
    sum(
      rows.filter((row) => row.way === way),
      ({ tiyn }) => tiyn,
    ),
  )
  const span = [
    `ДатаНачала=${numericDay(`${month}-01`)}`,
    `ДатаКонца=${numericDay(lastOf(world, month))}`,
  ]
  const side = (name: string, { name: title, bin }: Entry['other'], iban: string) => [
    `${name}Наименование=${title}`,
    `${name}БИН_ИИН=${bin}`,
    `${name}ИИК=${iban}`,
  ]
  const lines = [
    '1CClientBankExchange',
    'ВерсияФормата=2.00',
    'Кодировка=UTF8',
    `Отправитель=${bank.name}`,
    ...span,
    `РасчСчет=${own.iban}`,
    'СекцияРасчСчет',
    ...span,
    `РасчСчет=${own.iban}`,
    `НачальныйОстаток=${point(opening)}`,
    `ВсегоПоступило=${point(came ?? 0)}`,
    `ВсегоСписано=${point(went ?? 0)}`,
    `КонечныйОстаток=${point(opening + sum(rows, signed))}`,
    'КонецРасчСчет',
    ...rows.flatMap((row) => {
      const [payer, payee] = row.way === 'in' ? [row.other, own] : [own, row.other]
      const iban = (of: Entry['other']) => (of === own ? own.iban : 'KZ52601TEST000000009')
      return [
        'СекцияДокумент=Выписка',
        'ВидДокумента=ПлатежноеПоручение',
        `ДатаОперации=${numericDay(row.day)}`,
        `${row.way === 'in' ? 'СуммаПриход' : 'СуммаРасход'}=${point(row.tiyn)}`,
        `НомерДокумента=${row.number}`,
        `ДатаДокумента=${numericDay(row.day)}`,
        ...side('Плательщик', payer, iban(payer)),
        ...side('Получатель', payee, iban(payee)),
        `НазначениеПлатежа=${row.purpose}`,
        `Сумма=${point(row.tiyn)}`,
        'Валюта=KZT',
        'КонецДокумента',
      ]
    }),
    'КонецФайла',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** The last day of a month that is over, or today. */
const lastOf = (world: SandboxWorld, month: string): Day => {
  const [last, today] = [lastOfMonth(`${month}-01`), almatyDay(world.now())]
  return last < today ? last : today
}

const words = {
  register: (from: Day, to: Day): Localized => ({
    kz: `Сату тізілімі, ${numericDay(from)} – ${numericDay(to)}`,
    ru: `Реестр продаж, ${numericDay(from)} – ${numericDay(to)}`,
  }),
  account: { kz: 'Шот бойынша үзінді көшірме (1С)', ru: 'Выписка по счёту (1С)' },
}

/** The files of a month: registers of sales in three parts of days, and the account's statement. */
export function statementFiles(world: SandboxWorld, month: string): BankFile[] {
  if (!statementMonths(world).includes(month)) return []
  const rows = rowsOf(world, month)
  const days = [...new Set(rows.map(({ day }) => day))]
  const [first, last] = [`${month}-01`, lastOf(world, month)]
  const left = days.length > 2 ? days[Math.floor(days.length / 2)] : undefined
  const parts: readonly (readonly [Day, Day])[] = left
    ? [
        [first, addDays(left, -1)],
        [addDays(left, 1), last],
        [left, left],
      ]
    : [[first, last]]
  return [
    ...parts.map(([from, to]) => ({
      name: `ertis-register-${from}-${to.slice(8)}.csv`,
      about: words.register(from, to),
      type: 'text/csv',
      bytes: register(
        rows.filter(({ day }) => day >= from && day <= to),
        from,
        to,
      ),
    })),
    {
      name: `ertis-account-${month}.txt`,
      about: words.account,
      type: 'text/plain',
      bytes: account(world, month),
    },
  ]
}
