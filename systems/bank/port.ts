import type { Tenge } from '#domain/money.ts'
import type { BillStatus } from './protocol.ts'

/**
 * Bills to a phone in the mobile bank. This protocol has no notices: the caller polls the status.
 * It has no idempotency key either: `invoice` and `refund` are sent once and never repeated
 * automatically. If they throw `Unavailable` with `mayHaveHappened`, a bill may be on the phone or
 * the money may have gone back: `held` shows the money, nothing shows a bill whose number we did
 * not receive.
 */
export type Bank = {
  /**
   * Returns whether the phone has the bank's application, before a bill is sent. `unknown`: the
   * answer leaves it open; sending the bill will show it.
   */
  hasApp(phone: string): Promise<'yes' | 'no' | 'unknown'>
  /**
   * Sends a bill; not to be repeated. `orderId`, our number, is seen beside it by the client and by
   * our staff in the bank's application.
   */
  invoice(ask: {
    orderId: string
    phone: string
    amount: Tenge
    comment: string
  }): Promise<{ billId: string } | BankRefusal<'phone_unknown' | 'setup' | 'other'>>
  /** `amount` is what the bank holds under this bill, null when it does not say. */
  status(billId: string): Promise<{ status: BillStatus; amount: number | null }>
  /**
   * Takes an unpaid bill off the phone. Harmless when repeated; a bill that is paid stays paid,
   * which `status` says.
   */
  cancel(billId: string): Promise<void>
  /**
   * Returns what was paid under a bill and what of it can still be refunded; null for a bill the
   * bank does not know.
   */
  held(billId: string): Promise<{ amount: number; rest: number } | null>
  /** Whole or partial; call `held` before a repeat. `key` is ours and only in the journals. */
  refund(ask: {
    billId: string
    amount: Tenge
    key: string
  }): Promise<{ refundId: string } | BankRefusal<'other'>>
  health(): Promise<void>
}
export type BankRefusal<Kind extends string> = { refused: Kind; text: string }
export type BankConfig = {
  address: string
  organizationBin: string
  deviceToken: string
}
