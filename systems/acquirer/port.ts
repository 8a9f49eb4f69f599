import type { Locale } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import type { CardNotice, Notice, NoticeStatus, RefundNotice, Unread } from './notices.ts'
import type { RefundLine, Standing } from './standing.ts'

export type SavedCard = { id: string; token: string; maskedPan: string; addedAt: string }
export type Refusal = { refused: string; text: string }
/** A payment by our number and by theirs, as it was told when it was opened. */
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
    /** Where they tell that money was taken back. */
    refundUrl: string
    successUrl: string
    failureUrl: string
    phone?: string
    email?: string
    /**
     * Keeps the card that pays for later charges, under our opaque id of the client: it stands in
     * `cards(bindFor)` afterwards.
     */
    bindFor?: string
  }): Promise<{ paymentId: string; redirectUrl: string } | Refusal>
  /**
   * How a payment stands: by the number a notice `told`, else by ours of it; by the order's only
   * where neither is known. What is of another order or says nothing certain is `Unavailable`.
   */
  status(of: { attemptId: string; paymentId: string | null; told?: string }): Promise<Standing>
  /**
   * Takes money that is held, or lets it go, and asks how the payment stands then. After
   * `Unavailable` ask `status`.
   */
  capture(of: Of & { amount: Tenge }): Promise<Standing>
  release(of: Of): Promise<Standing>
  /**
   * Asks for a part of a payment back, once: they know no key of ours. Whether it goes is told by
   * `refunds` alone. `id` where they say one.
   */
  refund(of: Of & { amount: Tenge }): Promise<{ accepted: true; id: string | null } | Refusal>
  /**
   * What went back of a payment, by whomever; refused where they do not know the payment. Throws
   * `Unavailable`.
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
  /** The page, in the client's language, where they give a card. `userId` is our opaque id. */
  startBinding(ask: {
    userId: string
    locale: Locale
    noticeUrl: string
    backUrl: string
  }): Promise<{ redirectUrl: string } | Refusal>
  cards(userId: string): Promise<SavedCard[]>
  removeCard(ask: { userId: string; token: string }): Promise<void>
  /**
   * A saved card's payment: its number is to be kept before `charge`. No money moves, and a repeat
   * is the same payment.
   */
  openCharge(ask: {
    attemptId: string
    userId: string
    token: string
    amount: Tenge
    description: string
    resultUrl: string
  }): Promise<{ paymentId: string } | Refusal>
  /** Charges it, once a payment, and asks how it stands then. After `Unavailable` ask `status`. */
  charge(of: Of): Promise<Standing>
}
export type AcquirerConfig = {
  address: string
  merchantId: string
  secret: string
}
