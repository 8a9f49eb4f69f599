import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import type { Waiting } from '../../http/until-answered.ts'
import type { Quoted } from './quoted.ts'

/**
 * Requests the terms of this home under this plan, or why there are none; reports progress to
 * `say`.
 */
export async function askQuote(
  body: { address: string; planId: number },
  signal: AbortSignal,
  say: (quoted: Quoted) => void,
): Promise<void> {
  try {
    // What a page before this one asked for is there in a moment: nothing is told of it.
    const onWait = ({ goesOn }: Waiting) => say(goesOn ? { is: 'asked', goesOn } : { is: 'asked' })
    say({ is: 'quote', quote: (await ask('homeCalculate', body, { signal, onWait })).data })
  } catch (error) {
    say(failureOf(error))
  }
}

function failureOf(error: unknown): Quoted {
  const apiError = apiErrorOf(error)
  if (apiError.kind === 'refused' || apiError.kind === 'invalid')
    return {
      is: 'refused',
      message: apiError.message,
      code: apiError.kind === 'refused' ? apiError.code : null,
    }
  return { is: 'failed', offline: apiError.kind === 'offline' || !navigator.onLine }
}
