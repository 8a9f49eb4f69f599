import { useEffect } from 'react'
import { purchaseTokenMs } from '#domain/lifetimes.ts'
import { api } from '../../../http/api.ts'
import { keepOrderToken, orderTokenLeftMs } from '../../../session/order-token.ts'
import { purchaseToken } from '../../../session/purchase-token.ts'
import { type KeptOrder, keepOrder, keptOrder } from '../../state/kept-order.ts'

/**
 * What this tab knows of the order, while something proves that it is its buyer's: the token it
 * was bought with, a session, or the code of its link.
 */
export const provedOrder = (key: string): KeptOrder | null =>
  purchaseToken() ? keptOrder(key) : null

/**
 * Fetches the order as the token's owner and stores it for this tab; throws if it is not theirs.
 */
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
  // Not `onShut`, which is another one with each drawing.
  useEffect(() => {
    const left = own ? orderTokenLeftMs(key) : null
    if (left === null) return
    const timer = setTimeout(onShut, left)
    return () => clearTimeout(timer)
  }, [key, own]) // oxlint-disable-line react/exhaustive-deps
}

type SaidToTabs = { ask: string } | { order: string; own: KeptOrder; token: string; leftMs: number }

/**
 * Shares the proof between tabs of one browser: a tab that has proved the order's owner lets others
 * in while it is open. It is stored nowhere else.
 */
export function useOtherTabs(
  key: string,
  own: KeptOrder | null,
  onOwn: (own: KeptOrder) => void,
): void {
  useEffect(() => {
    if (!key) return
    const tabs = new BroadcastChannel('qorgan.order')
    const say = (said: SaidToTabs) => tabs.postMessage(said)
    tabs.onmessage = ({ data: said }: MessageEvent<SaidToTabs>) => {
      const token = purchaseToken()
      if ('ask' in said) {
        if (own && token && said.ask === key)
          say({ order: key, own, token, leftMs: orderTokenLeftMs(key) ?? purchaseTokenMs })
      } else if (!own && said.order === key) {
        keepOrderToken(key, said.token, said.leftMs)
        keepOrder(key, said.own)
        onOwn(said.own)
      }
    }
    if (!own) say({ ask: key })
    return () => tabs.close()
  }, [key, own]) // oxlint-disable-line react/exhaustive-deps
}
