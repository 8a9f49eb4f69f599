import { authTokenCookie } from '#domain/constants.ts'

/**
 * Tokens as the browser keeps them, apart from React and from the flows: a page of HTML alone reads
 * them too.
 */
export const purchaseKey = 'qorgan.purchase.token'

/** `expiresAt` by this device's clock, milliseconds. */
export type KeptToken = { token: string; expiresAt: number }

/** The token of a purchase in this tab that still holds, or null. */
export function keptToken(key: string): string | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isKept(kept) && kept.expiresAt > Date.now() ? kept.token : null
  } catch {
    return null // storage switched off, or another program's value
  }
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

/** Whoever has proved who they are on the public site. */
export const siteToken = (): string | null => keptToken(purchaseKey) ?? cabinetToken()

const isKept = (value: unknown): value is KeptToken =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  typeof value.token === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number'
