import { billingDate, periodOf } from '#domain/home/periods.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { homeContractJob } from '../jobs/definitions.ts'
import type { Subscription } from './states.ts'

/** A period has been paid: the cover reaches to its end, and the next billing date is known. */
export async function renew(
  tx: Tx,
  deps: Deps,
  subscription: Subscription,
  period: number,
): Promise<void> {
  const anchor = subscription.anchor
  if (!anchor) throw new Error(`subscription ${subscription.id} is active without an anchor`)
  const { end } = periodOf(anchor, period)
  const next = period + 1
  await tx
    .updateTable('home_subscriptions')
    .set({ paid_until: end, next_period: next, next_billing_on: billingDate(anchor, next) })
    .where('id', '=', subscription.id)
    .execute()
  const until = subscription.contract_until
  const past = until !== null && end > until
  if (subscription.policy_id)
    await tx
      .updateTable('policies')
      .set({ end_date: past ? until : end })
      .where('id', '=', subscription.policy_id)
      .execute()
  // The year of the contract ends within the period: the next year is registered before it begins.
  if (past) await deps.queue.enqueue(tx, homeContractJob, { subscriptionId: subscription.id })
}
