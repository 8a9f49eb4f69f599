import { attemptsAtMost } from '#domain/home/billing.ts'
import { act } from '../contracts/contracts.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { attemptsOf } from '../payments/attempts.ts'
import { aboutAttempt, chargeOf, lockedSubscription, type Subscription } from './states.ts'

/**
 * The bank said no: the client is told, and the next day the card is tried again. After the last
 * try one message says both: that, and that it is over.
 */
export async function declined(deps: Deps, attemptId: string, reason: string): Promise<true> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (!about) return true
  const attempts = (await attemptsOf(deps.db, about.subscription.id, about.attempt.period)).filter(
    ({ state }) => state !== 'expired',
  )
  await step('home.declined.commit', () =>
    deps.db.transaction().execute((tx) =>
      act(
        tx,
        deps,
        about.attempt.contract_id,
        {
          act: 'charge_refused',
          paymentId: attemptId,
          reason: reason.slice(0, 200),
          notify: attempts.length < attemptsAtMost,
        },
        { actor: 'acquirer', at: deps.clock.now() },
      ),
    ),
  )
  return true
}

/** A try that can no longer be answered is over; nothing was charged by it. */
export async function closeTry(deps: Deps, attemptId: string, reason: string): Promise<true> {
  const about = await aboutAttempt(deps.db, attemptId)
  if (!about) return true
  await deps.db
    .transaction()
    .execute((tx) =>
      act(
        tx,
        deps,
        about.attempt.contract_id,
        { act: 'charge_closed', paymentId: attemptId, reason },
        { actor: 'job', at: deps.clock.now() },
      ),
    )
  return true
}

/** The period is recorded as not paid, nothing is charged any more, and the client hears why. */
export async function notRenewed(
  deps: Deps,
  of: Subscription,
  reason: 'declined' | 'no_card' | 'too_late',
) {
  await step('home.not_renewed.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const subscription = await lockedSubscription(tx, of.id)
      if (subscription?.state !== 'active' || subscription.next_period !== of.next_period) return
      const by = { actor: 'job', reason, at: deps.clock.now() }
      await chargeOf(tx, subscription, subscription.next_period, by)
      await act(tx, deps, of.id, { act: 'not_renewed', period: of.next_period, reason }, by)
    }),
  )
}
