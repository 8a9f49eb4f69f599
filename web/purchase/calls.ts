import type { Locale } from '#brand'
import type { CallName } from '#contract/index.ts'
import { api, type Reply } from '../http/api.ts'
import { faultOf } from '../http/http.ts'
import { untilAnswered, type Waiting } from '../http/until-answered.ts'
import { match } from '../pages.ts'
import { dropPurchaseToken, purchaseToken } from '../session/purchase-token.ts'
import { loginAddress } from './flow.ts'

type Options = {
  signal?: AbortSignal | undefined
  /**
   * Told when the same request is already being worked on, or goes on, and this one waits for it.
   */
  onWait?: ((waiting: Waiting) => void) | undefined
}
const duplicateTries = 6

/** The page's language; the document says it and hydration needs no context for it. */
const pageLocale = (): Locale => (document.documentElement.lang === 'ru' ? 'ru' : 'kz')

/**
 * A call of the buyer. A request that is in progress or goes on (409) is repeated by itself after
 * the time the server names; a token that ran out leads to the code, with the draft kept. Throws
 * what `api` throws.
 */
export async function buy<Name extends CallName>(
  name: Name,
  body: Parameters<typeof api<Name>>[1],
  { signal, onWait }: Options = {},
): Promise<Reply<Name>> {
  try {
    return await untilAnswered(
      () => api(name, body, { token: purchaseToken() ?? undefined, signal }),
      { duplicateTries, signal, onWait },
    )
  } catch (error) {
    if (faultOf(error).kind === 'unauthorised') askAgain()
    throw error
  }
}

/**
 * To the code and back to this very address; where only a client of the cabinet may be, to the
 * cabinet's sign-in.
 */
export function askAgain(): void {
  dropPurchaseToken()
  if (match(location.pathname)?.page.guards.includes('auth'))
    return void import('../session/session.ts').then(({ sessionEnded }) =>
      sessionEnded(pageLocale()),
    )
  location.assign(loginAddress(pageLocale(), location.search, true))
}
