import { brand } from '#brand'
import type { Order } from './orders.ts'

/** The page that shows how an order goes, in the theme and language of the flow that sold it. */
export function orderPage(
  publicUrl: string,
  order: Pick<Order, 'locale' | 'channel' | 'partner' | 'progress_key'>,
): string {
  const path =
    order.channel === 'partner' && order.partner
      ? `/internal/${order.partner}/partner/ogpo/result`
      : order.channel === 'egov'
        ? `/egov/policy/${brand.code}-ogpo/insurance`
        : '/ogpo-calculator/result'
  return `${publicUrl}${order.locale === 'ru' ? '/ru' : ''}${path}?order=${order.progress_key}`
}
