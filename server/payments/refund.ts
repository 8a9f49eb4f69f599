import { act } from '../contracts/contracts.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { attemptById } from './attempts.ts'
import { refundByBank } from './bank-refund.ts'
import { sendCardRefund } from './card-refunds.ts'
import { waitsUnderBlock } from './frozen-refunds.ts'

/**
 * Job: sends a refund, once however often it runs; the ledger's line and the states follow in one
 * transaction.
 */
export async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  await withLock(deps.locks, `refund:${refundId}`, () => send(deps, refundId))
}

async function send(deps: Deps, refundId: string) {
  const refund = await deps.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .executeTakeFirst()
  const attempt = refund?.attempt_id ? await attemptById(deps.db, refund.attempt_id) : undefined
  if (refund?.state !== 'due' || !attempt) return
  if ((await waitsUnderBlock(deps, refund)) && !refund.asked_at) return
  if (attempt.system === 'card') return sendCardRefund(deps, attempt, refundId)
  const reply = await step('refund.send', () => refundByBank(deps, refund, attempt))
  if (!reply) return
  await step('refund.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const doing = { actor: attempt.system, at: deps.clock.now() }
      if (!('refused' in reply)) {
        const gone = { act: 'refund_gone', refundId, way: 'payment' } as const
        return act(tx, deps, refund.contract_id, gone, { ...doing, outsideId: reply.refundId })
      }
      deps.log.error({ order: refund.order_id, refund: refundId }, 'a refund was refused')
      const reason = reply.text.slice(0, 200) || reply.refused
      return act(tx, deps, refund.contract_id, { act: 'refund_refused', refundId, reason }, doing)
    }),
  )
}
