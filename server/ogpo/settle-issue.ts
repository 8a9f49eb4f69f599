import { sql } from 'kysely'
import type { z } from 'zod'
import { decide } from '#domain/contract/decide.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { nextIssueAttempt } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import type { Unavailable } from '#systems/http.ts'
import { act, contractFacts } from '../contracts/contracts.ts'
import type { Deps } from '../deps.ts'
import { rescinding } from '../esbd/findings.ts'
import { issueJob } from '../jobs/definitions.ts'
import { step } from '../jobs/steps.ts'
import { giveUp } from '../orders/give-up.ts'
import { failureOf, lockedOrder, type Order } from '../orders/orders.ts'
import { policyInsurer } from '../policies/policies.ts'
import type { QuoteFacts } from '../quotes/quotes.ts'
import { issueLimits } from '../settings/time-limits.ts'
import { PriceDiffers } from './price-check.ts'

export type Facts = z.infer<typeof QuoteFacts>

export type Registered = { policyId: number; globalId: string; number: string }

/**
 * Records an issued policy: ends the old one, then writes everything about it at once. If nothing
 * is left to replace, because the old policy's money went back past us meanwhile, rescinds the new
 * one and refunds.
 */
export async function settle(deps: Deps, order: Order, facts: Facts, issued: Registered) {
  const { replaces } = facts
  const { esbd } = deps.systems
  const today = deps.clock.today()
  if (replaces && !(await stillHolds(deps, order))) {
    const insurerSystemId = facts.insurer.esbdSystemId
    const what = {
      policyId: issued.policyId,
      reason: 'terminated',
      on: today,
      insurerSystemId,
    } as const
    await step('issue.rescind', () =>
      rescinding(deps, { key: order.id, about: order.id }, () => esbd.rescind(what)),
    )
    return giveUp(deps, order, { actor: 'job', reason: 'there is nothing to reissue any more' })
  }
  if (replaces) {
    const insurerSystemId = await policyInsurer(deps.db, replaces.globalId)
    const what = {
      policyId: replaces.policyId,
      reason: 'replaced',
      on: today,
      insurerSystemId,
    } as const
    await step('issue.rescind', () =>
      rescinding(deps, { key: replaces.globalId, about: order.id }, () => esbd.rescind(what)),
    )
  }

  await step('issue.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      const at = deps.clock.now()
      const state = facts.term.start <= today ? ('active' as const) : ('pending' as const)
      const policyId = crypto.randomUUID()
      const { globalId, number } = issued
      const what = {
        act: 'issued',
        orderId: order.id,
        policyId,
        globalId,
        number,
        state,
        today,
      } as const
      const decision = await act(tx, deps, order.contract_id, what, {
        actor: 'job',
        at,
        order,
        policy: {
          id: policyId,
          order_id: order.id,
          contract_id: order.contract_id,
          global_id: globalId,
          esbd_policy_id: String(issued.policyId),
          number,
          state,
          policyholder_iin: facts.policyholder.iin,
          promoter_iin: order.promoter_iin,
          insurer_code: facts.insurer.code,
          start_date: facts.term.start,
          end_date: facts.term.end,
          premium: order.insurance_premium,
          ogpo_plus_premium: order.ogpo_plus_premium,
          facts: JSON.stringify(facts),
          issued_at: at,
          verified_at: at,
        },
      })
      if (isRefused(decision))
        deps.log.warn(
          { order: order.id, reason: decision.refused.reason },
          'a registered policy was not taken',
        )
    }),
  )
}

/**
 * Checks that the contract's current facts would accept a registered policy: the rule of the
 * commit, applied before it is too late.
 */
async function stillHolds(deps: Deps, order: Order): Promise<boolean> {
  const registered = { policyId: '', globalId: '', number: order.number, state: 'pending' } as const
  const ask = {
    act: 'issued',
    orderId: order.id,
    ...registered,
    today: deps.clock.today(),
  } as const
  return !isRefused(decide(await contractFacts(deps.db, order.contract_id), ask))
}

const errorOf = (order: Order, cause: Unavailable | EsbdRefused, now: Date) => ({
  ...failureOf(cause, order.issue_error, now),
  ...(cause instanceof PriceDiffers
    ? {
        code: refusals.apiUnavailable,
        reason: 'issue_price_differs',
        ours: cause.ours,
        theirs: cause.theirs,
      }
    : {}),
})

/** Retries by the schedule. After its end, continues only to learn if the policy exists. */
export async function issueFailed(
  deps: Deps,
  order: Order,
  cause: Unavailable | EsbdRefused,
  mayExist: boolean,
) {
  const now = deps.clock.now()
  const attempts = order.issue_attempts + 1
  const isNo =
    cause instanceof EsbdRefused &&
    (cause.operation === 'SetPolicy' || cause instanceof PriceDiffers)
  const faults = order.issue_faults + (isNo ? 1 : 0)
  const scheduled =
    faults >= issueLimits.faultsBeforeFinal
      ? null
      : nextIssueAttempt(attempts, order.paid_at ?? order.created_at, now, order.start_date)
  const next =
    scheduled ?? (mayExist ? new Date(now.getTime() + issueLimits.mayExistAgainMs) : null)
  deps.log.warn(
    { order: order.id, attempts, next, mayExist, err: cause },
    'a policy could not be registered',
  )
  await deps.db.transaction().execute(async (tx) => {
    const row = await lockedOrder(tx, order.id)
    if (row?.state !== 'issuing') return
    await tx
      .updateTable('orders')
      .set({
        issue_attempts: attempts,
        issue_faults: faults,
        next_attempt_at: next,
        issue_error: JSON.stringify(errorOf(order, cause, now)),
        set_asked_at: mayExist
          ? sql`now() - make_interval(secs => ${issueLimits.settledSeconds - issueLimits.settledSeenSeconds})`
          : null,
      })
      .where('id', '=', order.id)
      .execute()
    const inSeconds = Math.max(1, Math.ceil(((next ?? now).getTime() - now.getTime()) / 1_000))
    if (next) await deps.queue.enqueue(tx, issueJob, { orderId: order.id }, { inSeconds })
  })
  if (!next)
    await giveUp(
      deps,
      order,
      cause instanceof PriceDiffers ? { actor: 'job', reason: cause.message } : undefined,
    )
}
