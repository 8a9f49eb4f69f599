import { authTokenCookie, promoterTokenCookie, savedPathCookie } from '#domain/constants.ts'
import type { Locale } from '#domain/locale.ts'
import { rememberPath } from '../constants.ts'
import { goTo } from '../navigation.ts'
import { addressOf, afterSignIn, judge, type Role } from './guards.ts'
import { setRole } from './role.ts'
import { keepName } from './signed-in-name.ts'

/**
 * Cookies of the session. A call is authorised by its header alone; the cookies let a page know who
 * asks (settled.md, "Identity").
 */
export function cookie(name: string, all = document.cookie): string | null {
  const pair = all.split('; ').find((one) => one.startsWith(`${name}=`))
  if (!pair) return null
  try {
    return decodeURIComponent(pair.slice(name.length + 1)) || null
  } catch {
    return null
  }
}

const attributes = () => `; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
const keep = (name: string, value: string, life = '') => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${encodeURIComponent(value)}${life}${attributes()}`
}
const drop = (name: string) => keep(name, '', '; Max-Age=0')

/** The bearer token of the cabinet, without the word. */
export const cabinetToken = (): string | null =>
  cookie(authTokenCookie)?.replace(/^Bearer /, '') ?? null
export const promoterToken = (): string | null => cookie(promoterTokenCookie)
const promoterCookieSeconds = 30 * 24 * 60 * 60
/**
 * The promoter's bare token; how long it really lives is the server's and the idle rule's business.
 */
export const keepPromoterToken = (token: string): void =>
  keep(promoterTokenCookie, token, `; Max-Age=${promoterCookieSeconds}`)
export const dropPromoterToken = (): void => drop(promoterTokenCookie)

/** Keeps the token and leaves for where the sign-in leads. */
export function signIn(token: string, role: Role, locale: Locale): void {
  keep(authTokenCookie, `Bearer ${token}`)
  keepName(null) // another person's, until the cabinet knows this one's
  setRole(role)
  const saved = cookie(savedPathCookie)
  drop(savedPathCookie)
  goTo(afterSignIn(role, saved, locale, rememberPath))
}

/**
 * Forgets the token and leaves for the first page; ending the session on the server is the caller's
 * call.
 */
export function signOut(locale: Locale): void {
  drop(authTokenCookie)
  keepName(null)
  setRole(null)
  goTo(addressOf('sign-in', null, locale).replace('#sign-in', ''))
}

/**
 * The session is over on the server's side (it ran out or was ended elsewhere): forgets the token
 * and asks to sign in again, for this address.
 */
export function sessionEnded(locale: Locale): void {
  drop(authTokenCookie)
  keepName(null)
  setRole(null)
  sessionStorage.setItem(endedKey, '1')
  passGuards(['auth'], null, locale)
}

/** Where the sign-in finds that a session ran out. */
export const endedKey = 'qorgan.session.ended'

/**
 * Runs a page's guards at its start. Returns whether the page may be shown; otherwise it is already
 * leaving, and stores the address if the guard requires it. `role` is null for a signed-out
 * visitor.
 */
export function passGuards(names: readonly string[], role: Role | null, locale: Locale): boolean {
  const verdict = judge(names, { role, promoter: promoterToken() !== null })
  if (verdict.allowed) return true
  if (verdict.remember && rememberPath) keep(savedPathCookie, location.pathname + location.search)
  goTo(addressOf(verdict.to, role, locale))
  return false
}
