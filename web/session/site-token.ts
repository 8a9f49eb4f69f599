import { authTokenCookie } from '#domain/constants.ts'

/**
 * Tokens as the browser keeps them, apart from React and from the flows: a page of HTML alone reads
 * them too.
 */
export const purchaseKey = 'qorgan.purchase.token'

/** `expiresAt` by this device's clock, milliseconds. */
type KeptToken = { token: string; expiresAt: number }

/** Keeps a token in this tab. `expiresInMs` counts from now by this device, whose day may differ. */
export const keepToken = (key: string, token: string, expiresInMs: number): void =>
  sessionStorage.setItem(
    key,
    JSON.stringify({ token, expiresAt: Date.now() + expiresInMs } satisfies KeptToken),
  )

/** What this tab keeps there, whether it still holds or not. */
export function keptIn(key: string): KeptToken | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null // storage switched off, or another program's value
  }
}

/** The token that this tab keeps there and that still holds, or null. */
export function keptToken(key: string): string | null {
  const kept = keptIn(key)
  return kept && kept.expiresAt > Date.now() ? kept.token : null
}

/** The bearer token of the cabinet, without the word. */
export function cabinetToken(): string | null {
  const pair = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${authTokenCookie}=`))
  return pair
    ? decodeURIComponent(pair.slice(authTokenCookie.length + 1)).replace(/^Bearer /, '') || null
    : null
}

/** A visitor who has proved their identity on the public site. */
export const siteToken = (): string | null => keptToken(purchaseKey) ?? cabinetToken()

const isKept = (value: unknown): value is KeptToken =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  typeof value.token === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number'
