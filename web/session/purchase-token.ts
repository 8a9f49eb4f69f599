import { flowName } from '../flow.ts'
import { orderToken } from './order-token.ts'
import { cabinetToken, keepToken, keptToken, purchaseKey } from './site-token.ts'

/**
 * The buyer's proof: a two-hour token from the SMS code, kept in this tab's session storage under
 * one key and nowhere else. A client signed in to the cabinet buys with that token instead
 * (settled.md, "Identity"). A partner's sale has a token of its own, the pages of the government
 * sign-in only that session. On the page of an order opened by its link's code, that order's token
 * precedes them.
 */
const key = (): string => (flowName() === 'partner' ? `${purchaseKey}.partner` : purchaseKey)

const listeners = new Set<() => void>()

/** Returns the bearer token of the buyer in this tab, or null. */
export function purchaseToken(): string | null {
  const opened = orderToken()
  if (opened) return opened
  const flow = flowName()
  const kept = flow === 'egov' ? null : keptToken(key())
  return kept ?? (flow === 'partner' ? null : cabinetToken())
}

export function keepPurchaseToken(token: string, expiresInMs: number): void {
  keepToken(key(), token, expiresInMs)
  notify()
}

export function dropPurchaseToken(): void {
  sessionStorage.removeItem(key())
  notify()
}

/** For React's `useSyncExternalStore`. */
export function onPurchaseToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const notify = () => {
  for (const listener of listeners) listener()
}
