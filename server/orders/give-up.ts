import { sql } from 'kysely'
import { isRefused } from '#domain/contract/refusal.ts'
import { act } from '../contracts/contracts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { issueLimits } from '../settings/time-limits.ts'
import type { Order } from './orders.ts'

/**
 * Seconds until a call of a process that died or lost its connection is surely over on their side;
 * null if none was begun. SQL for queries of orders.
 */
export const unsettledSeconds = sql<
  number | null
>`ceil(extract(epoch from orders.set_asked_at - now()) + ${issueLimits.settledSeconds})::int`

/** The same for one order, 0 if none was begun. */
export async function secondsUnsettled({ db }: Deps, orderId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select ${unsettledSeconds} as seconds from orders where id = ${orderId}`.execute(db)
  return rows[0]?.seconds ?? 0
}

/**
 * Gives the order up for good: refunds the money and notifies the client. `also` joins the
 * transaction.
 */
export async function giveUp(
  deps: Deps,
  order: Order,
  of = { actor: 'job', reason: 'the unified database did not register the policy' },
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const not = { act: 'not_issued', orderId: order.id, reason: of.reason } as const
    const decision = await act(tx, deps, order.contract_id, not, {
      actor: of.actor,
      at: deps.clock.now(),
    })
    if (!isRefused(decision)) await also(tx)
  })
}
