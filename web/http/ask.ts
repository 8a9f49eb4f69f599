import type { z } from 'zod'
import type { CallName, Contract } from '#contract/index.ts'
import { cabinetToken, sessionEnded } from '../session/session.ts'
import { api, type Reply } from './api.ts'
import { faultOf } from './http.ts'
import { untilAnswered, type Waiting } from './until-answered.ts'

/**
 * A call as whoever is signed in to the cabinet or a desk; what goes on behind slow outside systems
 * is asked about again. When the session has ended elsewhere, the page goes to the sign-in.
 */
export async function ask<Name extends CallName>(
  name: Name,
  body: z.input<Contract[Name]['body']>,
  signal?: AbortSignal,
  onWait?: (waiting: Waiting) => void,
): Promise<Reply<Name>> {
  try {
    return await untilAnswered(
      () => api(name, body, { token: cabinetToken() ?? undefined, signal }),
      { duplicateTries: 1, signal, onWait },
    )
  } catch (error) {
    if (faultOf(error).kind === 'unauthorised')
      sessionEnded(document.documentElement.lang === 'ru' ? 'ru' : 'kz')
    throw error
  }
}
