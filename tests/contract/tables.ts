import type { Effect } from '#domain/contract/effects.ts'
import { type Contract, isInForce, moneyCame } from '#domain/contract/facts.ts'
import { chargeMayBecome, subscriptionMayBecome } from '#domain/home/subscription.ts'
import { mayBecome } from '#domain/order.ts'
import { attemptMayBecome } from '#domain/payment-attempt.ts'
import { policyMayBecome } from '#domain/policy-states.ts'

const sum = (rows: readonly { amount: number }[]): number =>
  rows.reduce((total, { amount }) => total + amount, 0)
const byId = <T extends { id: string }>(rows: readonly T[], id: string): T | undefined =>
  rows.find((row) => row.id === id)

/**
 * Why the database would not take an effect: the tables of states and its last line of defence.
 * Null when it would.
 */
export function refuses(contract: Contract, effect: Effect): string | null {
  if (effect.do === 'refund') return overPaid(contract, effect)
  const [from, may] = move(contract, effect)
  if (!may)
    return `${effect.do} ${'id' in effect ? effect.id : ''} may not become ${'to' in effect ? effect.to : 'so'} from ${from}`
  const takesForce =
    effect.do === 'policy_made' ||
    (effect.do === 'policy' && (effect.to === 'active' || effect.to === 'pending'))
  const id = takesForce ? effect.id : ''
  if (
    takesForce &&
    contract.policies.some((policy) => policy.id !== id && policy.period === 0 && isInForce(policy))
  )
    return 'two policies in force'
  return null
}

function move(contract: Contract, effect: Effect): [string | undefined, boolean] {
  if (effect.do === 'payment') {
    const from = byId(contract.payments, effect.id)?.state
    return [from, from !== undefined && attemptMayBecome(from, effect.to)]
  }
  if (effect.do === 'policy') {
    const from = byId(contract.policies, effect.id)?.state
    return [from, from !== undefined && policyMayBecome(from, effect.to)]
  }
  if (effect.do === 'refund_moves') {
    const from = byId(contract.refunds, effect.id)?.state
    return [from, from !== undefined && from !== 'done' && from !== effect.to]
  }
  if (effect.do === 'termination') {
    const from = byId(contract.terminations, effect.id)?.state
    return [from, from === (effect.to === 'accepted' ? 'calculated' : 'accepted')]
  }
  return contract.product === 'ogpo' ? moveOrder(contract, effect) : moveHome(contract, effect)
}

function moveOrder(
  contract: Extract<Contract, { product: 'ogpo' }>,
  effect: Effect,
): [string | undefined, boolean] {
  if (effect.do === 'policy_made')
    return [undefined, !contract.policies.some(({ orderId }) => orderId === effect.orderId)]
  if (effect.do !== 'order') return [undefined, false]
  const from = byId(contract.orders, effect.id)?.state
  return [from, from !== undefined && mayBecome(from, effect.to)]
}

function moveHome(
  { subscription, months }: Extract<Contract, { product: 'home' }>,
  effect: Effect,
): [string | undefined, boolean] {
  if (effect.do === 'subscription')
    return [subscription.state, subscriptionMayBecome(subscription.state, effect.to)]
  if (effect.do === 'renewed') return [undefined, effect.period === subscription.nextPeriod]
  if (effect.do === 'unrenewed')
    return [undefined, months.some(({ period }) => period === effect.period)]
  if (effect.do !== 'month') return [undefined, false]
  const from = months.find(({ period }) => period === effect.period)?.state
  return [from, from !== undefined && chargeMayBecome(from, effect.to)]
}

/**
 * Refunds of whatever state are never more than was paid in, of the contract and of the payment
 * they go back by.
 */
function overPaid(contract: Contract, effect: Extract<Effect, { do: 'refund' }>): string | null {
  const { payments, refunds } = contract
  if (effect.amount <= 0) return `a refund ${effect.id} of nothing`
  if (byId(refunds, effect.id)) return `a second refund ${effect.id}`
  const payment = byId(payments, effect.paymentId)
  if (!payment || !moneyCame(payment))
    return `a refund ${effect.id} of a payment that brought nothing`
  if (
    sum(refunds.filter(({ paymentId }) => paymentId === payment.id)) + effect.amount >
    payment.amount
  )
    return `the refund ${effect.id} is more than its payment holds`
  return sum(refunds) + effect.amount > sum(payments.filter(moneyCame))
    ? `the refund ${effect.id} is more than was paid in`
    : null
}
