import type { RefusalCode } from '#domain/finding.ts'
import { cancellation } from '#domain/ogpo/early-end.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import { act } from '../contracts/contracts.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { rescinding } from '../esbd/findings.ts'
import { step } from '../jobs/steps.ts'
import { isFrozen } from '../kyc/frozen.ts'
import { orderById } from '../orders/orders.ts'
import { type Policy, policyInsurer } from './policies.ts'
import {
  acceptedTermination,
  datesOf,
  keepEnding,
  type Taken,
  type TerminationRow,
  taken,
  terminationStatusOf,
} from './terminations.ts'

/**
 * Cancels the policy in full, at once; `tooLateToCancel` if it is too late. `staffSay`: as in
 * `acceptTermination`.
 */
export async function cancelPolicy(
  deps: Deps,
  policy: Policy,
  actor: string,
  staffSay: ((tx: Tx, termination: TerminationRow) => Promise<void>) | null = null,
): Promise<Taken | RefusalCode> {
  const sums = cancellation(datesOf(policy), deps.clock.today())
  if (!sums) return refusals.tooLateToCancel
  return deps.db.transaction().execute(async (tx) => {
    // One after the other for one policy: a second request finds the first.
    await lockContract(tx, policy.contract_id)
    const known = await acceptedTermination(tx, policy.id)
    if (known)
      return known.kind === 'cancel' ? { termination: known } : { refused: 'being_ended' as const }
    const termination = await keepEnding(tx, deps, policy, {
      kind: 'cancel',
      reason: 'cancelled',
      sums,
      actor,
    })
    const result = await taken(tx, deps, termination, policy, { actor, byStaff: false })
    if ('refused' in result)
      await tx.deleteFrom('policy_endings').where('id', '=', termination.id).execute()
    else await staffSay?.(tx, result.termination)
    return result
  })
}

/**
 * Job, and the request itself: rescinds the policy in the unified database, which treats a
 * rescinded policy as done, then writes state, ledger and refunds in one transaction. Throws if the
 * database does not answer; the job retries.
 */
export async function endPolicy(deps: Deps, terminationId: string): Promise<void> {
  await withLock(deps.locks, `ending:${terminationId}`, async () => {
    const termination = await deps.db
      .selectFrom('policy_endings')
      .selectAll()
      .where('id', '=', terminationId)
      .executeTakeFirst()
    if (termination?.state !== 'accepted') return
    const policy = await deps.db
      .selectFrom('policies')
      .selectAll()
      .where('id', '=', termination.policy_id)
      .executeTakeFirstOrThrow()
    const order = policy.order_id ? await orderById(deps.db, policy.order_id) : undefined
    if (!order) return
    const insurerSystemId = await policyInsurer(deps.db, policy.global_id)
    const what = {
      policyId: Number(policy.esbd_policy_id),
      reason: 'terminated',
      on: termination.requested_on,
      insurerSystemId,
    } as const
    const about = { key: terminationId, about: order.id }
    await step('cabinet.end.rescind', () =>
      rescinding(deps, about, () => deps.systems.esbd.rescind(what)),
    )
    await step('cabinet.end.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        const at = deps.clock.now()
        await act(
          tx,
          deps,
          order.contract_id,
          { act: 'ended', terminationId, apart: await isFrozen(tx, [policy.policyholder_iin]) },
          { actor: termination.actor, at, reason: termination.reason },
        )
        await tx
          .updateTable('policies')
          .set({ verified_at: at })
          .where('id', '=', policy.id)
          .execute()
      }),
    )
  })
}

/**
 * Carries an accepted ending out at once; if the unified database is down, the job continues and
 * the answer is `accepted`.
 */
export async function executeTermination(deps: Deps, termination: TerminationRow, policy: Policy) {
  try {
    await endPolicy(deps, termination.id)
  } catch (cause) {
    if (!(cause instanceof Unavailable) && !(cause instanceof EsbdRefused)) throw cause
    deps.log.warn({ err: cause, ending: termination.id }, 'a policy could not be rescinded yet')
  }
  return terminationStatusOf(deps.db, termination, policy.order_id ?? '')
}
