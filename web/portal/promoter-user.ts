import { defaultLocale, type Locale } from '#domain/locale.ts'
import type { Reply } from '../http/api.ts'

export type Promoter = Reply<'promoterMe'>['user']

/**
 * The promoter user of the specification (section 3): the signed-in promoter, and whether that is
 * still loading.
 */
export type PromoterUser = {
  id: string | null
  login: string | null
  role: 'promoter' | null
  authPending: boolean
  userAuth: boolean
  userLang: Locale
}

export type PromoterEvent =
  | { type: 'asking' }
  | { type: 'known'; user: Pick<Promoter, 'id' | 'login' | 'role'> }
  | { type: 'gone' }

export const nobody = (userLang: Locale = defaultLocale): PromoterUser => ({
  id: null,
  login: null,
  role: null,
  authPending: false,
  userAuth: false,
  userLang,
})

/**
 * Unauthenticated until a sign-in or a current-user check succeeds (specification, section 4,
 * "Promoter session").
 */
export function follow(state: PromoterUser, event: PromoterEvent): PromoterUser {
  if (event.type === 'asking') return { ...state, authPending: true }
  if (event.type === 'gone') return nobody(state.userLang)
  const { id, login, role } = event.user
  return { ...state, id, login, role, authPending: false, userAuth: true }
}
