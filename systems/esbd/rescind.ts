import { Unavailable } from '../http.ts'
import type { Operation } from './protocol.ts'
import { EsbdRefused } from './refused.ts'

/**
 * Ends when what was asked to end has ended, as read back. Guess: what the answers of the
 * rescinding calls mean is not published (an int, a text), so none of them counts; known are −1 and
 * 0 beside nothing having happened.
 */
export async function untilDone(
  operation: Operation,
  asked: Promise<number | string | null>,
  done: () => Promise<boolean>,
): Promise<void> {
  let said: unknown
  try {
    said = await asked
  } catch (cause) {
    // Somebody else may have been first, or the answer was lost behind the deed.
    if (
      !(cause instanceof EsbdRefused || cause instanceof Unavailable) ||
      !(await done().catch(() => false))
    )
      throw cause
    return
  }
  if (await done()) return
  const what = `answered ${said === null ? 'nothing' : JSON.stringify(said).slice(0, 80)}, and it is still in force`
  if (typeof said === 'number' && said > 0) throw new Unavailable('esbd', operation, what)
  throw new EsbdRefused(operation, what)
}
