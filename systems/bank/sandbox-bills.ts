import type { World } from '../sandbox-kit.ts'

export type Invoice = {
  id: string
  /** 11 digits from 7, as the virtual phone knows it. */
  phone: string
  amount: number
  comment: string
  createdAt: string
  state: 'awaiting' | 'paid' | 'rejected' | 'cancelled'
  refunds: { id: string; amount: number }[]
}
export type InvoiceStatus = 'awaiting' | 'paid' | 'rejected' | 'expired' | 'refunded' | 'cancelled'
/** Guess: how long a bill waits on the phone. */
const LIFETIME_MS = 24 * 3_600_000

export const billsOf = (world: World) => world.store<Invoice>('bank.invoices')

/** What the client's application shows; an unpaid bill dies after a day of the sandbox's clock. */
export function invoiceStatus(invoice: Invoice, now: Date): InvoiceStatus {
  if (invoice.state === 'paid') return refunded(invoice) === invoice.amount ? 'refunded' : 'paid'
  if (invoice.state === 'rejected' || invoice.state === 'cancelled') return invoice.state
  return now.getTime() - new Date(invoice.createdAt).getTime() >= LIFETIME_MS
    ? 'expired'
    : 'awaiting'
}

/** The invoices, newest first, of one phone or of all. */
export const invoicesOf = (world: World, phone?: string): Invoice[] =>
  [...world.store<Invoice>('bank.invoices').values()]
    .filter((invoice) => phone === undefined || invoice.phone === phone)
    .reverse()

/** The number that the shop wrote last beside a bill. */
export const numberOn = ({ comment }: Invoice): string => comment.split(' ').at(-1) ?? ''
/** The bills beside which a number of this order's stands, the oldest first. */
export const billsFor = (world: World, orderId: string): Invoice[] =>
  [...world.store<Invoice>('bank.invoices').values()].filter((invoice) =>
    numberOn(invoice).startsWith(`${orderId}-`),
  )

export const refunded = (invoice: Invoice) =>
  invoice.refunds.reduce((sum, { amount }) => sum + amount, 0)
