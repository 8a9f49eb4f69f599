import type { Effect } from '#domain/contract/effects.ts'
import type { Contract } from '#domain/contract/facts.ts'
import type { Posting } from '#domain/contract/posting.ts'
import type { Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { paymentCheckJob, refundJob } from '../jobs/definitions.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { type By, movePolicy } from '../orders/orders.ts'
import { moveAttempt } from '../payments/attempts.ts'
import { enqueueReceipt } from '../payments/receipts.ts'
import { writePostings } from '../payments/record.ts'
import type { Doing } from '../products/product.ts'
import { productOf } from '../products/products.ts'

/**
 * Writes what an act brings, in its order, within the transaction that holds the contract's lock.
 */
export async function carry(
  tx: Tx,
  deps: Deps,
  contract: Contract,
  effects: readonly Effect[],
  doing: Doing,
): Promise<void> {
  const product = productOf(contract.product)
  const postings: Posting[] = effects.flatMap((effect) => (effect.do === 'post' ? [effect] : []))
  const [back, rest] = [true, false].map((isBack) =>
    postings.filter(({ kind }) => (kind === 'dispute_won') === isBack),
  )
  // Books what a bank gave back to us before any of it may go out again.
  await writePostings(tx, contract.id, back ?? [], doing.at)
  for (const effect of effects)
    if (effect.do !== 'post' && !(await common(tx, deps, contract, effect, doing)))
      await product.carry(tx, deps, effect, doing)
  await writePostings(tx, contract.id, rest ?? [], doing.at)
}

/** Applies the effects every product shares; returns false for an effect of the product's own. */
async function common(
  tx: Tx,
  deps: Deps,
  contract: Contract,
  effect: Effect,
  doing: Doing,
): Promise<boolean> {
  if (effect.do === 'payment') {
    const outside = effect.to === 'paid' && doing.outsideId ? { outside_id: doing.outsideId } : {}
    const failure =
      effect.to === 'rejected' || effect.to === 'error' ? { failure: effect.reason } : {}
    await moveAttempt(tx, contract.product, effect.id, effect.to, byOf(effect, doing), {
      ...outside,
      ...failure,
    })
    // A closed attempt is settled with its other side at once: a bill is cancelled, a hold
    // released, a payment refunded.
    if (effect.to === 'expired')
      await deps.queue.enqueue(tx, paymentCheckJob, { attemptId: effect.id })
  } else if (effect.do === 'policy') {
    await movePolicy(tx, effect.id, effect.to, byOf(effect, doing))
    if (effect.replacedBy)
      await tx
        .updateTable('policies')
        .set({ replaced_by: effect.replacedBy })
        .where('id', '=', effect.id)
        .execute()
  } else if (effect.do === 'refund') await newRefund(tx, contract.id, effect, doing)
  else if (effect.do === 'refund_moves') await moveRefund(tx, effect, doing)
  else if (effect.do === 'receipt') await enqueueReceipt(tx, deps, { ...effect, at: doing.at })
  else if (effect.do === 'notify')
    await enqueueMessage(tx, deps, contract.product, effect.orderId, effect.purpose)
  else if (effect.do === 'job' && effect.job === 'refund')
    await deps.queue.enqueue(tx, refundJob, { refundId: effect.id })
  else return false
  return true
}

export const byOf = (effect: { reason: string }, doing: Doing): By => ({
  actor: doing.actor,
  reason: (doing.reason ?? effect.reason).slice(0, 200),
  at: doing.at,
})

async function newRefund(
  tx: Tx,
  contractId: string,
  refund: Extract<Effect, { do: 'refund' }>,
  { at, outsideId }: Doing,
) {
  const { id, orderId, paymentId, amount, reason, state } = refund
  const done = state === 'done' ? { done_at: at, outside_id: outsideId ?? null } : {}
  await tx
    .insertInto('refunds')
    .values({
      id,
      contract_id: contractId,
      order_id: orderId,
      attempt_id: paymentId,
      amount,
      reason,
      state,
      created_at: at,
      ...done,
    })
    .execute()
}

async function moveRefund(
  tx: Tx,
  { id, to, reason }: Extract<Effect, { do: 'refund_moves' }>,
  { at, outsideId }: Doing,
) {
  // People checked it before resending, so what was sent before no longer counts.
  const anew = { error: null, asked_at: null, asked_rest: null, asked_times: 0 }
  const change =
    to === 'done'
      ? { outside_id: outsideId ?? null, done_at: at }
      : to === 'failed'
        ? { error: reason.slice(0, 200) }
        : anew
  await tx
    .updateTable('refunds')
    .set({ state: to, ...change })
    .where('id', '=', id)
    .execute()
}
