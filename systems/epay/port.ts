import type { Locale } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'

export type Refusal = { refused: string; text: string }
export type Link = { id: string; url: string }
/**
 * `unknown`: payment has not begun. `amount`: what was paid; `rest`: what can still be refunded.
 */
export type Standing = {
  status: 'awaiting' | 'held' | 'paid' | 'rejected' | 'unknown'
  paymentId: string | null
  amount: Tenge | null
  /** May have tiyn, if a bank took a part. */
  rest: number | null
}

/**
 * Halyk ePay: a page of the bank for cards, wallets and its QR, opened by a link. `invoice` is our
 * number of 6 to 15 digits, of which the last six are ours alone. Sums are whole tenge.
 */
export type Epay = {
  /**
   * Makes the link of an invoice. After `Unavailable` with `mayHaveHappened` call `findLink` before
   * a repeat.
   */
  link(ask: {
    invoice: string
    /** Our number that people know. */
    account: string
    amount: Tenge
    description: string
    locale: Locale
    noticeUrl: string
    backUrl: string
  }): Promise<Link | Refusal>
  /** Returns the open link of an invoice, or null. */
  findLink(invoice: string, amount: Tenge): Promise<Link | null>
  status(invoice: string): Promise<Standing>
  /** Takes money that is held, or lets it go. After `Unavailable` ask `status`. */
  charge(paymentId: string): Promise<'done' | Refusal>
  cancel(paymentId: string): Promise<'done' | Refusal>
  /**
   * Refunds a part, once: each repeat is a further refund. After `Unavailable` ask `status` what is
   * left. `key`: ours, for their cabinet.
   */
  refund(of: {
    paymentId: string
    amount: Tenge
    key: string
  }): Promise<{ refundId: string | null } | Refusal>
  /** Returns a notice's content, and whether its secret is that of the invoice. */
  readNotice(
    body: string,
  ): { ok: true; invoice: string; amount: number; currency: string } | { ok: false; reason: string }
}
export type EpayConfig = {
  address: string
  oauthAddress: string
  clientId: string
  clientSecret: string
  terminal: string
  shop: string
}
