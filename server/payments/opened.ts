import type { RefusalCode } from '#domain/refusals.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Deps } from '../deps.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import type { Product, Sale } from '../products/product.ts'
import { type Attempt, attemptById, moveAttempt } from './attempts.ts'
import type { billUnclear } from './unclear.ts'

/** `bill_unclear`: a bill may be on the client's phone, and nobody can tell. */
export type Opened =
  | { opened: true; redirectUrl: string | null }
  | { opened: false; code: RefusalCode; reason?: typeof billUnclear }
export type About = { attempt: Attempt; sale: Sale; product: Product }

/**
 * No bill, no page. The attempt may have been closed, opened or refused by another run meanwhile:
 * then that stands.
 */
export async function refused(deps: Deps, { attempt, sale }: About, actor: string, reason: string) {
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
 * The bill exists: keep its id and begin to ask about it. Two runs of this write the same. False
 * when it was closed meanwhile.
 */
export async function opened(
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
