import { parsePhone } from '#domain/phone.ts'
import { type Invoice, invoiceStatus } from '#systems/bank/sandbox.ts'
import { Wrong } from './app.ts'
import type { SandboxWorld } from './world.ts'

/** Acts of a bank's client on an invoice on their phone. */

/**
 * The client pays. Also late, when the bill has died or was refused: banks do this, and the shop
 * must give the money back.
 */
export function payInvoice(world: SandboxWorld, id: string): Invoice {
  const invoice = invoiceOf(world, id)
  if (invoiceStatus(invoice, world.now()) === 'refunded')
    throw new Wrong(409, [{ path: 'id', message: 'the invoice is refunded' }])
  invoice.state = 'paid'
  invoice.paidAt ??= world.now().toISOString()
  world.saved()
  return invoice
}

/** Says when a bill was paid and what of it went back, as if on earlier days. */
export function dateInvoice(
  world: SandboxWorld,
  id: string,
  { paidAt, refundedAt }: { paidAt: string; refundedAt?: string | undefined },
): Invoice {
  const invoice = invoiceOf(world, id)
  invoice.paidAt = paidAt
  if (refundedAt) for (const refund of invoice.refunds) refund.at = refundedAt
  world.saved()
  return invoice
}

export function rejectInvoice(world: SandboxWorld, id: string): Invoice {
  const invoice = invoiceOf(world, id)
  const status = invoiceStatus(invoice, world.now())
  if (status !== 'awaiting' && status !== 'rejected')
    throw new Wrong(409, [{ path: 'id', message: `the invoice is ${status}` }])
  invoice.state = 'rejected'
  world.saved()
  return invoice
}

export function setWallet(world: SandboxWorld, phone: string, wallet: boolean): void {
  world.phones.set(phone, { wallet })
  world.saved()
}

export function invoiceOf(world: SandboxWorld, id: string): Invoice {
  const invoice = world.store<Invoice>('bank.invoices').get(id)
  if (!invoice) throw new Wrong(404, [{ path: 'id', message: 'no such invoice' }])
  return invoice
}

export function phoneOf(text: string): string {
  const phone = parsePhone(text)
  if (!phone) throw new Wrong(422, [{ path: 'phone', message: '11 digits 7XXXXXXXXXX' }])
  return phone
}
