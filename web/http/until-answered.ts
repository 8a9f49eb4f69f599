import { type ApiError, apiErrorOf } from './http.ts'

/** Seconds until the next retry; `goesOn`: a slow outside system is waited for. */
export type Waiting = { retryAfter: number; goesOn?: true }
type Options = {
  /** How often a duplicate is sent before it is given up. */
  duplicateAttempts: number
  signal?: AbortSignal | undefined
  /** Called with the reason for each wait. */
  onWait?: ((waiting: Waiting) => void) | undefined
}

/** How long to poll a request that waits for a slow outside system. */
const followedMs = 5 * 60_000
/** A database that changes over is there again within half of it. */
const awayMs = 60_000

/**
 * Repeats a call by itself, after the time the server names: a duplicate a few times, what goes on
 * for as long as it may take, and while the database changes over.
 */
export async function untilAnswered<T>(
  call: () => Promise<T>,
  { duplicateAttempts, signal, onWait }: Options,
): Promise<T> {
  const began = performance.now()
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await call()
    } catch (error) {
      const apiError = apiErrorOf(error)
      const waiting = waitingIn(apiError)
      if (!waiting || signal?.aborted) throw error
      const { forMs, retryAfter } = waiting
      if (forMs ? performance.now() - began > forMs : attempts >= duplicateAttempts) throw error
      onWait?.(waiting)
      await pause(retryAfter * 1000, signal)
    }
  }
}

/** `forMs`: how long to retry; without it a few times. */
function waitingIn(apiError: ApiError): (Waiting & { forMs?: number }) | null {
  if (apiError.kind === 'unavailable' && apiError.comesBack)
    return { retryAfter: apiError.comesBack, forMs: awayMs }
  if (apiError.kind !== 'busy' || apiError.status !== 409) return null
  const { retryAfter, goesOn } = apiError
  return goesOn ? { retryAfter, goesOn, forMs: followedMs } : { retryAfter }
}

/** Ends sooner when the signal does. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true })
  })
