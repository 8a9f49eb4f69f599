type Pending = { until: number; fail: () => void }

const LOOK_EVERY_MS = 250
const pending = new Set<Pending>()
let looking: NodeJS.Timeout | null = null

function look(): void {
  const now = performance.now()
  for (const one of pending) if (one.until <= now) one.fail()
  if (pending.size > 0 || !looking) return
  clearInterval(looking)
  looking = null
}

/**
 * The work's outcome, or a rejection with `late()` once `ms` are over; exact to a quarter of a
 * second. One clock looks after all work under way: a timer for every answer costs more than most
 * answers do.
 */
export function withTimeout<T>(
  ms: number,
  work: () => Promise<T>,
  timeoutError: () => Error,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const one: Pending = {
      until: performance.now() + ms,
      fail: () => {
        pending.delete(one)
        reject(timeoutError())
      },
    }
    pending.add(one)
    looking ??= setInterval(look, LOOK_EVERY_MS)
    work().then(
      (value) => {
        pending.delete(one)
        resolve(value)
      },
      (cause: unknown) => {
        pending.delete(one)
        reject(cause)
      },
    )
  })
}
