import type { z } from 'zod'
import type { Locale } from '#brand'
import type { CallName, Contract } from '#contract/index.ts'
import { api, type Reply } from '../http/api.ts'
import { faultOf } from '../http/http.ts'
import { untilAnswered, type Waiting } from '../http/until-answered.ts'
import { goTo } from '../navigation.ts'
import { pathOf } from '../pages.ts'
import { dropPromoterToken, promoterToken } from '../session/session.ts'
import { forgetAll } from './device.ts'

const duplicateTries = 4
const pageLocale = (): Locale => (document.documentElement.lang === 'ru' ? 'ru' : 'kz')

type Options = {
  signal?: AbortSignal | undefined
  onWait?: ((waiting: Waiting) => void) | undefined
}

/**
 * A call as the promoter who is signed in. A request that is in progress or goes on (409) is
 * repeated by itself after the time the server names; a session that has ended elsewhere leads to
 * the sign-in. Throws what `api` throws.
 */
export async function portal<Name extends CallName>(
  name: Name,
  body: z.input<Contract[Name]['body']>,
  { signal, onWait }: Options = {},
): Promise<Reply<Name>> {
  try {
    return await untilAnswered(
      () => api(name, body, { token: promoterToken() ?? undefined, signal }),
      { duplicateTries, signal, onWait },
    )
  } catch (error) {
    if (faultOf(error).kind === 'unauthorised') ended()
    throw error
  }
}

/**
 * The session is over on the server's side: the cookie is cleared; what is unfinished stays on the
 * device for the same promoter.
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
