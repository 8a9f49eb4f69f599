import type { Selectable } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { lockContract } from '../../contracts/lock.ts'
import type { HomeSubscriptions } from '../../db/rows.ts'
import { notFound } from '../../http/refuse.ts'
import { homeContractJob, homeDocumentsJob, homeRegisterJob } from '../../jobs/definitions.ts'
import type { Desk } from '../../products/product-desk.ts'

/**
 * Money has come and the unified database has not registered what it is for: the first contract, or
 * the next year's.
 */
export const isStuck = (
  home: Pick<
    Selectable<HomeSubscriptions>,
    'state' | 'paid_until' | 'contract_until' | 'next_attempt_at'
  >,
  today: Day,
): boolean =>
  home.state === 'paid' ||
  (home.next_attempt_at !== null &&
    (home.paid_until ?? '') > (home.contract_until ?? '') &&
    (home.paid_until ?? '') >= today)

/** Messages are sent again from the client's page. */
export const rerun: Desk['rerun'] = async (tx, { clock, queue }, subscriptionId, what) => {
  await lockContract(tx, subscriptionId)
  const home = await tx
    .selectFrom('home_subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  if (!home) throw notFound()
  if (what === 'notify' || (what === 'issue' ? !isStuck(home, clock.today()) : !home.policy_id))
    return false
  if (what === 'issue') {
    await tx
      .updateTable('home_subscriptions')
      .set({ next_attempt_at: clock.now() })
      .where('id', '=', subscriptionId)
      .execute()
    const job = home.state === 'paid' ? homeRegisterJob : homeContractJob
    await queue.enqueue(tx, job, { subscriptionId })
  } else await queue.enqueue(tx, homeDocumentsJob, { subscriptionId })
  return true
}
