import { compared, type OurRefund, type TheirLine } from '#domain/card-refunds.ts'
import type { Refusal } from '#systems/acquirer/client.ts'
import { act } from '../../contracts/contracts.ts'
import type { Tx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { step } from '../../jobs/steps.ts'
import { type Attempt, markUndecided } from '../attempts.ts'
import { writeChargeback, writeDisputeWon } from '../chargebacks.ts'

/** Compares our refunds of a card payment with the acquirer's list. */

/**
 * Queries what went back, and records the results: our refunds that are done or refused, and the
 * bank's chargebacks. `isBooked`: our books have all of it now.
 */
export async function compare(
  deps: Deps,
  attempt: Attempt,
): Promise<{ lines: TheirLine[]; isBooked: boolean } | Refusal> {
  const lines = await deps.systems.acquirer.refunds({
    attemptId: attempt.id,
    paymentId: attempt.outside_id ?? '',
  })
  if ('refused' in lines) return lines
  const { ours, strangers, undone, isUndecided } = compared(lines, await refundsOf(deps, attempt))
  await markUndecided(deps.db, attempt.id, isUndecided, deps.clock.now())
  for (const { refund, line } of ours) {
    if (refund.outsideId === null)
      await deps.db
        .updateTable('refunds')
        .set({ outside_id: line.id })
        .where('id', '=', refund.id)
        .execute()
    if (refund.state === 'done' || line.state === 'pending') continue
    if (line.state === 'done') await gone(deps, attempt, refund.id, line.id)
    else if (refund.state === 'due')
      await refuse(deps, attempt, refund.id, line.why.slice(0, 200) || 'refused by the card’s bank')
  }
  let isBooked = true
  for (const line of strangers) if (!(await writeChargeback(deps, attempt, line))) isBooked = false
  for (const { id } of undone) await writeDisputeWon(deps, attempt, { outsideId: id, amount: null })
  return { lines, isBooked }
}

const gone = (deps: Deps, attempt: Attempt, refundId: string, outsideId: string) =>
  step('refund.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const doing = { actor: 'card', at: deps.clock.now(), outsideId }
      await act(
        tx,
        deps,
        attempt.contract_id,
        { act: 'refund_gone', refundId, way: 'payment' },
        doing,
      )
      await tx.updateTable('refunds').set({ error: null }).where('id', '=', refundId).execute()
    }),
  )

/** Theirs is a no for good. Sent again by staff it begins anew. */
export async function refuse(
  deps: Deps,
  attempt: Attempt,
  refundId: string,
  reason: string,
): Promise<void> {
  deps.log.error({ order: attempt.order_id, refund: refundId, reason }, 'a refund was refused')
  await step('refund.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      await act(
        tx,
        deps,
        attempt.contract_id,
        { act: 'refund_refused', refundId, reason },
        { actor: 'card', at: deps.clock.now() },
      )
      await forget(tx, refundId)
    }),
  )
}

export const forget = (sql: Deps['db'] | Tx, refundId: string) =>
  sql
    .updateTable('refunds')
    .set({ asked_at: null, accepted_at: null, asked_lines: [], outside_id: null })
    .where('id', '=', refundId)
    .where('state', '<>', 'done')
    .execute()

/** The refunds of a payment; a partner's are no matter of the acquirer. */
export async function refundsOf({ db }: Deps, attempt: Attempt): Promise<OurRefund[]> {
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'amount', 'state', 'outside_id', 'asked_at', 'accepted_at', 'asked_lines'])
    .where('attempt_id', '=', attempt.id)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, amount, state, outside_id, asked_at, accepted_at, asked_lines }) => ({
    id,
    amount,
    state,
    outsideId: outside_id,
    askedAt: asked_at,
    acceptedAt: accepted_at,
    askedLines: asked_lines,
  }))
}
