import { useEffect } from 'react'
import { api } from '../../../http/api.ts'
import { orderTokenLeftMs } from '../../../session/order-token.ts'
import { purchaseToken } from '../../../session/purchase-token.ts'
import { type KeptOrder, keepOrder, keptOrder } from '../../state/kept-order.ts'

/**
 * What this tab knows of the order, while something proves that it is its buyer's: the token it
 * was bought with, a session, or the code of its link.
 */
export const provedOrder = (key: string): KeptOrder | null =>
  purchaseToken() ? keptOrder(key) : null

/** The order of whoever the token belongs to, kept for this tab; throws where it is not theirs. */
export async function ownOrder(
  key: string,
  token: string,
  signal?: AbortSignal,
): Promise<KeptOrder> {
  const { data } = await api('ogpoOwnOrder', { key }, { token, signal })
  keepOrder(key, data)
  return data
}

/** An order that a code has opened here shuts again when its two hours are over. */
export function useShutInTime(key: string, own: KeptOrder | null, onShut: () => void): void {
  // Outside React: the clock. Not `onShut`, which is another one with each drawing.
  useEffect(() => {
    const left = own ? orderTokenLeftMs(key) : null
    if (left === null) return
    const timer = setTimeout(onShut, left)
    return () => clearTimeout(timer)
  }, [key, own]) // oxlint-disable-line react/exhaustive-deps
}
