import type { Selectable } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Refunds } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { exclusively } from '../locks.ts'
import { tell } from '../messages.ts'
import { attemptById, lockedOrder, moveAttempt, moveOrder, type Order, writeLedger } from '../orders.ts'
import { reportToPartner } from '../partner-reports.ts'
import { step } from '../steps.ts'
import { oweReceipt } from './fiscal.ts'

/** Job: sends a refund by its own key, so that a second run is the same refund; the ledger's line and the states follow in one transaction. */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  await exclusively(deps.locks, `refund:${refundId}`, () => send(deps, refundId))
}

async function send(deps: Deps, refundId: string) {
  const refund = await deps.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!refund?.attempt_id || !refund.order_id || refund.state !== 'due') return
  const orderId = refund.order_id
  const attempt = await attemptById(deps.db, refund.attempt_id)
  if (!attempt) return
  const reply = await step('refund.send', () =>
    attempt.system === 'mobile_bank'
      ? deps.systems.bank.refund({ billId: attempt.outside_id ?? '', amount: refund.amount, key: refund.id })
      : deps.systems.acquirer.refund({ paymentId: attempt.outside_id ?? '', amount: refund.amount, key: refund.id }),
  )
  await step('refund.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const order = await lockedOrder(tx, orderId)
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
      await refundDone(tx, deps, { order, refund, outsideId: reply.refundId, actor: attempt.system })
    }),
  )
}

/**
 * The money has gone: the refund, the ledger, the payment and, when nothing else is to go back, the order, with the word to the client. The
 * order's row must be locked and the refund not yet done.
 */
export async function refundDone(
  tx: Tx,
  deps: Deps,
  { order, refund, outsideId, actor }: { order: Order; refund: Selectable<Refunds>; outsideId: string; actor: string },
): Promise<void> {
  const at = deps.clock.now()
  const by = { actor, reason: refund.reason, at }
  await tx.updateTable('refunds').set({ state: 'done', outside_id: outsideId, done_at: at }).where('id', '=', refund.id).execute()
  await writeLedger(tx, {
    key: `refund:${refund.id}`,
    orderId: order.id,
    attemptId: refund.attempt_id,
    kind: 'refund',
    amount: -refund.amount,
    at,
  })
  const attempt = refund.attempt_id ? await attemptById(tx, refund.attempt_id) : undefined
  if (attempt)
    await oweReceipt(tx, deps, {
      key: `refund:${refund.id}`,
      operation: 'return',
      of: { orderId: order.id, attemptId: attempt.id },
      way: attempt.system === 'card' ? 'card' : 'mobile_bank',
      amount: refund.amount,
      at,
    })
  if (attempt?.state === 'refunding') await moveAttempt(tx, attempt.id, 'refunded', by)
  const open = await tx.selectFrom('refunds').select('id').where('order_id', '=', order.id).where('state', '<>', 'done').executeTakeFirst()
  if (!open) {
    if (order.state === 'refund_failed') await moveOrder(tx, order.id, 'refunding', by)
    if (order.state === 'refund_failed' || order.state === 'refunding') await moveOrder(tx, order.id, 'refunded', by)
  }
  await tell(tx, deps, order, `refunded:${refund.id}`)
  await reportToPartner(tx, deps, order, { event: 'refunded', refund: { id: refund.id, amount: refund.amount } })
}
