import { pathOf } from '#contract/pages.ts'
import { api } from '../http/api.ts'
import { call } from '../http/call.ts'
import { goTo } from '../navigation.ts'
import { dropPromoterToken, promoterToken } from '../session/session.ts'
import { pageLocale } from '../texts.ts'
import { forgetAll } from './device.ts'

/** A call as the promoter who is signed in. */
export const portal = call({ token: promoterToken, ended, duplicateAttempts: 4 })

/**
 * Clears the cookie of a session that the server ended; an unfinished sale stays on the device for
 * the same promoter.
 */
export function ended(): void {
  dropPromoterToken()
  goTo(pathOf('promoter', pageLocale()))
}

/**
 * Signs out: token, calculation state and user are cleared (specification, section 4). Errors of
 * the call are ignored.
 */
export async function leave(): Promise<void> {
  await api('promoterLogout', {}, { token: promoterToken() ?? undefined }).catch(() => {})
  forgetAll()
  ended()
}
