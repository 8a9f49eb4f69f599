import { type Locale, languageTag } from '#domain/locale.ts'

/**
 * Freedom Pay (formerly PayBox.money): signed form-encoded requests, signed XML answers, signed
 * form-encoded notices. The operation's name is the script name, the last segment of the called
 * address.
 *
 * Evidence, by the letter at each line below. None of us has talked to the real host. D the
 * operator's pages: docs.freedompay.kz (Create payment, Card token, Status, Clearing, Cancel,
 * Refund), docs.freedompay.kg/doc-833002 (one and two steps),
 * freedompay.kz/docs-en/merchant-api/after-pay (a whole get_status3.php answer),
 * …/merchant-api/pay. M `vevovip/chaospay`: a mock with the answers of production
 * (internal/ports/api/pay/handlers.go, docs/signature.md, docs/errors-playbook.md). L
 * `nsa09-nsa09/ecopay-backend`: runs against test-api.freedompay.kz
 * (docs/payments/freedompay-contract-audit.md, FreedomPayGateway.java). `Guess:` marks what none of
 * them shows.
 */
export const operations = {
  // D, L: pg_auto_clearing is 0 unless asked for: the money is held, and cleared by itself after
  // five days. pg_idempotency_key ≤ 255 (D).
  init: 'init_payment.php',
  // D: by pg_payment_id, or by pg_order_id the LAST payment of the order (L); after a refund that
  // is the refund, negative (M).
  status: 'get_status3.php',
  // D, M: money that was cleared, a part by pg_refund_amount. No idempotency key is documented. M:
  // an `ok` may become an error in the list.
  revoke: 'revoke.php',
  // D, M: money that is held is taken (pg_clearing_amount), or let go whole.
  capture: 'do_capture.php',
  cancel: 'cancel.php',
  bind: 'add2',
  cards: 'list',
  removeCard: 'remove',
  // D: looks the card up and gives a payment's id, with pg_idempotency_key; no money moves.
  chargeInit: 'init',
  // M: once a payment; a repeat gets 120.
  charge: 'direct',
} as const
export type Operation = (typeof operations)[keyof typeof operations]

/**
 * How an operation is called, which is also the name it is signed with. Guess: D names the two ways
 * back `/revoke` and `/cancel`, M calls them with `.php`; both answer in M.
 * [A] The second is used; the sandbox takes both.
 */
export const scriptOf = (operation: Operation, plain = false): string =>
  plain && (operation === operations.revoke || operation === operations.cancel)
    ? operation.replace('.php', '')
    : operation

/** Below the configured address. */
export const pathOf = (operation: Operation, merchantId: string, plain = false): string => {
  if (operation.endsWith('.php')) return `/${scriptOf(operation, plain)}`
  const room =
    operation === operations.chargeInit || operation === operations.charge ? 'card' : 'cardstorage'
  return `/v1/merchant/${merchantId}/${room}/${operation}`
}

/**
 * With which script names an answer may be signed. M: those of `card/init` and `card/direct` by an
 * empty one (its document) or their own (its code).
 */
export const answerScripts = (operation: Operation, plain = false): string[] =>
  operation === operations.chargeInit || operation === operations.charge
    ? ['', operation]
    : [scriptOf(operation, plain)]

export const errorCodes = {
  /** L: HTTP 401, not signed. */
  badSignature: '1100',
  /** D, L: which merchant asks is not known, so nothing can be signed. */
  unknownMerchant: '9998',
  /** PayBox's list. Guess: 490 is all that a refund is refused with for good. */
  notFound: '340',
  badField: '200',
  refused: '490',
  /** L: what a status is answered with. */
  noPayment: '11068',
  /** M: the payment's state does not allow this: says nothing about the money. */
  wrongState: '120',
} as const
/** M: what a declined saved card is answered with. */
export const declineCodes = {
  no_funds: '10009',
  expired: '10017',
  binds_only: '10007',
  challenge: '10004',
  cancelled: '10010',
} as const
/** No such payment, card or order. */
export const absent: readonly string[] = [errorCodes.notFound, errorCodes.noPayment]

/** D. */
export const languages = ['ru', 'en', 'kk', 'kg', 'uz'] as const
export const languageOf = (locale: Locale): (typeof languages)[number] => languageTag(locale)
/** Months. D: 1 to 12 in the newest pages (L), 156 before. */
export const RECURRING_MONTHS = 12

/**
 * Their words for the state of a payment. `came`: money was paid by it, pg_captured says whether it
 * was captured; the word stays after a refund (M).
 */
export const paymentWords = {
  new: 'awaiting',
  pending: 'awaiting',
  process: 'awaiting',
  partial: 'awaiting',
  success: 'came',
  ok: 'came',
  refunded: 'back',
  revoked: 'back',
  canceled: 'back',
  cancelled: 'back',
  failed: 'rejected',
  rejected: 'rejected',
  incomplete: 'rejected',
  error: 'rejected',
} as const
/**
 * Their words for the state of a refund. M: success, process, error. Guess: any other word is one
 * that is still on its way. Guess [A]: a dispute that we won is a line that became an error; if they
 * have a word of its own for it, it belongs here.
 */
export const refundWords = {
  success: 'done',
  ok: 'done',
  error: 'failed',
  failed: 'failed',
  rejected: 'failed',
} as const

/** `36094` → `36094.00`. */
export const amountText = (tenge: number): string => tenge.toFixed(2)
