import type { SandboxAsk, SandboxRoute, SandboxSystem, World } from '../sandbox-kit.ts'
import { cancelBody, createBody, operations, refundBody, requestIdHeader } from './protocol.ts'
import { billsOf, type Invoice, invoiceStatus, refunded } from './sandbox-bills.ts'
import { questions } from './sandbox-questions.ts'
import {
  clientOf,
  done,
  invalid,
  keys,
  noClient,
  notOurs,
  seller as ours,
  read,
  refuse,
  type Seller,
  words,
} from './sandbox-replies.ts'

/**
 * The mobile bank's side of remote payment. It knows no number of ours: whatever is asked twice is
 * done twice. `deviceToken`: of its one shop, where another one was agreed.
 */
export function bankSandbox(
  world: World,
  { deviceToken = ours.deviceToken }: { deviceToken?: string | undefined } = {},
): SandboxSystem {
  const seller = { ...ours, deviceToken }
  const routes = [...questions(world, seller), ...acts(world, seller)]
  return { system: 'bank', routes: routes.map(named) }
}

const acts = (world: World, seller: Seller): SandboxRoute[] => {
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
        const wrong = notOurs(ask, seller)
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
        const wrong = notOurs(ask, seller)
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
        const wrong = notOurs(ask, seller)
        if (wrong || !invoice) return wrong ?? refuse(-1601, 'Покупка не найдена')
        if (invoice.state !== 'paid')
          return refuse(
            -99_000_011,
            'Невозможно вернуть покупку (несоответствующий статус покупки)',
          )
        if (refunded(invoice) + ask.Amount > invoice.amount)
          return refuse(-99_000_005, 'Сумма возврата не может превышать сумму покупки')
        const id = String(9_000_000 + world.next('bank.refund'))
        invoice.refunds.push({ id, amount: ask.Amount })
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
