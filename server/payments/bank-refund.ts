import type { Selectable } from 'kysely'
import { addMs } from '#domain/lifetimes.ts'
import { Unavailable } from '#systems/http.ts'
import { lockContract } from '../contracts/lock.ts'
import { withLock } from '../db/locks.ts'
import type { Refunds } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { refundJob } from '../jobs/definitions.ts'
import type { Attempt } from './attempts.ts'
import { mayNotGo } from './frozen-refunds.ts'

type Refund = Selectable<Refunds>
type Answer = { refundId: string | null } | { refused: string; text: string }
/** The bank says "try again, and when it repeats call us": then people do. */
const ATTEMPTS = 5

/**
 * Gives money back by the bank, which knows no key of ours: what can still go back of the payment
 * is asked and written down before, and asked again after an answer that was lost. Only where
 * nothing has gone it is sent again; where it cannot be told apart, people look (decision 174).
 * Null: not yet.
 */
export async function refundByBank(
  deps: Deps,
  refund: Refund,
  attempt: Attempt,
): Promise<Answer | null> {
  // One refund of a payment at a time: what another takes off its rest would be taken for ours.
  const answer = await withLock(deps.locks, `refund-of:${attempt.id}`, () =>
    send(deps, refund.id, attempt),
  )
  if (answer === null || answer === 'later') {
    await deps.queue.send(
      refundJob,
      { refundId: refund.id },
      { inSeconds: deps.config.refundSettleSeconds, once: 'any' },
    )
    return null
  }
  return answer
}

async function send(deps: Deps, refundId: string, attempt: Attempt): Promise<Answer | 'later'> {
  const { db, clock, config } = deps
  const { bank } = deps.systems
  const all = await db
    .selectFrom('refunds')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .execute()
  const refund = all.find(({ id }) => id === refundId)
  if (refund?.state !== 'due' || isAnotherAsked(all, refundId)) return 'later'
  const billId = attempt.outside_id ?? ''
  const held = await bank.held(billId)
  if (!held) return no('the bank does not know the purchase')
  if (held.amount !== attempt.amount)
    return no(`TotalAmount: the bank's purchase is of ${held.amount}`)
  if (refund.asked_at) {
    const before = Number(refund.asked_rest)
    if (held.rest === before - refund.amount) return { refundId: null }
    if (held.rest !== before)
      return no(
        `AvailableReturnAmount: ${before} before it was asked, now ${held.rest}; nobody can tell what went`,
      )
    if (clock.now() < addMs(refund.asked_at, config.refundSettleSeconds * 1_000)) return 'later'
    if (refund.asked_times >= ATTEMPTS)
      return no(`the bank gave nothing back in ${refund.asked_times} tries`)
  } else if (held.rest < refund.amount)
    return no(`AvailableReturnAmount: only ${held.rest} can still go back`)
  // It did not go, and whoever gets it was blocked since.
  if (refund.asked_at && (await mayNotGo(db, refund))) return 'later'
  if (!(await writtenDown(deps, refund, held.rest))) return 'later'
  try {
    return await bank.refund({ billId, amount: refund.amount, key: refund.id })
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    deps.log.warn(
      { refund: refund.id, reason: cause.message },
      'a refund may have gone: the bank is asked what it holds',
    )
    return 'later'
  }
}

/**
 * Under the contract's lock, and only where nobody has asked meanwhile: a session that held our
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

/**
 * Another refund of the payment was asked for and not answered: what it takes off the rest is not
 * known yet.
 */
const isAnotherAsked = (all: readonly Refund[], but: string): boolean =>
  all.some(({ id, state, asked_at }) => id !== but && state === 'due' && asked_at !== null)

const no = (text: string): Answer => ({ refused: 'unclear', text })
