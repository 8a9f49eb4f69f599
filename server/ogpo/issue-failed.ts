import { sql } from 'kysely'
import { nextIssueAttempt } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import type { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'
import { issueJob } from '../jobs/definitions.ts'
import { giveUp } from '../orders/give-up.ts'
import { failureOf } from '../orders/issue-error.ts'
import { lockedOrder, type Order } from '../orders/orders.ts'
import { issueLimits } from '../settings/time-limits.ts'
import { PriceDiffers } from './their-price.ts'

const errorOf = (order: Order, cause: Unavailable | EsbdRefused, now: Date) => ({
  ...failureOf(cause, order.issue_error, now),
  ...(cause instanceof PriceDiffers
    ? {
        code: refusals.apiUnavailable,
        reason: 'issue_price_differs',
        ours: cause.ours,
        theirs: cause.theirs,
      }
    : {}),
})

/**
 * Tries again by the schedule. When that is over, goes on only to learn whether the policy exists.
 */
export async function issueFailed(
  deps: Deps,
  order: Order,
  cause: Unavailable | EsbdRefused,
  mayExist: boolean,
) {
  const now = deps.clock.now()
  const attempts = order.issue_attempts + 1
  const isNo =
    cause instanceof EsbdRefused &&
    (cause.operation === 'SetPolicy' || cause instanceof PriceDiffers)
  const faults = order.issue_faults + (isNo ? 1 : 0)
  const scheduled =
    faults >= issueLimits.faultsBeforeFinal
      ? null
      : nextIssueAttempt(attempts, order.paid_at ?? order.created_at, now, order.start_date)
  const next =
    scheduled ?? (mayExist ? new Date(now.getTime() + issueLimits.mayExistAgainMs) : null)
  deps.log.warn(
    { order: order.id, attempts, next, mayExist, err: cause },
    'a policy could not be registered',
  )
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, order.id)
    if (row?.state !== 'issuing') return
    await tx
      .updateTable('orders')
      .set({
        issue_attempts: attempts,
        issue_faults: faults,
        next_attempt_at: next,
        issue_error: JSON.stringify(errorOf(order, cause, now)),
        set_asked_at: mayExist
          ? sql`now() - make_interval(secs => ${issueLimits.settledSeconds - issueLimits.settledSeenSeconds})`
          : null,
      })
      .where('id', '=', order.id)
      .execute()
    const inSeconds = Math.max(1, Math.ceil(((next ?? now).getTime() - now.getTime()) / 1_000))
    if (next) await deps.queue.enqueue(tx, issueJob, { orderId: order.id }, { inSeconds })
  })
  if (!next)
    await giveUp(
      deps,
      order,
      cause instanceof PriceDiffers ? { actor: 'job', reason: cause.message } : undefined,
    )
}
