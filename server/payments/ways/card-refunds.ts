import { stepOfRefund } from '#domain/refund-step.ts'
import type { Acquirer } from '#systems/acquirer/client.ts'
import { Unavailable } from '#systems/http.ts'
import { withLock } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import { refundJob } from '../../jobs/definitions.ts'
import { step } from '../../jobs/steps.ts'
import { paymentLimits } from '../../settings/time-limits.ts'
import type { Attempt } from '../attempts.ts'
import { frozenNow } from '../frozen-refunds.ts'
import { compare, forget, refundsOf, refuse } from './compare-card.ts'

/** Serialises refunds and chargebacks of one card payment. */
const alone = <T>(deps: Deps, attempt: Attempt, work: () => Promise<T>): Promise<T | null> =>
  withLock(deps.locks, `card-refunds:${attempt.id}`, work)

/**
 * Sends a card refund, which the acquirer would repeat on each request: records it before, and
 * compares their list before and after; a line that could be ours counts as ours. Throws
 * `Unavailable`; the next run then reads the outcome from the list.
 */
export async function sendCardRefund(
  deps: Deps,
  attempt: Attempt,
  refundId: string,
): Promise<void> {
  const over = await alone(deps, attempt, () =>
    send(deps, attempt, refundId).catch((cause) => unclear(deps, refundId, cause)),
  )
  if (over) return
  const now = deps.clock.now().getTime()
  const { asked_at } = await deps.db
    .selectFrom('refunds')
    .select('asked_at')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  const young = !asked_at || now - asked_at.getTime() < paymentLimits.cardRefundYoungMs
  await deps.queue.send(
    refundJob,
    { refundId },
    {
      inSeconds: deps.config.pollSeconds * (young ? 1 : paymentLimits.cardRefundOlderTimes),
      once: 'any',
    },
  )
}

/**
 * Brings our books of a card payment to their list. Returns false if another process does so, or if
 * our books lack the payment. Throws `Unavailable`.
 */
export const chargebacks = async (deps: Deps, attempt: Attempt): Promise<boolean> =>
  (await alone(deps, attempt, async () => {
    const seen = await compare(deps, attempt)
    return 'refused' in seen || seen.isBooked
  })) ?? false

/** Stores the open question at the refund, in words that name the field, until it is settled. */
async function unclear({ db }: Deps, refundId: string, cause: unknown): Promise<never> {
  if (cause instanceof Unavailable)
    await db
      .updateTable('refunds')
      .set({ error: cause.message.slice(0, 200) })
      .where('id', '=', refundId)
      .where('state', '=', 'due')
      .execute()
  throw cause
}

/** True when it is over, one way or the other. */
async function send(deps: Deps, attempt: Attempt, refundId: string): Promise<boolean> {
  const { acquirer } = deps.systems
  const of = { attemptId: attempt.id, paymentId: attempt.outside_id ?? '' }
  const seen = await compare(deps, attempt)
  const refunds = await refundsOf(deps, attempt)
  const refund = refunds.find(({ id, state }) => id === refundId && state === 'due')
  if (!refund) return true
  if ('refused' in seen) {
    // A payment unknown to them refunds nothing; one they knew before and do not know now is
    // unclear.
    if (refund.askedAt) throw new Unavailable('acquirer', 'refunds', `error ${seen.refused}`)
    await refuse(deps, attempt, refundId, seen.text.slice(0, 200) || seen.refused)
    return true
  }
  const { lines } = seen
  const listed = lines.some(({ id }) => id === refund.outsideId)
  const next = listed
    ? 'wait'
    : stepOfRefund(refund, refunds, deps.clock.now(), deps.config.systems.acquirer.refundSeenMs)
  if (next === 'wait') return false
  if (next === 'lost') {
    await refuse(deps, attempt, refundId, 'accepted, and not in their list')
    return true
  }
  // It was not sent, and its recipient was blocked since.
  if (refund.askedAt && (await frozenNow(deps.db, refundId))) return false
  await deps.db
    .updateTable('refunds')
    .set({ asked_at: deps.clock.now(), asked_lines: lines.map(({ id }) => id) })
    .where('id', '=', refundId)
    .execute()
  let reply: Awaited<ReturnType<Acquirer['refund']>>
  try {
    reply = await step('refund.send', () => acquirer.refund({ ...of, amount: refund.amount }))
  } catch (cause) {
    // It surely never got there: there is nothing to wait for.
    if (cause instanceof Unavailable && !cause.mayHaveHappened) await forget(deps.db, refundId)
    throw cause
  }
  if ('refused' in reply) {
    // A refusal of a repeated request may only mean that they accepted it then.
    await compare(deps, attempt)
    const still = (await refundsOf(deps, attempt)).some(
      ({ id, state }) => id === refundId && state === 'due',
    )
    if (still) await refuse(deps, attempt, refundId, reply.text.slice(0, 200) || reply.refused)
    return true
  }
  await deps.db
    .updateTable('refunds')
    .set({ accepted_at: deps.clock.now(), ...(reply.id ? { outside_id: reply.id } : {}) })
    .where('id', '=', refundId)
    .execute()
  await compare(deps, attempt)
  return (await refundsOf(deps, attempt)).some(
    ({ id, state }) => id === refundId && state !== 'due',
  )
}
