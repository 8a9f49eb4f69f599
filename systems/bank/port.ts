import type { Tenge } from '#domain/money.ts'
import type { BillStatus } from './protocol.ts'

/**
 * Invoices to a phone in the mobile bank. There is no notice in this protocol: the caller asks for
 * the status. There is no key of ours either: `invoice` and `refund` are asked once and never again
 * by themselves. Where they throw `Unavailable` with `mayHaveHappened`, a bill may be on the phone
 * or the money may have gone back: `held` tells of the money, nothing tells of a bill whose number
 * was not heard.
 */
export type Bank = {
  /**
   * Whether the phone has the bank's application, asked before a bill. `unknown`: an answer that
   * says neither; the bill itself will.
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
   * What was paid under a bill and what of it can still be given back; null for a bill the bank
   * does not know.
   */
  held(billId: string): Promise<{ amount: number; rest: number } | null>
  /**
   * Whole or partial; not to be repeated before `held` was asked. `key` is ours and only in the
   * journals.
   */
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
