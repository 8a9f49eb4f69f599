import { addMs } from '#domain/lifetimes.ts'
import { Unavailable } from '#systems/http.ts'
import { act } from '../../contracts/contracts.ts'
import { lockContract } from '../../contracts/lock.ts'
import { withLock } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import { refundJob } from '../../jobs/definitions.ts'
import { step } from '../../jobs/steps.ts'
import type { Attempt } from '../attempts.ts'
import { mayNotGo } from '../frozen-refunds.ts'
import type { Refund } from './way.ts'

type Answer = { refundId: string | null } | { refused: string; text: string }
/** They reply "try again, and when it repeats call us": after these tries staff call. */
const ATTEMPTS = 5

/** A system without an idempotency key that reports the rest it still holds of a payment. */
type Holder = {
  /** As it is called in a reason. */
  name: string
  amountField: string
  restField: string
  /** Returns what was paid and what can still go back; null for a payment unknown to them. */
  held(): Promise<{ amount: number; rest: number } | null>
  /** Called once. */
  refund(of: Refund): Promise<Answer>
}

export const wentBackByRest = (held: { amount: number; rest: number } | null): boolean =>
  held !== null && held.rest < held.amount

/**
 * Refunds by a system without an idempotency key: reads and records the refundable rest first, and
 * reads it again after a lost answer. Resends only if nothing has gone; if that cannot be told
 * apart, staff decide (decision 174).
 */
export async function refundByRest(
  deps: Deps,
  refund: Refund,
  attempt: Attempt,
  holder: Holder,
): Promise<void> {
  const answer = await step('refund.send', () =>
    // One refund of a payment at a time: another one's effect on the rest would look like ours.
    withLock(deps.locks, `refund-of:${attempt.id}`, () => send(deps, refund.id, attempt, holder)),
  )
  if (answer === null || answer === 'later')
    return deps.queue.send(
      refundJob,
      { refundId: refund.id },
      { inSeconds: deps.config.refundSettleSeconds, once: 'any' },
    )
  await step('refund.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const doing = { actor: attempt.system, at: deps.clock.now() }
      if (!('refused' in answer)) {
        const gone = { act: 'refund_gone', refundId: refund.id, way: 'payment' } as const
        return act(tx, deps, refund.contract_id, gone, { ...doing, outsideId: answer.refundId })
      }
      deps.log.error({ order: refund.order_id, refund: refund.id }, 'a refund was refused')
      const reason = answer.text.slice(0, 200) || answer.refused
      return act(
        tx,
        deps,
        refund.contract_id,
        { act: 'refund_refused', refundId: refund.id, reason },
        doing,
      )
    }),
  )
}

async function send(
  deps: Deps,
  refundId: string,
  attempt: Attempt,
  holder: Holder,
): Promise<Answer | 'later'> {
  const { db, clock, config } = deps
  const all = await db
    .selectFrom('refunds')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .execute()
  const refund = all.find(({ id }) => id === refundId)
  if (refund?.state !== 'due' || isAnotherAsked(all, refundId)) return 'later'
  const held = await holder.held()
  if (!held) return no(`${holder.name} does not know the purchase`)
  if (held.amount !== attempt.amount)
    return no(`${holder.amountField}: ${holder.name}'s purchase is of ${held.amount}`)
  if (refund.asked_at) {
    const before = Number(refund.asked_rest)
    if (Math.round((before - held.rest) * 100) === refund.amount * 100) return { refundId: null }
    if (held.rest !== before)
      return no(
        `${holder.restField}: ${before} before it was asked, now ${held.rest}; nobody can tell what went`,
      )
    if (clock.now() < addMs(refund.asked_at, config.refundSettleSeconds * 1_000)) return 'later'
    if (refund.asked_times >= ATTEMPTS)
      return no(`${holder.name} gave nothing back in ${refund.asked_times} tries`)
  } else if (held.rest < refund.amount)
    return no(`${holder.restField}: only ${held.rest} can still go back`)
  // It was not sent, and its recipient was blocked since.
  if (refund.asked_at && (await mayNotGo(db, refund))) return 'later'
  if (!(await writtenDown(deps, refund, held.rest))) return 'later'
  try {
    return await holder.refund(refund)
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    deps.log.warn(
      { refund: refund.id, reason: cause.message },
      'a refund may have gone: what is still held is asked',
    )
    return 'later'
  }
}

/**
 * Under the contract's lock, and only if no other request was made meanwhile: a session with our
 * lock may have broken.
 */
const writtenDown = (deps: Deps, refund: Refund, rest: number): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, refund.contract_id)
    const now = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('attempt_id', '=', refund.attempt_id)
      .execute()
    const mine = now.find(({ id }) => id === refund.id)
    if (
      mine?.state !== 'due' ||
      mine.asked_times !== refund.asked_times ||
      isAnotherAsked(now, refund.id)
    )
      return false
    const asked = {
      asked_at: deps.clock.now(),
      asked_rest: rest,
      asked_times: refund.asked_times + 1,
    }
    await tx.updateTable('refunds').set(asked).where('id', '=', refund.id).execute()
    return true
  })

/** Another refund of the payment has no answer yet: its effect on the rest is unknown. */
const isAnotherAsked = (all: readonly Refund[], but: string): boolean =>
  all.some(({ id, state, asked_at }) => id !== but && state === 'due' && asked_at !== null)

const no = (text: string): Answer => ({ refused: 'unclear', text })
