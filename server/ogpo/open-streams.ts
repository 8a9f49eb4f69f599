import * as refusals from '#domain/refusals.ts'
import { HttpError } from '../http/refuse.ts'
import { answerLimits } from '../settings/time-limits.ts'

/**
 * How many streams one address and one order may hold open in a process; a page that gets none asks
 * every few seconds instead.
 */
const most = { address: 60, order: 10 }

/**
 * Counts open streams. `take` throws 429 when there are enough of one kind, else answers how to
 * give the place back.
 */
export function openStreams() {
  const open = new Map<string, number>()
  const keysOf = (of: { address: string; order: string }) =>
    (['address', 'order'] as const).map((kind) => ({
      key: `${kind}:${of[kind]}`,
      most: most[kind],
    }))
  return {
    take(of: { address: string; order: string }): () => void {
      const keys = keysOf(of)
      if (keys.some((one) => (open.get(one.key) ?? 0) >= one.most))
        throw new HttpError(
          429,
          { code: refusals.passwordResetRateLimit },
          { 'retry-after': String(answerLimits.streamRetrySeconds) },
        )
      for (const { key } of keys) open.set(key, (open.get(key) ?? 0) + 1)
      let held = true
      return () => {
        if (!held) return
        held = false
        for (const { key } of keys) {
          const left = (open.get(key) ?? 1) - 1
          if (left > 0) open.set(key, left)
          else open.delete(key)
        }
      }
    },
  }
}
