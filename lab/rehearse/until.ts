import { setTimeout as pause } from 'node:timers/promises'

/** Asks until it is so; throws when it takes too long. */
export async function until<T>(ask: () => Promise<T | null | false>, what: string): Promise<T> {
  for (const end = performance.now() + 600_000; performance.now() < end; await pause(500)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`${what}: not within ten minutes`)
}
