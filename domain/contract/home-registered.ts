import { type Decision, type Effect, refuse } from './effects.ts'
import type { HomeContract, Month } from './facts.ts'
import { giveAllBack, post } from './money-back.ts'

export const monthOf = (contract: HomeContract, period: number): Month | undefined =>
  contract.months.find((month) => month.period === period)

/**
 * What a paid period is made of: the premium of the month and the broker's commission inside it.
 */
export function earned({ subscription }: HomeContract, month: Month): Effect[] {
  const at = { orderId: subscription.id, paymentId: null }
  const id = `${subscription.id}-${month.period}`
  return [
    ...post({
      key: `premium:${id}`,
      kind: 'premium',
      debit: 'client',
      credit: 'insurer',
      amount: month.amount,
      ...at,
    }),
    ...post({
      key: `commission:${id}`,
      kind: 'commission',
      debit: 'insurer',
      credit: 'commission',
      amount: subscription.commission,
      ...at,
    }),
  ]
}

/** The unified database has registered the first contract. */
export function registered(contract: HomeContract): Decision {
  const month = monthOf(contract, 0)
  if (contract.subscription.state !== 'paid' || !month) return refuse(14012)
  return {
    effects: [
      { do: 'subscription', id: contract.id, to: 'active', reason: 'registered' },
      { do: 'renewed', id: contract.id, period: 0 },
      ...earned(contract, month),
    ],
  }
}

/** It could not be registered: the money goes back and the client is told. */
export function notRegistered(contract: HomeContract, of: { reason: string }): Decision {
  if (contract.subscription.state !== 'paid') return refuse(14012)
  const back = giveAllBack(contract, contract.id, 'not_registered')
  // All of it has been taken back past us: nothing is left to wait for.
  const over = back.length === 0 && !monthOwes(contract, 0)
  return {
    effects: [
      { do: 'subscription', id: contract.id, to: 'issue_failed', reason: of.reason },
      { do: 'month', id: contract.id, period: 0, to: 'refunding', reason: of.reason },
      ...back,
      ...(over
        ? [
            {
              do: 'month' as const,
              id: contract.id,
              period: 0,
              to: 'refunded' as const,
              reason: 'nothing is held',
            },
          ]
        : []),
      { do: 'notify', orderId: contract.id, purpose: 'not_issued' },
    ],
  }
}

/** Refunds of a period that have not gone yet, but for one. */
export const monthOwes = (contract: HomeContract, period: number, but?: string): boolean => {
  const paid = new Set(
    contract.payments.filter((payment) => payment.period === period).map(({ id }) => id),
  )
  return contract.refunds.some(
    ({ id, paymentId, state }) =>
      id !== but && state !== 'done' && paymentId !== null && paid.has(paymentId),
  )
}
