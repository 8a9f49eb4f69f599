import { type Fault, faultOf } from './http.ts'

/** 409: the same request is being worked on. */
export type Waiting = Extract<Fault, { kind: 'busy' }>
type Options = {
  /** How often a duplicate is sent before it is given up. */
  duplicateTries: number
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
  { duplicateTries, signal, onWait }: Options,
): Promise<T> {
  const began = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      const fault = faultOf(error)
      if (fault.kind !== 'busy' || fault.status !== 409 || signal?.aborted) throw error
      if (fault.goesOn ? performance.now() - began > followedMs : tries >= duplicateTries)
        throw error
      onWait?.(fault)
      await pause(fault.retryAfter * 1000, signal)
    }
  }
}

/** Ends sooner when the signal does. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => [clearTimeout(timer), resolve()], { once: true })
  })
