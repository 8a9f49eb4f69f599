import type { Deps } from '../deps.ts'
import { paymentCheckJob } from '../jobs/queue.ts'
import { type Attempt, attemptById, lockedOrder, moveAttempt, moveOrder } from '../orders.ts'
import { receivePayment } from './receive.ts'

/** A closed attempt's bill can still be paid at the bank, even one that was rejected: it is watched this long from its beginning. */
export const watchClosedMs = 26 * 3_600_000
const YOUNG_MS = 15 * 60_000
/** A bill that is dead at the bank is asked about so many times slower than a fresh one. */
const SLOWEST = 60

/** Job: asks how a bill or a card page stands, and asks again until it is final. The bank sends no notices, the acquirer's may get lost. */
export async function checkPayment(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await attemptById(deps.db, attemptId)
  if (!attempt?.outside_id || ['paid', 'refunding', 'refunded'].includes(attempt.state)) return
  const live = attempt.state === 'awaiting'
  const theirs = await ask(deps, attempt)
  await deps.db.updateTable('payment_attempts').set({ checked_at: deps.clock.now() }).where('id', '=', attemptId).execute()
  if (theirs.status === 'paid') {
    if (theirs.amount !== attempt.amount) {
      deps.log.error({ attempt: attemptId, order: attempt.order_id }, 'the payment is of another amount')
      if (live) await close(deps, attempt, 'error', 'another amount')
      return
    }
    return receivePayment(deps, attemptId, attempt.system, theirs.paymentId)
  }
  const now = deps.clock.now()
  const end = theirs.status === 'rejected' || theirs.status === 'expired' || theirs.status === 'error' ? theirs.status : null
  if (live && end) await close(deps, attempt, end, `${attempt.system}: ${end}`)
  else if (live && now >= attempt.expires_at) await close(deps, attempt, 'expired', 'time is over')
  if (now.getTime() > attempt.created_at.getTime() + watchClosedMs) return
  const young = live && now.getTime() - attempt.created_at.getTime() < YOUNG_MS
  const inSeconds = deps.config.pollSeconds * (end ? SLOWEST : young ? 1 : 6)
  await deps.queue.send(paymentCheckJob, { attemptId }, { inSeconds, once: 'any' })
}

async function ask(deps: Deps, attempt: Attempt): Promise<{ status: string; amount: number | null; paymentId?: string | null }> {
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
