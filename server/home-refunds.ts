import type { Selectable } from 'kysely'
import type { Tx } from './db/connect.ts'
import type { Refunds } from './db/rows.ts'
import type { Deps } from './deps.ts'
import {
  chargeById,
  type HomeAttempt,
  homeAttemptById,
  lockedSubscription,
  moveCharge,
  moveHomeAttempt,
  type Subscription,
  writeHomeLedger,
} from './home/states.ts'
import { tellHome } from './home/tell.ts'
import { homeRefundJob } from './jobs/queue.ts'
import type { By } from './orders.ts'

export type { Subscription } from './home/states.ts'

type HomeRefund = Selectable<Refunds>
/** A try has one refund, of the whole sum; its id is the key the acquirer knows it by. */
export const homeRefundId = (attemptId: string): string => `R-${attemptId}`
/** Changes of one subscription, its payments and refunds happen one after the other. */
export const lockedHome = (tx: Tx, id: string): Promise<Subscription | undefined> => lockedSubscription(tx, id)

/** The SMS and the letter with a subscription's papers, once more; each time is a message of its own. */
export const sendHomePapers = (tx: Tx, deps: Deps, home: Pick<Subscription, 'id'>): Promise<void> =>
  tellHome(tx, deps, home, `papers:${crypto.randomUUID()}`)

/** Writes the refund of a paid try, whole, and the job that sends it. The subscription's row must be locked. */
export async function oweHomeRefund(
  tx: Tx,
  deps: Deps,
  { attempt, homeId, reason, by }: { attempt: HomeAttempt; homeId: string; reason: string; by: By },
): Promise<void> {
  await moveHomeAttempt(tx, attempt.id, 'refunding', { ...by, reason })
  await tx
    .insertInto('refunds')
    .values({
      id: homeRefundId(attempt.id),
      home_id: homeId,
      home_attempt_id: attempt.id,
      amount: attempt.amount,
      reason,
      state: 'due',
      created_at: by.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await deps.queue.enqueue(tx, homeRefundJob, { attemptId: attempt.id })
}

/** The money has gone: the refund, the try, the charge and the ledger, with the word to the client. The subscription's row must be locked. */
export async function homeRefundDone(
  tx: Tx,
  deps: Deps,
  { refund, outsideId, actor }: { refund: HomeRefund; outsideId: string; actor: string },
): Promise<void> {
  const { home_id: homeId, home_attempt_id: attemptId } = refund
  const attempt = attemptId ? await homeAttemptById(tx, attemptId) : undefined
  if (!homeId || attempt?.state !== 'refunding') return
  const by = { actor, reason: refund.reason, at: deps.clock.now() }
  await tx.updateTable('refunds').set({ state: 'done', outside_id: outsideId, done_at: by.at }).where('id', '=', refund.id).execute()
  await moveHomeAttempt(tx, attempt.id, 'refunded', by)
  if ((await chargeById(tx, attempt.charge_id))?.state === 'refunding') await moveCharge(tx, attempt.charge_id, 'refunded', by)
  await writeHomeLedger(tx, { key: `refund:${attempt.id}`, homeId, kind: 'refund', amount: -refund.amount, at: by.at })
  await tellHome(tx, deps, { id: homeId }, `refunded:${attempt.id}`)
}
