import type { SandboxRoute, World } from '../sandbox-kit.ts'
import { operations } from './protocol.ts'
import { billsOf, invoiceStatus, refunded } from './sandbox-bills.ts'
import { clientOf, done, keys, noClient, refuse, type Seller, words } from './sandbox-replies.ts'

/** Questions of the shop that change nothing: is there a client, what of the bill. */
export const questions = (world: World, seller: Seller): SandboxRoute[] => {
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
