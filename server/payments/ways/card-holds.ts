import type { Deps } from '../../deps.ts'
import { step } from '../../jobs/steps.ts'
import { saleOf } from '../../products/products.ts'
import type { Attempt } from '../attempts.ts'
import type { Standing } from './way.ts'

/** Checks that its sale waits for a hold: the sum is right, and it may still be paid. */
export async function isAwaited(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  attempt: Attempt,
  { amount }: Standing,
): Promise<boolean> {
  if (amount !== attempt.amount || clock.now() >= attempt.expires_at) return false
  return (await saleOf(db, attempt.order_id))?.sale.waits === true
}

/**
 * Settles a hold, which is not a payment: a terminal may hold although we asked for one step.
 * Captures what the sale waits for; releases anything else, which never was ours. Returns the
 * payment's state as they report it. Throws `Unavailable`.
 */
export async function settleHold(deps: Deps, attempt: Attempt, held: Standing): Promise<Standing> {
  if (!held.paymentId) return held
  const { acquirer } = deps.systems
  const of = { attemptId: attempt.id, paymentId: held.paymentId }
  if (await isAwaited(deps, attempt, held))
    return step('hold.settle', () => acquirer.capture({ ...of, amount: attempt.amount }))
  deps.log.warn(
    { attempt: attempt.id, order: attempt.order_id },
    'held money that nothing waits for is let go',
  )
  return step('hold.settle', () => acquirer.release(of))
}
