import type { FastifyInstance } from 'fastify'
import { pathOf } from '#contract/pages.ts'
import { parseLocale } from '#domain/locale.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import type { Order } from './orders.ts'

/** The page that shows how an order goes, in the theme and language of the flow that sold it. */
export function orderPage(
  publicUrl: string,
  order: Pick<Order, 'locale' | 'channel' | 'partner' | 'progress_key'>,
): string {
  const locale = parseLocale(order.locale)
  const path =
    order.channel === 'partner' && order.partner
      ? pathOf('partner-ogpo-result', locale, { partner: order.partner })
      : pathOf(order.channel === 'egov' ? 'egov-ogpo-insurance' : 'ogpo-calculator-result', locale)
  return `${publicUrl}${path}?order=${order.progress_key}`
}

/** The same page by its short address, for an SMS; an older order has none. */
export const shortOrderPage = (
  publicUrl: string,
  order: Parameters<typeof orderPage>[1] & Pick<Order, 'short_key'>,
): string => (order.short_key ? `${publicUrl}/c/${order.short_key}` : orderPage(publicUrl, order))

/**
 * `/c/…` leads to the order's page, in the language and theme it was sold in. It opens nothing: on
 * another device that page asks for a code of its own (decision 187). Keys that lead nowhere are
 * counted, so that nobody finds orders by trying.
 */
export function mountShortAddresses(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { key: string } }>('/c/:key', async (request, reply) => {
    const order = await deps.limits.attempt(
      ['shortKeysPerAddress', askedFrom(request)],
      () =>
        deps.db
          .selectFrom('orders')
          .select(['locale', 'channel', 'partner', 'progress_key'])
          .where('short_key', '=', request.params.key)
          .executeTakeFirst(),
      async (found) => found !== undefined,
    )
    if (!order) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').redirect(orderPage('', order), 303)
  })
}
