import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { type Attempt, attemptById } from './attempts.ts'
import { settleHold } from './holds.ts'
import { paymentOver, receivePayment } from './receive.ts'

/**
 * Job: asks how a bill or a card page stands, and asks again until it is final. The bank sends no
 * notices, the acquirer's may get lost.
 */
export async function checkPayment(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await attemptById(deps.db, attemptId)
  if (
    !attempt ||
    attempt.way === 'saved_card' ||
    !attempt.outside_id ||
    ['paid', 'refunding', 'refunded'].includes(attempt.state)
  )
    return
  const live = attempt.state === 'awaiting'
  let theirs = await askAbout(deps, attempt)
  if (theirs.status === 'held' && theirs.paymentId)
    theirs = await settleHold(deps, attempt, {
      ...theirs,
      status: 'held',
      paymentId: theirs.paymentId,
    })
  if (theirs.status === 'paid') {
    if (theirs.amount === attempt.amount)
      return receivePayment(deps, attemptId, attempt.system, theirs.paymentId)
    deps.log.error(
      { attempt: attemptId, order: attempt.order_id },
      'the payment is of another amount',
    )
    if (live) await paymentOver(deps, attempt, 'error', attempt.system, 'another amount')
    return
  }
  if (!live && attempt.system === 'mobile_bank' && theirs.status === 'awaiting')
    await withdraw(deps, attempt)
  const now = deps.clock.now()
  const end =
    theirs.status === 'rejected' || theirs.status === 'expired' || theirs.status === 'error'
      ? theirs.status
      : null
  if (live && end)
    await paymentOver(deps, attempt, end, attempt.system, `${attempt.system}: ${end}`)
  else if (live && now >= attempt.expires_at)
    await paymentOver(deps, attempt, 'expired', attempt.system, 'time is over')
  if (
    theirs.status !== 'held' &&
    now.getTime() > attempt.created_at.getTime() + paymentLimits.watchClosedMs
  )
    return
  const young = live && now.getTime() - attempt.created_at.getTime() < paymentLimits.youngMs
  const inSeconds =
    deps.config.pollSeconds * (end ? paymentLimits.deadTimes : young ? 1 : paymentLimits.olderTimes)
  await deps.queue.send(paymentCheckJob, { attemptId }, { inSeconds, once: 'any' })
}

/**
 * Nobody is to pay by a bill that we have closed: it is taken off the phone. What is paid in that
 * moment goes back like all late money.
 */
async function withdraw(deps: Deps, attempt: Attempt) {
  try {
    await deps.systems.bank.cancel(attempt.outside_id ?? '')
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    deps.log.warn(
      { attempt: attempt.id, reason: cause.message },
      'a closed bill could not be taken off the phone',
    )
  }
}

type Theirs = { status: string; amount: number | null; paymentId?: string | null }

/**
 * Asks the bank or the acquirer how an attempt stands. `told`: the acquirer's number of the
 * payment, by its notice. Throws `Unavailable`.
 */
export async function askAbout(deps: Deps, attempt: Attempt, told?: string): Promise<Theirs> {
  const theirs =
    attempt.system === 'mobile_bank'
      ? await deps.systems.bank.status(attempt.outside_id ?? '')
      : await deps.systems.acquirer.status({
          attemptId: attempt.id,
          paymentId: attempt.outside_id,
          ...(told ? { told } : {}),
        })
  await deps.db
    .updateTable('payment_attempts')
    .set({ checked_at: deps.clock.now() })
    .where('id', '=', attempt.id)
    .execute()
  return theirs
}
