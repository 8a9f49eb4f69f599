import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { attemptById } from './attempts.ts'
import { waitsUnderBlock } from './frozen-refunds.ts'
import { wayOf } from './ways/ways.ts'

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
  await wayOf(attempt).refund(deps, refund, attempt)
}
