import type { Effect } from './effects.ts'
import type { HomeContract, Month } from './facts.ts'
import { post } from './money-back.ts'

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
