import type { z } from 'zod'
import { json, type SandboxAnswer, type SandboxSystem, type World } from '../sandbox-kit.ts'
import { createBody, operations, refundBody } from './protocol.ts'

export type Invoice = {
  id: string
  phone: string
  amount: number
  comment: string
  externalId: string
  createdAt: string
  state: 'awaiting' | 'paid' | 'rejected'
  refunds: { id: string; amount: number; externalId: string }[]
}
export type InvoiceStatus = 'awaiting' | 'paid' | 'rejected' | 'expired' | 'refunded'

const LIFETIME_MS = 24 * 3_600_000

/** The mobile bank's side of remote payment. */
export function bankSandbox(world: World): SandboxSystem {
  const invoices = world.store<Invoice>('bank.invoices')
  const byExternalId = new Map([...invoices.values()].map((invoice) => [invoice.externalId, invoice]))
  return {
    system: 'bank',
    routes: [
      {
        method: 'GET',
        path: '/bank/r3/v01/partner/tradepoints/:bin',
        operation: operations.tradePoints,
        error: failed,
        handle: () => done([{ TradePointId: 1, TradePointName: 'Интернет-магазин' }]),
      },
      {
        method: 'POST',
        path: '/bank/r3/v01/remote/create',
        operation: operations.create,
        key: ({ body }) => keys({ externalId: read(createBody, body)?.ExternalId }),
        error: failed,
        handle({ body }) {
          const ask = read(createBody, body)
          if (!ask) return refuse(-99, 'Bad request')
          const known = byExternalId.get(ask.ExternalId)
          if (known) return done({ QrPaymentId: Number(known.id), Status: 'Wait' })
          if (!/^7\d{10}$/.test(ask.PhoneNumber) || world.phones.get(ask.PhoneNumber)?.wallet === false)
            return refuse(-1, 'Клиент с указанным номером телефона не найден')
          const id = String(7_000_000 + world.next('bank.invoice'))
          const invoice: Invoice = {
            id,
            phone: ask.PhoneNumber,
            amount: ask.Amount,
            comment: ask.Comment,
            externalId: ask.ExternalId,
            createdAt: world.now().toISOString(),
            state: 'awaiting',
            refunds: [],
          }
          invoices.set(id, invoice)
          byExternalId.set(invoice.externalId, invoice)
          world.saved()
          return done({ QrPaymentId: Number(id), Status: 'Wait' })
        },
      },
      {
        method: 'GET',
        path: '/bank/r3/v02/payment/status/:id',
        operation: operations.status,
        key: ({ params }) => keys({ id: params.id }),
        error: failed,
        handle({ params }) {
          const invoice = invoices.get(params.id ?? '')
          if (!invoice) return refuse(-2, 'Платёж не найден')
          const status = invoiceStatus(invoice, world.now())
          const Amount = invoice.amount
          if (status === 'expired') return done({ Status: 'Error', Message: 'Remote payment expired', Amount })
          if (status === 'rejected') return done({ Status: 'Error', Message: 'Remote payment rejected by client', Amount })
          return done({ Status: status === 'awaiting' ? 'RemotePaymentCreated' : 'Processed', Amount })
        },
      },
      {
        method: 'POST',
        path: '/bank/r3/v01/payment/return',
        operation: operations.refund,
        key: ({ body }) => keys({ id: String(read(refundBody, body)?.QrPaymentId), externalId: read(refundBody, body)?.ExternalId }),
        error: failed,
        handle({ body }) {
          const ask = read(refundBody, body)
          const invoice = invoices.get(String(ask?.QrPaymentId))
          if (!ask || !invoice) return refuse(-2, 'Платёж не найден')
          const known = invoice.refunds.find((refund) => refund.externalId === ask.ExternalId)
          if (known) return done({ ReturnOperationId: Number(known.id) })
          if (invoice.state !== 'paid' || refunded(invoice) + ask.Amount > invoice.amount)
            return refuse(-99, 'Сумма возврата больше доступной')
          const id = String(9_000_000 + world.next('bank.refund'))
          invoice.refunds.push({ id, amount: ask.Amount, externalId: ask.ExternalId })
          world.saved()
          return done({ ReturnOperationId: Number(id) })
        },
      },
    ],
  }
}

/** What the client's application shows; an unpaid bill dies after a day of the sandbox's clock. */
export function invoiceStatus(invoice: Invoice, now: Date): InvoiceStatus {
  if (invoice.state === 'paid') return refunded(invoice) === invoice.amount ? 'refunded' : 'paid'
  if (invoice.state === 'rejected') return 'rejected'
  return now.getTime() - new Date(invoice.createdAt).getTime() >= LIFETIME_MS ? 'expired' : 'awaiting'
}

/** The invoices, newest first, of one phone or of all. */
export const invoicesOf = (world: World, phone?: string): Invoice[] =>
  [...world.store<Invoice>('bank.invoices').values()].filter((invoice) => phone === undefined || invoice.phone === phone).reverse()

const refunded = (invoice: Invoice) => invoice.refunds.reduce((sum, { amount }) => sum + amount, 0)

const done = (Data: unknown): SandboxAnswer => json({ StatusCode: 0, Message: null, Data })
const refuse = (StatusCode: number, Message: string): SandboxAnswer => json({ StatusCode, Message, Data: null })
const failed = () => refuse(-999, 'Сервис временно недоступен')

const keys = (ids: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id ? [[name, id]] : [])))

function read<T extends z.ZodType>(shape: T, body: string): z.infer<T> | null {
  try {
    return shape.parse(JSON.parse(body))
  } catch {
    return null
  }
}
