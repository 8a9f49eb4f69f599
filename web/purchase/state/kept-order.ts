import type { Accepted } from '../../sale/order.ts'

/**
 * What this tab knows of an order it made: enough to pay another way and to fetch the papers.
 * Session storage, by the order's key.
 */
export type KeptOrder = {
  orderId: string
  calculationId: string
  accepted: Accepted
  email: string | null
  phone: string
  /** The cars, as their buyer knows them. */
  plates?: string[]
  /** The policy a reissue replaces. */
  reissue: string | null
}

const keyOf = (key: string): string => `qorgan.ogpo.order.${key}`

export const keepOrder = (key: string, order: KeptOrder): void =>
  sessionStorage.setItem(keyOf(key), JSON.stringify(order))

export function keptOrder(key: string): KeptOrder | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(key)) ?? 'null')
    return isKept(value) ? value : null
  } catch {
    return null
  }
}

// The door of the tab's memory: only keepOrder writes these keys.
const isKept = (value: unknown): value is KeptOrder =>
  typeof value === 'object' &&
  value !== null &&
  'orderId' in value &&
  'calculationId' in value &&
  'accepted' in value
