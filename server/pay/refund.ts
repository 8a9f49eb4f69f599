import type { Deps } from '../deps.ts'
import { exclusively } from '../locks.ts'
import { tell } from '../messages.ts'
import { attemptById, lockedOrder, moveAttempt, moveOrder, writeLedger } from '../orders.ts'
import { step } from '../steps.ts'

/** Job: sends a refund by its own key, so that a second run is the same refund; the ledger's line and the states follow in one transaction. */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  await exclusively(deps.pool, `refund:${refundId}`, () => send(deps, refundId))
}

async function send(deps: Deps, refundId: string) {
  const refund = await deps.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!refund?.attempt_id || refund.state !== 'due') return
  const attempt = await attemptById(deps.db, refund.attempt_id)
  if (!attempt) return
  const reply = await step('refund.send', () =>
    attempt.system === 'mobile_bank'
      ? deps.systems.bank.refund({ billId: attempt.outside_id ?? '', amount: refund.amount, key: refund.id })
      : deps.systems.acquirer.refund({ paymentId: attempt.outside_id ?? '', amount: refund.amount, key: refund.id }),
  )
  await step('refund.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const order = await lockedOrder(tx, refund.order_id)
      const now = await tx.selectFrom('refunds').selectAll().where('id', '=', refundId).forUpdate().executeTakeFirst()
      if (!order || now?.state !== 'due') return
      const at = deps.clock.now()
      if ('refused' in reply) {
        await tx
          .updateTable('refunds')
          .set({ state: 'failed', error: reply.text.slice(0, 200) })
          .where('id', '=', refundId)
          .execute()
        if (order.state === 'refunding')
          await moveOrder(tx, order.id, 'refund_failed', { actor: attempt.system, reason: reply.refused, at })
        deps.log.error({ order: order.id, refund: refundId }, 'a refund was refused')
        return
      }
      await tx.updateTable('refunds').set({ state: 'done', outside_id: reply.refundId, done_at: at }).where('id', '=', refundId).execute()
      await writeLedger(tx, {
        key: `refund:${refundId}`,
        orderId: order.id,
        attemptId: attempt.id,
        kind: 'refund',
        amount: -refund.amount,
        at,
      })
      const state = (await attemptById(tx, attempt.id))?.state
      if (state === 'refunding') await moveAttempt(tx, attempt.id, 'refunded', { actor: attempt.system, reason: refund.reason, at })
      const open = await tx
        .selectFrom('refunds')
        .select('id')
        .where('order_id', '=', order.id)
        .where('state', '<>', 'done')
        .executeTakeFirst()
      if (order.state === 'refunding' && !open)
        await moveOrder(tx, order.id, 'refunded', { actor: attempt.system, reason: refund.reason, at })
      await tell(tx, deps, order, `refunded:${refundId}`)
    }),
  )
}
