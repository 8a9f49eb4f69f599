import type { Day } from '../calendar.ts'

/**
 * Kinds of a movement by the words of the bank. `payout`: an acquirer's sums less its fees;
 * `other`: no client's money, such as premiums passed on, a rent or wages.
 */
export const operations = ['payment', 'refund', 'fee', 'chargeback', 'payout', 'other'] as const
export type Operation = (typeof operations)[number]

/** A movement as the statement has it. Sums are tiyn, positive. */
export type ReadLine = {
  line: number
  day: Day
  operation: Operation
  /** Direction of the money, from the account's side. */
  way: 'in' | 'out'
  /** Possible numbers of ours, the likeliest first. */
  numbers: readonly string[]
  /** The bank's own number of the movement. */
  outsideId: string
  amountTiyn: number
  /** The bank's fee; negative if it was returned. */
  feeTiyn: number
  /** The other party, as the bank spells it, and its number. */
  payer: string
  payerIin: string
  purpose: string
}

/** Why a line is refused. */
export const faults = [
  ...(['invalid', 'formula', 'currency', 'account', 'balance', 'gap'] as const),
  ...([
    'unfinished',
    'orders',
    'closed',
    'direction',
    'quote',
    'no_day',
    'net',
    'day_order',
    'future',
  ] as const),
] as const
export type Fault = (typeof faults)[number]
export const faultFields = [
  ...(['date', 'operation', 'order_id', 'payment_id', 'amount', 'fee'] as const),
  ...(['currency', 'account', 'balance', 'file'] as const),
] as const
export type LineError = {
  line: number
  field: (typeof faultFields)[number]
  why: Fault
  /** Tiyn: counted from the rest of the file, and as the file gives it. */
  sums?: { counted: number; said: number }
}

export const formats = ['own', 'one_c', 'mt940', 'kaspi_pay', 'acquirer', 'account'] as const
export type Format = (typeof formats)[number]

export type Balances = { opening: number; came: number; went: number; closing: number }
export type ReadFile = {
  format: Format
  /** The account in the bank, if the file names it. */
  account: string
  bank: string
  lines: readonly ReadLine[]
  errors: readonly LineError[]
  /** The same movement listed twice. */
  twice: readonly number[]
  balances: Balances | null
}

/** Number of errors shown; a file with more of them has one cause. */
export const ERRORS_TOLD = 50

const orderWords =
  /(?:заказ[а-я]*|тапсырыс[а-яәғқңөұүһі]*|zakaz[a-z]*|order|сч[её]т[а-я]* на оплату|полис[а-я]*|polis[a-z]*)\s*(?:№|n|no|#|:)?\s*(\d{5,})/giu
const ownNumbers =
  /(?<![A-Z0-9])[A-Z]{1,3}-?[A-Z]{0,3}\d{1,12}(?:-[A-Z0-9_-]{1,40})?(?![A-Z0-9])/giu
/** An order's number as people and banks copy it: parted, in small letters, Cyrillic Н and О in it. */
const orderNumbers = /(?<![A-Z\d])Q[ -]?([GHН])[ -]?((?:[\dOО] ?){8}[\dOО])(?!\d)/giu
const NUMBERS = 12

/** Numbers of our orders in a text, as we write them. */
const ordersIn = (text: string): string[] =>
  [...text.matchAll(orderNumbers)].map(([, letter = '', digits = '']) => {
    const product = letter.toUpperCase() === 'G' ? 'G' : 'H'
    return `Q${product}${digits.replaceAll(' ', '').replaceAll(/[OО]/giu, '0')}`
  })

/** Numbers in the words of a line that may be ours: of an attempt, an order or a refund. */
export function numbersIn(...texts: readonly string[]): string[] {
  const text = texts.join(' \n ').slice(0, 2000)
  const found = [
    // A number may end with a dash; a dash may be of the words about it.
    ...[...text.matchAll(ownNumbers)].flatMap(([whole]) =>
      Array.from({ length: (/[-_]*$/.exec(whole)?.[0].length ?? 0) + 1 }, (_none, cut) =>
        whole.slice(0, whole.length - cut),
      ),
    ),
    ...[...text.matchAll(orderWords)].map(([, number]) => number ?? ''),
  ]
  found.splice(0, 0, ...ordersIn(text))
  return [...new Set(found)].slice(0, NUMBERS)
}

const cameWords =
  /^(?:к|кт|кр|кредит\S*|c|cr|ct|credit|приход\S*|поступлени\S*|зачислени\S*|пополнени\S*|\+|кіріс|түсім|входящ\S*)(?!\p{L})/iu
const wentWords =
  /^(?:д|дт|дб|дебет\S*|d|dr|dt|debit|расход\S*|списани\S*|[-−–]|шығыс|исходящ\S*)(?!\p{L})/iu

/** Which way money went by a word of the bank: `К`, `Дебет`, `Приход`; null for any other. */
export const wayOf = (word: string): 'in' | 'out' | null =>
  cameWords.test(word.trim()) ? 'in' : wentWords.test(word.trim()) ? 'out' : null

// Guess [A]: we have seen no register with states. Words of one language may contain those of the
// other: match refused ones first.
const undoneWords =
  /отклон|отказ|не ?успе|не ?исполн|не ?провед|ошибк|fail|declin|reject|error|қате|қабылданба|сәтсіз|бас тарт|в обработк|ожида|pending|processing|күтуде|өңделу/iu
const doneWords =
  /исполн|провед|успе|оплач|заверш|принят|одобр|выполн|зачисл|списан|обработ|подтвержд|succe|complet|paid|approved|posted|settled|processed|done|^ok$|орындал|сәтті|төлен|аяқтал/iu

/**
 * Returns whether an operation was done, by the word of its state; null for words that may mean
 * either.
 */
export const isDone = (state: string): boolean | null =>
  undoneWords.test(state) ? false : state.trim() === '' || doneWords.test(state) ? true : null

const chargebackWords =
  /charge-?back|ч[аеэ]рдж[ -]?б[аеэ]к|опротест|оспорен|диспут|dispute|(?<!\p{L})даулан(?:ды|ған|у)(?!\p{L})/iu
const feeWords = /комисс|ведени[ея] сч|обслуживани|абон|тариф|commission|\bfee\b|komissi/iu
/** A bank's charge for its own services is a fee, whatever its other words. */
const bankFeeWords =
  /комисси\S{0,30} (?:за услуги )?банка|комисси\S{0,30} за (?:услуги банка|ведени|обслуживани|перевод|платеж)/iu
const refundWords = /возврат|refund|reversal|қайтар|vozvrat|отмена|cancel/iu
const payoutWords =
  /kaspi pay|эквайринг|acquiring|по операциям|возмещени|merchant|платежным карт|halyk pos|epay|по терминал|реестр[а-я]* операц/iu
const earnedWords =
  /комиссионн|вознагражден|за услуги|агентск|брокерск|премии по реестр|(?<!\p{L})акт[ау]? /iu
const salePlain = /оплат|покуп|продаж|purchase|payment|sale|retail|төлем|сатып|debit/iu

/** Returns whether the words name an order of ours, with any other words. */
const namesOrder = (words: string): boolean =>
  [...words.matchAll(orderWords)].length > 0 ||
  /(?<![A-Z0-9])QG\d{6,}/i.test(words) ||
  ordersIn(words).length > 0

/** Returns the kind of an account's movement: by its direction and the bank's words. */
export function movementOf(way: 'in' | 'out', words: string): Operation {
  if (chargebackWords.test(words)) return 'chargeback'
  if (way === 'in') {
    if (namesOrder(words) && !refundWords.test(words)) return 'payment'
    if (payoutWords.test(words) && !refundWords.test(words)) return 'payout'
    return earnedWords.test(words) ? 'other' : 'payment'
  }
  if (refundWords.test(words) && !/преми[йи] по реестр/iu.test(words)) return 'refund'
  if (bankFeeWords.test(words)) return 'fee'
  return feeWords.test(words) && !earnedWords.test(words) ? 'fee' : 'other'
}

const undoneDispute =
  /(?:отмен|cancel|revers|выигр|won)\S{0,30}\s{1,3}(?:of\s{1,3})?(?:ч[аеэ]рдж|charge-?back|диспут|dispute)|(?:charge-?back|ч[аеэ]рдж[ -]?б[аеэ]к\S{0,30}|диспут\S{0,30}|dispute)\s{1,3}(?:revers|cancel|won|отмен|выигр)/iu

/**
 * Returns the kind of a register's line: by its words, else by the sign of its sum. Null for
 * unknown words.
 */
export function registeredOf(kind: string, sign: number): Operation | null {
  if (undoneDispute.test(kind)) return sign > 0 ? 'chargeback' : null
  // A reversed refund or dispute is neither; a refunded payment may be both.
  if (
    /(?:отмен|возврат|cancel|revers)\S{0,30} (?:возврат|refund|ч[аеэ]рдж|chargeback)|refund cancel/iu.test(
      kind,
    )
  )
    return null
  if (/возвращ/iu.test(kind)) return sign < 0 ? 'refund' : null
  if (chargebackWords.test(kind)) return 'chargeback'
  if (refundWords.test(kind)) return 'refund'
  if (salePlain.test(kind)) return sign < 0 ? 'refund' : 'payment'
  if (feeWords.test(kind)) return 'fee'
  return kind.trim() === '' ? (sign < 0 ? 'refund' : 'payment') : null
}

/**
 * Returns the direction of a line's money. If the signs do not show it, as in a register of
 * positive sums, anything but a payment went out, unless its words undo a dispute.
 */
export const registeredWay = (
  operation: Operation,
  kind: string,
  { sign, isSigned }: { sign: number; isSigned: boolean },
): 'in' | 'out' => {
  if (isSigned || sign < 0) return sign > 0 ? 'in' : 'out'
  return operation === 'payment' || undoneDispute.test(kind) ? 'in' : 'out'
}
