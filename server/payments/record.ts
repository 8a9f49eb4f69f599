import { sql as raw } from 'kysely'
import type { RefusalCode } from '#domain/finding.ts'
import { attemptBefore } from '#domain/payment-attempt.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Deps } from '../deps.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { jobRow } from '../jobs/job-row.ts'
import { countAttempt } from '../orders/orders.ts'
import type { Product, Sale } from '../products/product.ts'
import { type Attempt, attemptById, moveAttempt } from './attempts.ts'
import type { billUnclear } from './unclear.ts'

/** `bill_unclear`: a bill may be on the client's phone, and nobody can tell. */
export type Opened =
  | { opened: true; redirectUrl: string | null }
  | { opened: false; code: RefusalCode; reason?: typeof billUnclear }
export type About = {
  attempt: Pick<Attempt, 'id' | 'contract_id' | 'order_id' | 'system' | 'way' | 'phone' | 'amount'>
  sale: Sale
  product: Product
}

/**
 * No bill, no page. The attempt may have been closed, opened or refused by another run meanwhile:
 * then that stands.
 */
export async function recordRefused(
  deps: Deps,
  { attempt, sale }: About,
  actor: string,
  reason: string,
) {
  await deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    await tx
      .updateTable('payment_attempts')
      .set({ asked_at: null })
      .where('id', '=', attempt.id)
      .where('outside_id', 'is', null)
      .execute()
    if ((await attemptById(tx, attempt.id))?.state === 'created')
      await moveAttempt(tx, sale.product, attempt.id, 'error', {
        actor,
        reason,
        at: deps.clock.now(),
      })
  })
}

/**
 * That the bill or page exists, kept in one statement for whoever made the attempt and opened it at
 * once: it waits for the contract's lock, and the attempt must be as it was made when that is had.
 * False where it is not, or where the number is another bill's: then nothing is written.
 */
export async function recordOpenedAtOnce(
  { db, config, clock }: Deps,
  { attempt, sale }: About,
  outsideId: string,
  redirectUrl: string | null,
): Promise<boolean> {
  const wakes = sale.watchedBy ?? null
  const { rows } = await raw<{ moved: boolean }>`
    with locked as materialized (select id from contracts where id = ${attempt.contract_id} for update),
    moved as (
      update payment_attempts set outside_id = ${outsideId}, redirect_url = ${redirectUrl}, state = 'awaiting'
      where id = ${attempt.id} and state = any(${attemptBefore('awaiting')}::text[]) and outside_id is null
        and contract_id = (select id from locked)
        and not (way = 'bill' and exists (select from payment_attempts as other
          where other.way = 'bill' and other.outside_id = ${outsideId} and other.id <> ${attempt.id}))
      returning id),
    told as (
      insert into payment_attempt_history (attempt_id, state, at, actor, reason)
      select id, 'awaiting', ${clock.now()}::timestamptz, ${attempt.system}::text, 'opened' from moved),
    job as (${jobRow(paymentCheckJob, raw`(select id from moved)`, config.pollSeconds)}),
    woken as (select pg_notify('order_changed', ${wakes}::text) from moved where ${wakes}::text is not null)
    select exists (select from moved) and (select count(*) from woken) >= 0 as moved`.execute(db)
  if (!rows[0]?.moved) return false
  countAttempt(sale.product, 'awaiting')
  return true
}

/**
 * The bill exists: keep its id and begin to ask about it. Two runs of this write the same. False
 * when it was closed meanwhile.
 */
export async function recordOpened(
  deps: Deps,
  { attempt, sale, product }: About,
  outsideId: string,
  redirectUrl: string | null,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    await lockContract(tx, attempt.contract_id)
    const now = await tx
      .selectFrom('payment_attempts')
      .select('state')
      .where('id', '=', attempt.id)
      .executeTakeFirst()
    const bill = { outside_id: outsideId, redirect_url: redirectUrl }
    if (now?.state !== 'created') {
      await tx.updateTable('payment_attempts').set(bill).where('id', '=', attempt.id).execute()
      // Closed or opened meanwhile: a bill that exists is watched all the same, so that late money
      // finds its way back.
      if (now?.state !== 'awaiting')
        await deps.queue.enqueue(
          tx,
          paymentCheckJob,
          { attemptId: attempt.id },
          { inSeconds: deps.config.pollSeconds },
        )
      return now?.state === 'awaiting'
    }
    await moveAttempt(
      tx,
      sale.product,
      attempt.id,
      'awaiting',
      { actor: attempt.system, reason: 'opened', at: deps.clock.now() },
      bill,
    )
    if (sale.waits) await product.wake(tx, sale)
    await deps.queue.enqueue(
      tx,
      paymentCheckJob,
      { attemptId: attempt.id },
      { inSeconds: deps.config.pollSeconds },
    )
    return true
  })
}
