import { type ApiError, apiErrorOf } from './http.ts'

/** 409: the same request is being worked on. */
export type Waiting = Extract<ApiError, { kind: 'busy' }>
type Options = {
  /** How often a duplicate is sent before it is given up. */
  duplicateAttempts: number
  signal?: AbortSignal | undefined
  /** Told why it is waited for, each time. */
  onWait?: ((waiting: Waiting) => void) | undefined
}

/** What goes on behind a slow outside system is asked about for so long. */
const followedMs = 5 * 60_000

/**
 * Repeats a call by itself, after the time the server names: a duplicate a few times, what goes on
 * for as long as it may take.
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
      if (apiError.kind !== 'busy' || apiError.status !== 409 || signal?.aborted) throw error
      if (apiError.goesOn ? performance.now() - began > followedMs : attempts >= duplicateAttempts)
        throw error
      onWait?.(apiError)
      await pause(apiError.retryAfter * 1000, signal)
    }
  }
}

/** Ends sooner when the signal does. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true })
  })
