import type { Day } from '../calendar.ts'

/**
 * What a movement is by the words of the bank. `payout`: an acquirer's sums less its fees; `other`:
 * money that is no client's, such as premiums passed on, a rent or wages.
 */
export const operations = ['payment', 'refund', 'fee', 'chargeback', 'payout', 'other'] as const
export type Operation = (typeof operations)[number]

/** A movement of a statement as it stands in the file. Sums are tiyn, above nothing. */
export type ReadLine = {
  line: number
  day: Day
  operation: Operation
  /** Whether money came to the account or went. */
  way: 'in' | 'out'
  /** What may be a number of ours, the likeliest first. */
  numbers: readonly string[]
  /** The bank's own number of the movement. */
  outsideId: string
  amountTiyn: number
  /** What the bank kept; below nothing where it came back. */
  feeTiyn: number
  /** Who stands on the other side, as the bank spells them, and their number. */
  payer: string
  payerIin: string
  purpose: string
}

/** What keeps a line from being taken. */
export const faults = [
  ...(['invalid', 'formula', 'currency', 'account', 'balance', 'gap'] as const),
  ...(['unfinished', 'orders', 'closed'] as const),
] as const
export type Fault = (typeof faults)[number]
export const faultFields = [
  ...(['date', 'operation', 'order_id', 'payment_id', 'amount', 'fee'] as const),
  ...(['currency', 'account', 'balance', 'file'] as const),
] as const
export type LineError = { line: number; field: (typeof faultFields)[number]; why: Fault }

export const formats = ['own', 'one_c', 'mt940', 'kaspi_pay', 'acquirer', 'account'] as const
export type Format = (typeof formats)[number]

export type Balances = { opening: number; came: number; went: number; closing: number }
export type ReadFile = {
  format: Format
  /** The account in the bank, where the file names it. */
  account: string
  bank: string
  lines: readonly ReadLine[]
  errors: readonly LineError[]
  /** The same movement listed twice. */
  twice: readonly number[]
  balances: Balances | null
}

/** Errors that are told; a file with more of them has one cause. */
export const ERRORS_TOLD = 50

const orderWords =
  /(?:заказ[а-я]*|тапсырыс[а-яәғқңөұүһі]*|zakaz[a-z]*|order|сч[её]т[а-я]* на оплату|полис[а-я]*|polis[a-z]*)\s*(?:№|n|no|#|:)?\s*(\d{5,})/giu
const ownNumbers =
  /(?<![A-Z0-9])[A-Z]{1,3}-?[A-Z]{0,3}\d{1,12}(?:-[A-Z0-9_-]{1,40})?(?![A-Z0-9])/giu
const NUMBERS = 12

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
  return [...new Set(found)].slice(0, NUMBERS)
}

const chargebackWords = /charge-?back|ч[аеэ]рдж|опротест|оспорен|диспут|dispute|даулан/iu
const feeWords = /комисс|ведени[ея] сч|обслуживани|абон|тариф|commission|\bfee\b|komissi/iu
/** What the bank takes for its own services is a fee, whatever else the words may be. */
const bankFeeWords =
  /комисси\S* (?:за услуги )?банка|комисси\S* за (?:услуги банка|ведени|обслуживани|перевод|платеж)/iu
const refundWords = /возврат|refund|reversal|қайтар|vozvrat|отмена|cancel/iu
const payoutWords =
  /kaspi pay|эквайринг|acquiring|по операциям|возмещени|merchant|платежным карт|halyk pos|epay|по терминал|реестр[а-я]* операц/iu
const earnedWords =
  /комиссионн|вознагражден|за услуги|агентск|брокерск|премии по реестр|акт[ау]? /iu
const salePlain = /оплат|покуп|продаж|purchase|payment|sale|retail|төлем|сатып|debit/iu

/** What a movement of an account is: by where the money went and by what the bank says of it. */
export function movementOf(way: 'in' | 'out', words: string): Operation {
  if (chargebackWords.test(words)) return 'chargeback'
  if (way === 'in') {
    if (payoutWords.test(words) && !refundWords.test(words)) return 'payout'
    return earnedWords.test(words) ? 'other' : 'payment'
  }
  if (refundWords.test(words) && !/преми[йи] по реестр/iu.test(words)) return 'refund'
  if (bankFeeWords.test(words)) return 'fee'
  return feeWords.test(words) && !earnedWords.test(words) ? 'fee' : 'other'
}

/** What a line of a register is: by its kind, else by the sign of its sum. Null for words unknown. */
export function registeredOf(kind: string, sign: number): Operation | null {
  if (chargebackWords.test(kind)) return 'chargeback'
  if (refundWords.test(kind)) return 'refund'
  if (salePlain.test(kind)) return sign < 0 ? 'refund' : 'payment'
  if (feeWords.test(kind)) return 'fee'
  return kind.trim() === '' ? (sign < 0 ? 'refund' : 'payment') : null
}
