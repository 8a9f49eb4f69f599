import { authTokenCookie } from '#domain/constants.ts'
import { flowName } from '../flow.ts'

/**
 * The proof of who buys: a two-hour token from the SMS code, kept in this tab's session storage
 * under one key and nowhere else. A client who is signed in to the cabinet buys with that token
 * instead (decisions, "Identity"). A partner's sale has a token of its own, the pages of the
 * government sign-in only that session.
 */
const key = (): string =>
  flowName() === 'partner' ? 'qorgan.purchase.token.partner' : 'qorgan.purchase.token'

type Kept = { token: string; expiresAt: number }
const listeners = new Set<() => void>()

/** The bearer token of whoever buys in this tab, or null. */
export function purchaseToken(): string | null {
  const flow = flowName()
  const kept = flow === 'egov' ? null : read()
  if (kept && kept.expiresAt > Date.now()) return kept.token
  return flow === 'partner' ? null : cabinetToken()
}

/** `expiresInMs` counts from now by this device: the server's clock may show another day. */
export function keepPurchaseToken(token: string, expiresInMs: number): void {
  sessionStorage.setItem(
    key(),
    JSON.stringify({ token, expiresAt: Date.now() + expiresInMs } satisfies Kept),
  )
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

function read(): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key()) ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null // storage switched off, or another program's value
  }
}

function cabinetToken(): string | null {
  const pair = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${authTokenCookie}=`))
  return pair
    ? decodeURIComponent(pair.slice(authTokenCookie.length + 1)).replace(/^Bearer /, '') || null
    : null
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'token' in value &&
  typeof value.token === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'number'
