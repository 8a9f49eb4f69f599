import { compared } from '#domain/card-refunds.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { act } from '../contracts/contracts.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { saleOf } from '../products/products.ts'
import { inPurchaseTrace } from '../telemetry/order-trace.ts'
import { type Attempt, markUndecided } from './attempts.ts'
import { chargedBack } from './chargebacks.ts'
import type { Standing } from './ways/way.ts'

/**
 * Records a received payment. Idempotent: repeated notices post one ledger line. Continues the sale
 * that waits for it; refunds, by the same attempt, money for a sale that no longer waits or is
 * impossible (settled.md, "Order, payment, issue"). Books with it what its bank charged back before
 * our first notice, so that no policy is issued for money that is gone. For a payment already
 * booked books none of that: their list may show our own refund by now. Returns false if nothing
 * followed.
 */
export const receivePayment = (
  deps: Deps,
  attempt: Attempt,
  actor: string,
  theirs: Pick<Standing, 'paymentId' | 'gone'>,
): Promise<boolean> =>
  inPurchaseTrace(deps, { attemptId: attempt.id }, 'payment received', actor, () =>
    step('paid.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        const at = deps.clock.now()
        const decision = await act(
          tx,
          deps,
          attempt.contract_id,
          { act: 'money', paymentId: attempt.id, today: deps.clock.today(), at },
          { actor, at, outsideId: theirs.paymentId ?? null },
        )
        if (isRefused(decision) || decision.effects.length === 0) return false
        const { strangers, isUndecided } = compared(theirs.gone ?? [], [])
        for (const line of strangers) await chargedBack(tx, deps, attempt, line)
        if (isUndecided) await markUndecided(tx, attempt.id, true, deps.clock.now())
        return true
      }),
    ),
  )

/**
 * Ends a bill or a page without money. The sale stays open to another payment method; wakes its
 * watchers.
 */
export async function paymentOver(
  deps: Deps,
  attempt: Attempt,
  to: 'rejected' | 'expired' | 'error',
  actor: string,
  reason: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const doing = { actor, at: deps.clock.now() }
    const timeIsOver = to === 'expired' && doing.at >= attempt.expires_at
    await act(
      tx,
      deps,
      attempt.contract_id,
      { act: 'payment_over', paymentId: attempt.id, to, reason, timeIsOver },
      doing,
    )
    const found = await saleOf(tx, attempt.order_id)
    if (found?.sale.waits) await found.product.wake(tx, found.sale)
  })
}
