import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { issueJob, refundJob } from '../jobs/queue.ts'
import { inPurchaseTrace } from '../order-trace.ts'
import { type Attempt, attemptById, lockedOrder, moveAttempt, moveOrder, type Order, writeLedger } from '../orders.ts'
import { step } from '../steps.ts'
import { oweReceipt } from './fiscal.ts'

/**
 * Money has come by an attempt: one line in the ledger however often we hear of it. A waiting order is paid and goes to be issued; money
 * for an order that no longer waits goes back by the attempt that brought it (decisions, "Order, payment, issue").
 */
export const receivePayment = (deps: Deps, attemptId: string, actor: string, outsideId?: string | null): Promise<void> =>
  inPurchaseTrace(deps, { attemptId }, 'payment received', actor, () => receive(deps, attemptId, actor, outsideId))

async function receive(deps: Deps, attemptId: string, actor: string, outsideId?: string | null): Promise<void> {
  const attempt = await attemptById(deps.db, attemptId)
  if (!attempt) return
  await step('paid.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const order = await lockedOrder(tx, attempt.order_id)
      const now = await attemptById(tx, attemptId)
      if (!order || !now || ['paid', 'refunding', 'refunded'].includes(now.state)) return
      const at = deps.clock.now()
      // A refund goes back by the payment that brought the money, which need not be the one that was opened.
      if (outsideId && outsideId !== now.outside_id)
        await tx.updateTable('payment_attempts').set({ outside_id: outsideId }).where('id', '=', attemptId).execute()
      // Their notice may overtake our own record of having opened the page.
      if (now.state === 'created') await moveAttempt(tx, attemptId, 'awaiting', { actor, reason: 'opened', at })
      await moveAttempt(tx, attemptId, 'paid', { actor, reason: 'money received', at })
      await writeLedger(tx, { key: `payment:${attemptId}`, orderId: order.id, attemptId, kind: 'payment', amount: attempt.amount, at })
      await oweReceipt(tx, deps, {
        key: `payment:${attemptId}`,
        operation: 'sale',
        of: { orderId: order.id, attemptId },
        way: attempt.system === 'card' ? 'card' : 'mobile_bank',
        amount: attempt.amount,
        at,
      })
      if (order.state === 'awaiting_payment') {
        await moveOrder(tx, order.id, 'paid', { actor, reason: `attempt ${attemptId}`, at }, { paid_at: at })
        await closeLiveAttempt(tx, order.id, { actor, reason: 'paid another way', at })
        await deps.queue.enqueue(tx, issueJob, { orderId: order.id })
        return
      }
      if (order.state === 'expired' || order.state === 'rejected' || order.state === 'cancelled')
        await moveOrder(tx, order.id, 'refunding', { actor, reason: 'money came late', at })
      await refundAttempt(tx, deps, order, { ...now, state: 'paid' }, now.amount, 'late_or_second_payment', actor)
    }),
  )
}

/** Closes the live attempt, because the client pays another way. Money that still comes by it is refunded by its attempt. */
export async function closeLiveAttempt(tx: Tx, orderId: string, by: { actor: string; reason: string; at: Date }): Promise<void> {
  const live = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['created', 'awaiting'])
    .executeTakeFirst()
  if (live) await moveAttempt(tx, live.id, 'expired', by)
}

/** Writes the refund of a paid attempt and the job that sends it. A whole refund takes the attempt along. */
export async function refundAttempt(
  tx: Tx,
  deps: Deps,
  order: Pick<Order, 'id'>,
  attempt: Attempt | null,
  amount: number,
  reason: string,
  actor: string,
): Promise<void> {
  const at = deps.clock.now()
  // A payment may give parts back for several later orders: each is a refund of its own.
  const id = `R-${attempt?.id ?? order.id}${attempt && attempt.order_id !== order.id ? `-${order.id}` : ''}-${reason}`
  await tx
    .insertInto('refunds')
    .values({
      id,
      order_id: order.id,
      attempt_id: attempt?.id ?? null,
      amount,
      reason,
      state: attempt ? 'due' : 'failed',
      error: attempt ? null : 'bank details needed',
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  if (!attempt) return
  if (attempt.state === 'paid' && amount === attempt.amount) await moveAttempt(tx, attempt.id, 'refunding', { actor, reason, at })
  await deps.queue.enqueue(tx, refundJob, { refundId: id })
}
