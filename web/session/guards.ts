import { localePath } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { match } from '../match.ts'
import type { guardNames } from '../pages.ts'

export type Role = 'user' | 'accountant' | 'staff'
/**
 * Who is here: the cabinet's user and the portal's promoter are signed in apart from each other.
 */
export type Session = { role: Role | null; promoter: boolean }
export type Guard = (typeof guardNames)[number]
/** `remember`: stores the requested address for after the sign-in. */
export type Verdict =
  | { allowed: true }
  | {
      allowed: false
      to: 'sign-in' | 'own-page' | 'promoter-sign-in' | 'promoter-page'
      remember: boolean
    }

const allowed: Verdict = { allowed: true }
const away = (to: Exclude<Verdict, { allowed: true }>['to'], remember = false): Verdict => ({
  allowed: false,
  to,
  remember,
})

const needsRole =
  (wanted: Role | null) =>
  ({ role }: Session) => {
    if (!role) return away('sign-in', true)
    return wanted === null || role === wanted ? allowed : away('own-page')
  }

/** What each guard of the table asks (specification, section 6). */
const guards: Record<Guard, (session: Session) => Verdict> = {
  auth: needsRole(null),
  // No check: everybody may do what a guest may.
  guest: () => allowed,
  accountant: needsRole('accountant'),
  staff: needsRole('staff'),
  'promoter-auth': ({ promoter }) => (promoter ? allowed : away('promoter-sign-in')),
  'promoter-not-auth': ({ promoter }) => (promoter ? away('promoter-page') : allowed),
}

const isGuard = (name: string): name is Guard => name in guards

/**
 * The verdict of a page's guards, the first refusal deciding. Throws for a name that is no guard.
 */
export function judge(names: readonly string[], session: Session): Verdict {
  for (const name of names) {
    if (!isGuard(name)) throw new Error(`Unknown route middleware: '${name}'`)
    const verdict = guards[name](session)
    if (!verdict.allowed) return verdict
  }
  return allowed
}

const ownPages: Record<Role, string> = {
  accountant: '/claim-report',
  staff: '/staff',
  user: '/account',
}
/** Where a refused visitor is sent: the sign-in is a dialog over the first page. */
export function addressOf(
  to: Exclude<Verdict, { allowed: true }>['to'],
  role: Role | null,
  locale: Locale,
): string {
  if (to === 'own-page') return localePath(locale, ownPages[role ?? 'user'])
  if (to === 'promoter-sign-in') return localePath(locale, '/promoter')
  if (to === 'promoter-page') return localePath(locale, '/promoter/ogpo')
  return `${localePath(locale, '/')}#sign-in`
}

/**
 * An address of ours that was asked for before the sign-in; anything else is forgotten, so that no
 * link can send a person away.
 */
export const isOwnPath = (path: string): boolean =>
  /^\/(?!\/)[^\s\\]*$/.test(path) && match(path) !== undefined

/**
 * Where a sign-in leads: the remembered address, else the page of the role (specification, section
 * 4, "Client authentication").
 */
export function afterSignIn(
  role: Role,
  saved: string | null,
  locale: Locale,
  remember: boolean,
): string {
  return remember && saved && isOwnPath(saved) ? saved : localePath(locale, ownPages[role])
}
