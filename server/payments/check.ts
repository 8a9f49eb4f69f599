import { moneyCame } from '#domain/client-money.ts'
import type { Deps } from '../deps.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { type Attempt, attemptById, recordChecked } from './attempts.ts'
import { paymentOver, receivePayment } from './receive.ts'
import type { Standing } from './ways/way.ts'
import { wayOf } from './ways/ways.ts'

/**
 * Job: queries an attempt's state until it is final. The bank sends no notices, those of others may
 * get lost.
 */
export async function checkPayment(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await attemptById(deps.db, attemptId)
  if (!attempt?.outside_id) return
  if (moneyCame(attempt)) {
    await recordChecked(deps, attempt)
    if ((await wayOf(attempt).compare?.(deps, attempt)) === false)
      await askLater(deps, attemptId, paymentLimits.olderTimes)
    return
  }
  if (attempt.way === 'saved_card') return
  const live = attempt.state === 'awaiting'
  const way = wayOf(attempt)
  let theirs = await way.status(deps, attempt)
  if (theirs.status === 'paid' && theirs.amount === attempt.amount)
    return paid(deps, attempt, theirs)
  await recordChecked(deps, attempt)
  if (theirs.status === 'held') theirs = (await way.settle?.(deps, attempt, theirs)) ?? theirs
  if (theirs.status === 'paid') {
    if (theirs.amount === attempt.amount) return paid(deps, attempt, theirs)
    deps.log.error(
      { attempt: attemptId, order: attempt.order_id },
      'the payment is of another amount',
    )
    if (live) await paymentOver(deps, attempt, 'error', attempt.system, 'another amount')
    return
  }
  if (!live && theirs.status === 'awaiting') await way.withdraw?.(deps, attempt)
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
  await askLater(
    deps,
    attemptId,
    end ? paymentLimits.deadTimes : young ? 1 : paymentLimits.olderTimes,
  )
}

const askLater = ({ queue, config }: Deps, attemptId: string, times: number): Promise<void> =>
  queue.send(paymentCheckJob, { attemptId }, { inSeconds: config.pollSeconds * times, once: 'any' })

/** The money arrived. If it changed nothing, the next run checks other attempts first. */
async function paid(deps: Deps, attempt: Attempt, theirs: Standing): Promise<void> {
  let moved = false
  try {
    moved = await receivePayment(deps, attempt, attempt.system, theirs)
  } finally {
    if (!moved) await recordChecked(deps, attempt)
  }
}
