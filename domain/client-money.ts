/** A client's money with us in four sums, tenge. */
export type ClientMoney = {
  /** Received by all payments. */
  paid: number
  /** Refunded. */
  returned: number
  /** Refunds still to be made. */
  returning: number
  /** Received and neither a policy nor being refunded: 0 if all is well. */
  waiting: number
}

type Rows = {
  payments: readonly { amount: number; state: string }[]
  refunds: readonly { amount: number; state: string }[]
  sales: readonly { amount: number; state: string }[]
}

/** Returns whether the money of an attempt arrived, refunded since or not. */
export const moneyCame = ({ state }: { state: string }): boolean =>
  state === 'paid' || state === 'refunding' || state === 'refunded'
/** Sales that are paid and have no policy, before anybody gives up. */
const unissued = new Set(['paid', 'issuing'])

const sum = (rows: readonly { amount: number }[]) =>
  rows.reduce((all, { amount }) => all + amount, 0)

/** Sums the rows listed below the four figures. */
export const clientMoney = ({ payments, refunds, sales }: Rows): ClientMoney => ({
  paid: sum(payments.filter(moneyCame)),
  returned: sum(refunds.filter(({ state }) => state === 'done')),
  returning: sum(refunds.filter(({ state }) => state !== 'done')),
  waiting: sum(sales.filter(({ state }) => unissued.has(state))),
})
