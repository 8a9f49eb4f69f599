import type { Deps } from '../deps.ts'
import { paymentCheckJob } from '../jobs/queue.ts'
import { type Attempt, attemptById, lockedOrder, moveAttempt, moveOrder } from '../orders.ts'
import { receivePayment } from './receive.ts'

/** A closed attempt's bill can still be paid at the bank: it is watched this much longer than it lives. */
const WATCH_CLOSED_MS = 26 * 3_600_000

/** Job: asks how a bill or a card page stands, and asks again until it is final. The bank sends no notices, the acquirer's may get lost. */
export async function checkPayment(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await attemptById(deps.db, attemptId)
  if (!attempt?.outside_id || ['paid', 'refunding', 'refunded'].includes(attempt.state)) return
  const live = attempt.state === 'awaiting'
  const theirs = await ask(deps, attempt)
  if (theirs.status === 'paid') {
    if (theirs.amount !== attempt.amount) {
      deps.log.error({ attempt: attemptId, order: attempt.order_id }, 'the payment is of another amount')
      if (live) await close(deps, attempt, 'error', 'another amount')
      return
    }
    return receivePayment(deps, attemptId, attempt.system)
  }
  const now = deps.clock.now()
  if (live && (theirs.status === 'rejected' || theirs.status === 'expired' || theirs.status === 'error'))
    return close(deps, attempt, theirs.status, `${attempt.system}: ${theirs.status}`)
  if (live && now >= attempt.expires_at) await close(deps, attempt, 'expired', 'time is over')
  const final = theirs.status === 'rejected' || theirs.status === 'expired' || theirs.status === 'error'
  if (final || now.getTime() > attempt.created_at.getTime() + WATCH_CLOSED_MS) return
  const age = Date.now() - attempt.created_at.getTime()
  const pause = live && age < 15 * 60_000 ? deps.config.pollSeconds : deps.config.pollSeconds * 6
  await deps.queue.send(paymentCheckJob, { attemptId }, { inSeconds: pause })
}

async function ask(deps: Deps, attempt: Attempt): Promise<{ status: string; amount: number | null }> {
  return attempt.system === 'mobile_bank' ? deps.systems.bank.status(attempt.outside_id ?? '') : deps.systems.acquirer.status(attempt.id)
}

async function close(deps: Deps, attempt: Attempt, to: 'rejected' | 'expired' | 'error', reason: string) {
  await deps.db.transaction().execute(async (tx) => {
    const order = await lockedOrder(tx, attempt.order_id)
    const now = await attemptById(tx, attempt.id)
    if (!order || now?.state !== 'awaiting') return
    const by = { actor: attempt.system, reason, at: deps.clock.now() }
    await moveAttempt(tx, attempt.id, to, by)
    // The order itself stays open to another way of paying; whoever watches it is woken by this write.
    await tx.updateTable('orders').set({ state: order.state }).where('id', '=', order.id).execute()
    if (to === 'expired' && order.state === 'awaiting_payment' && by.at >= attempt.expires_at) await moveOrder(tx, order.id, 'expired', by)
  })
}
