/**
 * The proof of one order (decision 187): the token that the code of its link answered, in this
 * tab's session storage, apart from the token that may buy.
 */
const keyOf = (order: string): string => `qorgan.ogpo.token.${order}`

type Kept = { token: string; expiresAt: number }

/** `expiresInMs` counts from now by this device: the server's clock may show another day. */
export const keepOrderToken = (order: string, token: string, expiresInMs: number): void =>
  sessionStorage.setItem(
    keyOf(order),
    JSON.stringify({ token, expiresAt: Date.now() + expiresInMs } satisfies Kept),
  )

/** The token of the order that this page's address names, or null. */
export function orderToken(): string | null {
  const order = new URLSearchParams(location.search).get('order')
  const kept = order ? read(order) : null
  return kept && kept.expiresAt > Date.now() ? kept.token : null
}

/** How long the order stays open here, ms; null where it was not opened by a code. */
export function orderTokenLeftMs(order: string): number | null {
  const kept = read(order)
  return kept && Math.max(0, kept.expiresAt - Date.now())
}

function read(order: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(order)) ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null // storage switched off, or another program's value
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  typeof value.token === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number'
