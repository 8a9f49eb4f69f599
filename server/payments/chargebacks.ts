import type { TheirLine } from '#domain/card-refunds.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { audit } from '../audit/audit.ts'
import { act } from '../contracts/contracts.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Attempt } from './attempts.ts'

/**
 * Records a chargeback: none of our own refunds, stored once by the acquirer's number, so that we
 * never refund it as well. Returns false if our books lack the payment itself: the notice must be
 * repeated later.
 */
export async function writeChargeback(
  deps: Deps,
  attempt: Attempt,
  line: TheirLine,
): Promise<boolean> {
  return deps.db.transaction().execute((tx) => chargedBack(tx, deps, attempt, line))
}

/** The same within the transaction that may just have booked the payment. */
export async function chargedBack(
  tx: Tx,
  deps: Deps,
  attempt: Attempt,
  line: TheirLine,
): Promise<boolean> {
  const at = deps.clock.now()
  const what = {
    act: 'chargeback',
    paymentId: attempt.id,
    amount: line.amount,
    outsideId: line.id,
  } as const
  const decision = await act(tx, deps, attempt.contract_id, what, {
    actor: 'acquirer',
    at,
    outsideId: line.id,
  })
  if (isRefused(decision)) {
    deps.log.error({ attempt: attempt.id }, 'money was taken back of a payment that has not come')
    return false
  }
  if (decision.effects.some((effect) => effect.do === 'post' && effect.kind === 'overdrawn'))
    deps.log.error({ attempt: attempt.id }, 'more was taken back than the payment still held')
  if (decision.effects.length > 0)
    await audit(tx, at, {
      actor: 'acquirer',
      action: 'payment.charged_back',
      object: { kind: 'order', id: attempt.order_id },
      details: { payment: attempt.id, amount: line.amount },
    })
  return true
}

/**
 * Records a dispute won, once by `outsideId`: everything charged back by that number, or so much.
 */
export async function writeDisputeWon(
  deps: Deps,
  attempt: Attempt,
  of: { outsideId: string; amount: number | null },
): Promise<void> {
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    const what = { act: 'dispute_won', paymentId: attempt.id, ...of } as const
    const doing = { actor: attempt.system, at, outsideId: of.outsideId }
    const decision = await act(tx, deps, attempt.contract_id, what, doing)
    if (isRefused(decision) || decision.effects.length === 0) return
    await audit(tx, at, {
      actor: 'acquirer',
      action: 'payment.dispute_won',
      object: { kind: 'order', id: attempt.order_id },
      details: { payment: attempt.id, outsideId: of.outsideId },
    })
  })
}
