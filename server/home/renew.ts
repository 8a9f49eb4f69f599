import { billingDate, periodOf } from '#domain/home/billing.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { homeContractJob } from '../jobs/queue.ts'
import type { By } from '../orders.ts'
import { type Charge, type Subscription, writeHomeLedger } from './states.ts'
import { tellHome } from './tell.ts'

/** A period has been paid: the cover reaches to its end, and the next billing date is known. */
export async function renew(tx: Tx, deps: Deps, subscription: Subscription, charge: Charge, by: By): Promise<void> {
  const anchor = subscription.anchor
  if (!anchor) throw new Error(`subscription ${subscription.id} is active without an anchor`)
  const { end } = periodOf(anchor, charge.period)
  const next = charge.period + 1
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
  await writePremium(tx, subscription, charge, by.at)
  await tellHome(tx, deps, subscription, `renewed:${charge.period}`)
}

/** What a paid period is made of: the premium of the month and the broker's commission inside it. */
export async function writePremium(tx: Tx, subscription: Subscription, charge: Pick<Charge, 'id' | 'amount'>, at: Date): Promise<void> {
  const of = { homeId: subscription.id, at }
  await writeHomeLedger(tx, { ...of, key: `premium:${charge.id}`, kind: 'premium', amount: charge.amount })
  await writeHomeLedger(tx, { ...of, key: `commission:${charge.id}`, kind: 'commission', amount: subscription.commission })
}
