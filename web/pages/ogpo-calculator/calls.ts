import type { Locale } from '#brand'
import type { CallName } from '#contract/index.ts'
import { api, type Reply } from '../../api.ts'
import { type Fault, faultOf } from '../../http.ts'
import { match } from '../../pages.ts'
import { dropPurchaseToken, purchaseToken } from '../../purchase-token.ts'
import { loginAddress } from './flow.ts'

type Options = {
  signal?: AbortSignal | undefined
  /** Told when the same request is already being worked on and this one waits for it. */
  onWait?: ((seconds: number) => void) | undefined
}
const duplicateTries = 6

/** The page's language; the document says it and hydration needs no context for it. */
const pageLocale = (): Locale => (document.documentElement.lang === 'ru' ? 'ru' : 'kz')

/**
 * A call of the buyer. The same request already in progress (409) is repeated by itself after the time the server names; a token that
 * ran out leads to the code, with the draft kept. Throws what `api` throws.
 */
export async function buy<Name extends CallName>(
  name: Name,
  body: Parameters<typeof api<Name>>[1],
  { signal, onWait }: Options = {},
): Promise<Reply<Name>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await api(name, body, { token: purchaseToken() ?? undefined, signal })
    } catch (error) {
      const fault = faultOf(error)
      if (fault.kind === 'unauthorised') askAgain()
      if (!isDuplicate(fault) || tries >= duplicateTries || signal?.aborted) throw error
      onWait?.(fault.retryAfter)
      await pause(fault.retryAfter * 1000, signal)
    }
  }
}

/** To the code and back to this very address; where only a client of the cabinet may be, to the cabinet's sign-in. */
export function askAgain(): void {
  dropPurchaseToken()
  if (match(location.pathname)?.page.guards.includes('auth'))
    return void import('../../session.ts').then(({ sessionEnded }) => sessionEnded(pageLocale()))
  location.assign(loginAddress(pageLocale(), location.search, true))
}

/** The very same request is already being worked on. */
const isDuplicate = (fault: Fault): fault is Extract<Fault, { kind: 'busy' }> => fault.kind === 'busy' && fault.status === 409

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true })
  })
