import type { z } from 'zod'
import type { CallName, Contract } from '#contract/index.ts'
import { api, type Reply } from './api.ts'
import { apiErrorOf } from './http.ts'
import { untilAnswered, type Waiting } from './until-answered.ts'

/** The caller: their token, and what follows its end. */
export type Session = {
  token: () => string | null
  /** The session is over on the server's side: what the page does then. */
  ended: () => void
  /** How often a duplicate of a request in progress is sent before it is given up. */
  duplicateAttempts: number
}

type Options = {
  signal?: AbortSignal | undefined
  /**
   * Called while the same request is in progress, or goes on in the background, and is waited for.
   */
  onWait?: ((waiting: Waiting) => void) | undefined
}

/**
 * Calls of one session. A request that is in progress or goes on (409) is repeated by itself after
 * the time the server names; a session that is over ends here too. Throws what `api` throws.
 */
export const call =
  (session: Session) =>
  async <Name extends CallName>(
    name: Name,
    body: z.input<Contract[Name]['body']>,
    { signal, onWait }: Options = {},
  ): Promise<Reply<Name>> => {
    try {
      return await untilAnswered(
        () => api(name, body, { token: session.token() ?? undefined, signal }),
        { duplicateAttempts: session.duplicateAttempts, signal, onWait },
      )
    } catch (error) {
      if (apiErrorOf(error).kind === 'unauthorised') session.ended()
      throw error
    }
  }
