import { keepToken, keptIn, keptToken } from './site-token.ts'

/**
 * The proof of one order (decision 187): the token that the code of its link answered, in this
 * tab's session storage, apart from the token that may buy.
 */
const keyOf = (order: string): string => `qorgan.ogpo.token.${order}`

export const keepOrderToken = (order: string, token: string, expiresInMs: number): void =>
  keepToken(keyOf(order), token, expiresInMs)

/** The token of the order that this page's address names, or null. */
export function orderToken(): string | null {
  const order = new URLSearchParams(location.search).get('order')
  return order ? keptToken(keyOf(order)) : null
}

/** How long the order stays open here, ms; null if it was not opened by a code. */
export function orderTokenLeftMs(order: string): number | null {
  const kept = keptIn(keyOf(order))
  return kept && Math.max(0, kept.expiresAt - Date.now())
}
