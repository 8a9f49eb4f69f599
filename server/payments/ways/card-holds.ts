import type { Deps } from '../../deps.ts'
import { step } from '../../jobs/steps.ts'
import { saleOf } from '../../products/products.ts'
import type { Attempt } from '../attempts.ts'
import type { Standing } from './way.ts'

/** Whether held money is what its sale waits for: by its own sum, and while it may still be paid. */
export async function isAwaited(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  attempt: Attempt,
  { amount }: Standing,
): Promise<boolean> {
  if (amount !== attempt.amount || clock.now() >= attempt.expires_at) return false
  return (await saleOf(db, attempt.order_id))?.sale.waits === true
}

/**
 * Money that is held on a card is not paid: a terminal may hold although one step was asked for.
 * What the sale waits for is taken; anything else is let go, and never was ours. How the payment
 * stands then is their word. Throws `Unavailable`.
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
