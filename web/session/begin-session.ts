import { authTokenCookie } from '#domain/constants.ts'
import { setRole } from './role.ts'
import { keepName } from './who.ts'

/** Keeps a client's new session, for a page that itself says where to go next. */
export function beginSession(token: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${authTokenCookie}=${encodeURIComponent(`Bearer ${token}`)}; Path=/; SameSite=Lax${secure}`
  keepName(null) // another person's, until the cabinet knows this one's
  setRole('user')
}
