import { withLock } from '../db/locks.ts'
import type { Context } from './context.ts'
import { inProgress } from './refuse.ts'

/**
 * Runs `work` while no other request with this key runs in any process; the second one is told 409.
 * Work that failed, or died with its process or its database, is under way no more. Whoever
 * repeats what was given up while it hangs in the database is told to come again.
 */
export async function withIdempotencyKey<T>(
  { locks, givenUp }: Pick<Context, 'locks' | 'givenUp'>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const answered = async () => ({ answer: await work() })
  const done = await withLock(locks, `request:${key}`, answered, givenUp.signal)
  if (!done) throw inProgress()
  return done.answer
}
