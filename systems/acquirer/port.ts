import type { Locale } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import type { CardNotice, Notice, NoticeStatus, RefundNotice, Unread } from './notices.ts'
import type { RefundLine, Standing } from './standing.ts'

export type SavedCard = { id: string; token: string; maskedPan: string; addedAt: string }
export type Refusal = { refused: string; text: string }
/** A payment by our number and by theirs, as they gave it when they opened it. */
export type Of = { attemptId: string; paymentId: string }

/**
 * Cards: pages hosted by the acquirer, signed notices, refunds. Card numbers never pass through us.
 * Sums are whole tenge.
 */
export type Acquirer = {
  /**
   * Opens a payment page. The attempt's id is their order number and the key: a repeat for an open
   * attempt is the same page.
   */
  payPage(ask: {
    attemptId: string
    amount: Tenge
    description: string
    locale: Locale
    resultUrl: string
    /** Address for their notices of refunds and chargebacks. */
    refundUrl: string
    successUrl: string
    failureUrl: string
    phone?: string
    email?: string
    /**
     * Saves the paying card for later charges, under our opaque id of the client: `cards(bindFor)`
     * lists it afterwards.
     */
    bindFor?: string
  }): Promise<{ paymentId: string; redirectUrl: string } | Refusal>
  /**
   * Returns a payment's state: by the number of a notice (`told`), else by their number in our
   * records; by the order's only if neither is known. Throws `Unavailable` for an answer about
   * another order, or an uncertain one.
   */
  status(of: { attemptId: string; paymentId: string | null; told?: string }): Promise<Standing>
  /**
   * Captures or releases held money, then queries the payment's state. After `Unavailable` call
   * `status`.
   */
  capture(of: Of & { amount: Tenge }): Promise<Standing>
  release(of: Of): Promise<Standing>
  /**
   * Requests a partial refund, once: they take no idempotency key. Only `refunds` shows whether it
   * goes through. `id` if they give one.
   */
  refund(of: Of & { amount: Tenge }): Promise<{ accepted: true; id: string | null } | Refusal>
  /**
   * Lists what was refunded of a payment, by us or by others; refused if they do not know the
   * payment. Throws `Unavailable`.
   */
  refunds(of: Of): Promise<RefundLine[] | Refusal>
  /**
   * `scriptName` is the last segment of our own address that was called, `body` the form as it
   * came.
   */
  readNotice(scriptName: string, body: string): Notice | Unread
  readRefundNotice(scriptName: string, body: string): RefundNotice | Unread
  readCardNotice(scriptName: string, body: string): CardNotice | Unread
  /** The answer to what proved no signature: it has none. */
  answerUnproved(reason: 'bad_signature' | 'unreadable'): string
  answerNotice(scriptName: string, status: NoticeStatus, description: string): string
  /**
   * Returns the page, in the client's language, on which they add a card. `userId` is our opaque
   * id.
   */
  startBinding(ask: {
    userId: string
    locale: Locale
    noticeUrl: string
    backUrl: string
  }): Promise<{ redirectUrl: string } | Refusal>
  cards(userId: string): Promise<SavedCard[]>
  removeCard(ask: { userId: string; token: string }): Promise<void>
  /**
   * Opens a saved card's payment: record its number before `charge`. No money moves, and a repeat
   * returns the same payment.
   */
  openCharge(ask: {
    attemptId: string
    userId: string
    token: string
    amount: Tenge
    description: string
    resultUrl: string
  }): Promise<{ paymentId: string } | Refusal>
  /** Charges it, once a payment, then queries its state. After `Unavailable` call `status`. */
  charge(of: Of): Promise<Standing>
}
export type AcquirerConfig = {
  address: string
  merchantId: string
  secret: string
}
