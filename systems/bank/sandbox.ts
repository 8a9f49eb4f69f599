import type { z } from 'zod'
import {
  json,
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxRoute,
  type SandboxSystem,
  type World,
} from '../sandbox-kit.ts'
import { cancelBody, createBody, operations, refundBody, requestIdHeader } from './protocol.ts'

export type Invoice = {
  id: string
  /** 11 digits from 7, as the virtual phone knows it. */
  phone: string
  amount: number
  comment: string
  createdAt: string
  state: 'awaiting' | 'paid' | 'rejected' | 'cancelled'
  /** Absent in bills paid before statements were made of them. */
  paidAt?: string
  refunds: { id: string; amount: number; at?: string }[]
}
export type InvoiceStatus = 'awaiting' | 'paid' | 'rejected' | 'expired' | 'refunded' | 'cancelled'
/** Guess: how long a bill waits on the phone. */
const LIFETIME_MS = 24 * 3_600_000

const billsOf = (world: World) => world.store<Invoice>('bank.invoices')

/**
 * Returns the status in the client's application; an unpaid bill expires after a day of the
 * sandbox's clock.
 */
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
/** Returns the bills whose comment has a number of this order, oldest first. */
export const billsFor = (world: World, orderId: string): Invoice[] =>
  [...world.store<Invoice>('bank.invoices').values()].filter((invoice) =>
    numberOn(invoice).startsWith(`${orderId}-`),
  )

const refunded = (invoice: Invoice) => invoice.refunds.reduce((sum, { amount }) => sum + amount, 0)

/** Answers of the bank's sandbox, and its reading of requests. */

/** The one seller of the sandbox's bank. */
export const seller = { organizationBin: '180440099996', deviceToken: 'sandbox-device' }
type Seller = typeof seller
/** The document's form of a phone (protocol.ts, A); another is unknown to the bank. */
const PHONE = /^8(\d{10})$/

const noClient = () => refuse(-1404, 'Клиент не найден')

/** The phone of one of their clients with the application, in our form. */
function clientOf(world: World, number: string): string | null {
  const phone = PHONE.exec(number)?.[1]
  return phone && world.phones.get(`7${phone}`)?.wallet !== false ? `7${phone}` : null
}

function notOurs(
  ask: { DeviceToken: string | number; OrganizationBin: string },
  { deviceToken, organizationBin }: Seller,
): SandboxAnswer | null {
  if (ask.DeviceToken !== deviceToken)
    return refuse(-1501, 'Устройство с заданным идентификатором не найдено')
  return ask.OrganizationBin === organizationBin
    ? null
    : refuse(-99_000_002, 'Торговая точка не найдена')
}

/** Guess: a purchase that was given back keeps the word of a paid one. */
const words = {
  awaiting: 'Wait',
  paid: 'Processed',
  refunded: 'Processed',
  rejected: 'RemotePaymentRejected',
  cancelled: 'RemotePaymentCanceled',
  expired: 'Expired',
} as const satisfies Record<InvoiceStatus, string>

const done = (Data: unknown): SandboxAnswer => json({ StatusCode: 0, Message: 'OK', Data })
const refuse = (StatusCode: number, Message: string): SandboxAnswer =>
  json({ StatusCode, Message, Data: null })
/** C's factory reads `message` of an HTTP 400. */
const invalid = (): SandboxAnswer => json({ message: 'The request is invalid.' }, 400)

const keys = (ids: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id ? [[name, id]] : [])))

function read<T extends z.ZodType>(shape: T, body: string): z.infer<T> | null {
  try {
    return shape.parse(JSON.parse(body))
  } catch {
    return null
  }
}

/** Questions of the shop that change nothing: is there a client, what of the bill. */
const questions = (world: World, seller: Seller): SandboxRoute[] => {
  const invoices = billsOf(world)
  return [
    {
      method: 'GET',
      path: '/bank/r3/v01/partner/tradepoints/:bin',
      operation: operations.tradePoints,
      handle: ({ params }) =>
        params.bin === seller.organizationBin
          ? done([{ TradePointId: 1, TradePointName: 'Интернет-магазин' }])
          : refuse(-14_000_002, 'Отсутствуют торговые точки'),
    },
    {
      method: 'GET',
      path: '/bank/r3/v01/remote/client-info',
      operation: operations.clientInfo,
      handle({ query }) {
        if (query.deviceToken !== seller.deviceToken)
          return refuse(-1501, 'Устройство с заданным идентификатором не найдено')
        const phone = clientOf(world, query.phoneNumber ?? '')
        if (!phone) return noClient()
        const owner = [...world.people.values()].find((person) => person.phone === phone)
        return done({
          ClientName: owner ? `${owner.name} ${owner.surname.slice(0, 1)}.` : 'Клиент К.',
        })
      },
    },
    {
      method: 'GET',
      path: '/bank/r3/v02/payment/status/:id',
      operation: operations.status,
      key: ({ params }) => keys({ id: params.id }),
      handle({ params }) {
        const invoice = invoices.get(params.id ?? '')
        if (!invoice) return refuse(-1601, 'Покупка не найдена')
        return done({
          Status: words[invoiceStatus(invoice, world.now())],
          TransactionId: invoice.id,
          Amount: invoice.amount,
        })
      },
    },
    {
      method: 'GET',
      path: '/bank/r3/v01/payment/details',
      operation: operations.details,
      key: ({ query }) => keys({ id: query.QrPaymentId }),
      handle({ query }) {
        if (query.DeviceToken !== seller.deviceToken)
          return refuse(-1501, 'Устройство с заданным идентификатором не найдено')
        const invoice = invoices.get(query.QrPaymentId ?? '')
        if (invoice?.state !== 'paid') return refuse(-1601, 'Покупка не найдена')
        return done({
          QrPaymentId: Number(invoice.id),
          TotalAmount: invoice.amount,
          AvailableReturnAmount: invoice.amount - refunded(invoice),
          TransactionDate: invoice.createdAt,
        })
      },
    },
  ]
}

/**
 * The mobile bank's side of remote payment. It has no idempotency key: a repeated request is
 * executed twice. `deviceToken`: of its one shop, if another one was agreed.
 */
export function bankSandbox(
  world: World,
  { deviceToken = seller.deviceToken }: { deviceToken?: string | undefined } = {},
): SandboxSystem {
  const shop = { ...seller, deviceToken }
  const routes = [...questions(world, shop), ...acts(world, shop)]
  return { system: 'bank', routes: routes.map(named) }
}

const acts = (world: World, shop: Seller): SandboxRoute[] => {
  const invoices = billsOf(world)
  // A number is never given twice, also not by a sandbox that was begun anew beside old books.
  const first = Date.now()
  return [
    {
      method: 'POST',
      path: '/bank/r3/v01/remote/create',
      operation: operations.create,
      key: ({ body }) => keys({ comment: read(createBody, body)?.Comment?.split(' ').at(-1) }),
      error: () => refuse(990_000_033, 'Нет доступных методов оплаты'),
      handle(asked) {
        const ask = read(createBody, asked.body)
        if (!ask) return invalid()
        const wrong = notOurs(ask, shop)
        if (wrong) return wrong
        const phone = clientOf(world, ask.PhoneNumber)
        if (!phone) return noClient()
        const id = String(first + world.next('bank.invoice'))
        const invoice: Invoice = {
          id,
          phone,
          amount: ask.Amount,
          comment: ask.Comment ?? '',
          createdAt: world.now().toISOString(),
          state: 'awaiting',
          refunds: [],
        }
        invoices.set(id, invoice)
        world.saved()
        return done({ QrPaymentId: Number(id) })
      },
    },
    {
      method: 'POST',
      path: '/bank/r3/v01/remote/cancel',
      operation: operations.cancel,
      key: ({ body }) => keys({ id: String(read(cancelBody, body)?.QrPaymentId) }),
      handle(asked) {
        const ask = read(cancelBody, asked.body)
        if (!ask) return invalid()
        const invoice = invoices.get(String(ask.QrPaymentId))
        const wrong = notOurs(ask, shop)
        if (wrong || !invoice) return wrong ?? refuse(-1601, 'Покупка не найдена')
        if (invoiceStatus(invoice, world.now()) === 'awaiting') invoice.state = 'cancelled'
        world.saved()
        return done({ Status: words[invoiceStatus(invoice, world.now())] })
      },
    },
    {
      method: 'POST',
      path: '/bank/r3/v01/payment/return',
      operation: operations.refund,
      key: ({ body }) => keys({ id: String(read(refundBody, body)?.QrPaymentId) }),
      error: () =>
        refuse(
          -99_000_006,
          'Ошибка возврата, необходимо попробовать еще раз и при повторении ошибки обратиться в банк',
        ),
      handle(asked) {
        const ask = read(refundBody, asked.body)
        if (!ask) return invalid()
        const invoice = invoices.get(String(ask.QrPaymentId))
        const wrong = notOurs(ask, shop)
        if (wrong || !invoice) return wrong ?? refuse(-1601, 'Покупка не найдена')
        if (invoice.state !== 'paid')
          return refuse(
            -99_000_011,
            'Невозможно вернуть покупку (несоответствующий статус покупки)',
          )
        if (refunded(invoice) + ask.Amount > invoice.amount)
          return refuse(-99_000_005, 'Сумма возврата не может превышать сумму покупки')
        const id = String(9_000_000 + world.next('bank.refund'))
        invoice.refunds.push({ id, amount: ask.Amount, at: world.now().toISOString() })
        world.saved()
        return done({ ReturnOperationId: Number(id) })
      },
    },
  ]
}

/**
 * Every request has its number. A missing one, like a missing field, never reaches the bank's own
 * codes.
 */
const named = (route: SandboxRoute): SandboxRoute => ({
  error: () => refuse(-999, 'Сервис временно недоступен'),
  ...route,
  handle: (ask: SandboxAsk) => (ask.headers[requestIdHeader] ? route.handle(ask) : invalid()),
})
