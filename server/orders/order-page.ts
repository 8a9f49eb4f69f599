import { pathOf } from '#contract/pages.ts'
import { parseLocale } from '#domain/locale.ts'
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
