import type { z } from 'zod'
import { decide } from '#domain/contract/decide.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { act } from '../contracts/contracts.ts'
import { contractFacts } from '../contracts/facts.ts'
import type { Deps } from '../deps.ts'
import { rescinding } from '../esbd/findings.ts'
import { step } from '../jobs/steps.ts'
import { giveUp } from '../orders/give-up.ts'
import type { Order } from '../orders/orders.ts'
import { policyInsurer } from '../policies/whose.ts'
import type { QuoteFacts } from '../quotes/facts.ts'

export type Facts = z.infer<typeof QuoteFacts>

export type Registered = { policyId: number; globalId: string; number: string }

/**
 * The policy is there: the old one ends, then everything about it is written down at once. When
 * there is nothing to replace any more, because the old policy's money went back past us meanwhile,
 * the new one is rescinded and the money given back.
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
 * Whether a registered policy would be taken, by the facts of its contract as they stand: what the
 * commit asks, before it is too late.
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
