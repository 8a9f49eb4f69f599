import type { Report } from '#systems/partner/protocol.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { partnerReportJob } from '../jobs/definitions.ts'
import type { Order } from '../orders/orders.ts'

type What =
  | { event: 'issued'; policy: NonNullable<Report['policy']> }
  | { event: 'failed'; reason: 'not_issued' | 'expired' | 'rejected' | 'cancelled' }
  | { event: 'refunded'; refund: NonNullable<Report['refund']> }

/**
 * Writes down what the partner who sold an order has to be told, with the job that tells it, in the
 * transaction of the change itself. Its id is made of order and event: told again it is the same
 * report. Orders of no partner are nobody's news.
 */
export async function reportToPartner(
  tx: Tx,
  deps: Deps,
  order: Pick<Order, 'id' | 'partner' | 'partner_reference' | 'source' | 'amount'>,
  what: What,
): Promise<void> {
  if (!order.partner) return
  const at = deps.clock.now()
  const id = `${order.id}:${what.event}${what.event === 'refunded' ? `:${what.refund.id}` : ''}`
  const report: Report = {
    id,
    at: at.toISOString(),
    reference: order.partner_reference,
    order: { id: order.id, source: order.source, amount: order.amount },
    ...what,
  }
  await tx
    .insertInto('partner_events')
    .values({
      id,
      partner: order.partner,
      order_id: order.id,
      event: what.event,
      payload: JSON.stringify(report),
      created_at: at,
      next_attempt_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, partnerReportJob, { eventId: id })
}
