import type { Effect } from './effects.ts'
import {
  type Contract,
  type HomeContract,
  isTakenOff,
  type OgpoContract,
  overdrawnKinds,
} from './facts.ts'

const changed = <T extends { id: string }>(
  rows: readonly T[],
  id: string,
  change: Partial<T>,
): T[] => rows.map((row) => (row.id === id ? { ...row, ...change } : row))

/**
 * The facts of a contract after effects have been written: what the next rule of the same act looks
 * at.
 */
export function applied<T extends Contract>(contract: T, effects: readonly Effect[]): T {
  let after = contract
  for (const effect of effects) after = { ...after, ...changeOf(after, effect) }
  return after
}

function changeOf(
  contract: Contract,
  effect: Effect,
): Partial<OgpoContract> | Partial<HomeContract> {
  const { payments, refunds, overdrawn, policies, terminations } = contract
  if (effect.do === 'post') {
    const { key, paymentId, kind, amount, debit, credit } = effect
    const came = credit === 'client' ? amount : debit === 'client' ? -amount : 0
    const line = { key, paymentId, amount: isTakenOff(kind) ? -amount : amount }
    const isOverdrawn = overdrawnKinds.some((one) => one === kind)
    return {
      client: contract.client + came,
      ...(isOverdrawn ? { overdrawn: [...overdrawn, line] } : {}),
    }
  }
  if (effect.do === 'payment')
    return { payments: changed(payments, effect.id, { state: effect.to }) }
  if (effect.do === 'refund') {
    const { id, orderId, paymentId, amount, reason, state } = effect
    return {
      refunds: [...refunds, { id, orderId, paymentId, amount, reason, state, byHand: false }],
    }
  }
  if (effect.do === 'refund_moves')
    return { refunds: changed(refunds, effect.id, { state: effect.to }) }
  if (effect.do === 'policy')
    return { policies: changed(policies, effect.id, { state: effect.to }) }
  if (effect.do === 'termination')
    return { terminations: changed(terminations, effect.id, { state: effect.to }) }
  return ownChange(contract, effect)
}

function ownChange(
  contract: Contract,
  effect: Effect,
): Partial<OgpoContract> | Partial<HomeContract> {
  switch (contract.product) {
    case 'ogpo':
      return ogpoChange(contract, effect)
    case 'home':
      return homeChange(contract, effect)
  }
}

function ogpoChange(contract: OgpoContract, effect: Effect): Partial<OgpoContract> {
  if (effect.do === 'order')
    return { orders: changed(contract.orders, effect.id, { state: effect.to }) }
  if (effect.do !== 'policy_made') return {}
  const order = contract.orders.find(({ id }) => id === effect.orderId)
  const { id, orderId, globalId, state } = effect
  const made = {
    id,
    orderId,
    globalId,
    state,
    premium: order?.premium ?? 0,
    ogpoPlus: order?.ogpoPlus ?? 0,
    end: '9999-12-31',
    period: 0,
  }
  return { policies: [...contract.policies, made] }
}

function homeChange(contract: HomeContract, effect: Effect): Partial<HomeContract> {
  const { subscription, months } = contract
  if (effect.do === 'subscription') return { subscription: { ...subscription, state: effect.to } }
  if (effect.do === 'renewed')
    return { subscription: { ...subscription, nextPeriod: effect.period + 1 } }
  if (effect.do === 'unrenewed')
    return { subscription: { ...subscription, nextPeriod: effect.period } }
  if (effect.do === 'month')
    return {
      months: months.map((month) =>
        month.period === effect.period ? { ...month, state: effect.to } : month,
      ),
    }
  return {}
}
