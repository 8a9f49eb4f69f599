import Big from 'big.js'
import type { Day } from '../calendar.ts'
import { roundTenge, type Tenge } from '../money.ts'
import * as refusals from '../refusals.ts'
import { applied } from './applied.ts'
import type { Effect } from './effects.ts'
import { isInForce, type OgpoContract, type OrderFact, type PolicyFact, pastUs } from './facts.ts'
import { commissionEarned, commissionGivenUp, post, refund } from './money-back.ts'
import { type Decision, type Hindrance, refuse } from './refusal.ts'

export const orderOf = (contract: OgpoContract, id: string): OrderFact | undefined =>
  contract.orders.find((order) => order.id === id)
export const policyBy = (
  contract: OgpoContract,
  globalId: string | null,
): PolicyFact | undefined =>
  globalId === null ? undefined : contract.policies.find((policy) => policy.globalId === globalId)

/** A reissue of the policy that has been paid: under way, or done. */
function reissued(contract: OgpoContract, policy: PolicyFact, but?: string): Hindrance | null {
  const states = contract.orders
    .filter(({ id, replaces }) => replaces === policy.globalId && id !== but)
    .map(({ state }) => state)
  if (states.includes('paid') || states.includes('issuing')) return 'being_reissued'
  return states.includes('issued') ? 'not_in_force' : null
}

/** An ending of the policy that has been taken: under way, or done. */
function endedEarly(contract: OgpoContract, policy: PolicyFact): Hindrance | null {
  const states = contract.terminations
    .filter(({ policyId }) => policyId === policy.id)
    .map(({ state }) => state)
  if (states.includes('accepted')) return 'being_ended'
  return states.includes('done') ? 'not_in_force' : null
}

/**
 * Returns whether a partner or the card's bank refunded money of this policy's order without us.
 */
const refundedOutside = (contract: OgpoContract, policy: PolicyFact): boolean =>
  contract.refunds.some(({ orderId, reason }) => orderId === policy.orderId && pastUs.has(reason))

/**
 * What prevents a reissue or a termination: the rules checked before, in the transaction, and
 * again.
 */

/**
 * Returns what prevents replacing a policy by a reissue, or null. Checked when the reissue is
 * ordered, when its money arrives and before the call to the unified database. `but`: the reissue
 * itself. `today` is an Almaty day.
 */
export function reissueHindrance(
  contract: OgpoContract,
  policy: PolicyFact | undefined,
  today: Day,
  but?: string,
): Hindrance | null {
  if (!policy) return 'not_in_force'
  const other = endedEarly(contract, policy) ?? reissued(contract, policy, but)
  if (other) return other
  if (!isInForce(policy) || policy.end < today) return 'not_in_force'
  return refundedOutside(contract, policy) ? 'refunded_outside' : null
}

/**
 * Returns what prevents ending a policy, or null. Staff have checked its claims and the returns
 * made without us: they may end it.
 */
export function terminationHindrance(
  contract: OgpoContract,
  policy: PolicyFact | undefined,
  today: Day,
  byStaff: boolean,
): Hindrance | null {
  if (!policy) return 'not_in_force'
  const other = reissued(contract, policy) ?? endedEarly(contract, policy)
  if (other) return other
  if (!isInForce(policy) || policy.end < today) return 'not_in_force'
  if (byStaff) return null
  if (refundedOutside(contract, policy)) return 'refunded_outside'
  const claimed = contract.claims.some(
    ({ policyId, state }) => policyId === policy.id && state === 'accepted',
  )
  return claimed ? 'claim_accepted' : null
}

/**
 * Returns what prevents cancelling a whole policy, or null. One that replaced a policy of an
 * earlier day carries that one's premium: art. 15 keeps a part of it, and only a termination says
 * how much (decision 307).
 */
export const cancelHindrance = (
  contract: OgpoContract,
  policy: PolicyFact | undefined,
  today: Day,
  byStaff: boolean,
): Hindrance | null =>
  terminationHindrance(contract, policy, today, byStaff) ??
  (contract.policies.some(({ issuedOn }) => issuedOn !== undefined && issuedOn < today)
    ? 'took_over'
    : null)

/** Effects of a registered policy: its premium, and the end of the one it replaces. */

/** Returns the commission on the part of the premium taken over, whole tenge. */
export const commissionBack = (
  old: { premium: Tenge; commission: Tenge },
  takenOver: Tenge,
): Tenge =>
  old.premium > 0 ? roundTenge(new Big(old.commission).times(takenOver).div(old.premium)) : 0

/**
 * Records that the unified database registered an order's policy. Replaces the old policy, posts
 * the part taken over as a negative line of premium and commission, and refunds the rest. Refuses
 * if there is nothing to replace any more: the new policy must then be rescinded.
 */
export function issued(
  contract: OgpoContract,
  of: {
    orderId: string
    policyId: string
    globalId: string
    number: string
    state: 'pending' | 'active'
    today: Day
  },
): Decision {
  const order = orderOf(contract, of.orderId)
  if (order?.state !== 'issuing') return refuse(refusals.orderNotSuitable)
  const old = policyBy(contract, order.replaces)
  const hindrance = order.replaces ? reissueHindrance(contract, old, of.today, order.id) : null
  // A last day that passed meanwhile changes nothing: the old policy is over, and the part taken
  // over was agreed before.
  const onlyOver =
    hindrance === 'not_in_force' &&
    old !== undefined &&
    (old.state === 'ended' || isInForce(old)) &&
    !reissued(contract, old, order.id)
  // A chargeback now is treated like one after the issue: people check it. A partner's refund is
  // not accepted meanwhile.
  if (hindrance && !onlyOver && hindrance !== 'refunded_outside')
    return refuse(refusals.policyNotSuitable, hindrance)
  const at = { orderId: order.id, paymentId: null }
  const premium = { debit: 'client', credit: 'insurer' } as const
  const written: Effect[] = [
    ...(old ? replaced(contract, order, old, of.globalId) : []),
    {
      do: 'policy_made',
      id: of.policyId,
      orderId: order.id,
      globalId: of.globalId,
      state: of.state,
    },
    { do: 'order', id: order.id, to: 'issued', reason: `registered as ${of.number}` },
    ...post({
      key: `premium:${order.id}`,
      kind: 'premium',
      ...premium,
      amount: order.premium,
      ...at,
    }),
    ...commissionEarned({ key: `commission:${order.id}`, amount: order.commission, ...at }),
    ...post({
      key: `ogpo_plus:${order.id}`,
      kind: 'ogpo_plus',
      ...premium,
      amount: order.ogpoPlus,
      ...at,
    }),
  ]
  const over = old
    ? refund(applied(contract, written), {
        orderId: order.id,
        amount: order.refundDue,
        reason: 'reissue',
      })
    : []
  return {
    effects: [
      ...written,
      ...over,
      { do: 'report', orderId: order.id, event: 'issued' },
      { do: 'job', job: 'documents', id: order.id },
    ],
  }
}

/**
 * Takes the premium and commission of the part taken over off the old sale, so that kept = booked =
 * reported.
 */
function replaced(
  contract: OgpoContract,
  order: OrderFact,
  old: PolicyFact,
  globalId: string,
): Effect[] {
  const sale = old.orderId ?? order.id
  const commission = contract.orders.find(({ id }) => id === old.orderId)?.commission ?? 0
  const at = { orderId: sale, paymentId: null }
  return [
    ...(isInForce(old)
      ? [
          {
            do: 'policy' as const,
            id: old.id,
            to: 'replaced' as const,
            reason: `reissued as ${globalId}`,
            replacedBy: globalId,
          },
        ]
      : []),
    ...post({
      key: `premium_taken_over:${order.id}`,
      kind: 'premium',
      debit: 'insurer',
      credit: 'client',
      amount: order.takenOver,
      ...at,
    }),
    ...commissionGivenUp({
      key: `commission_taken_over:${order.id}`,
      amount: commissionBack({ premium: old.premium, commission }, order.takenOver),
      ...at,
    }),
  ]
}
