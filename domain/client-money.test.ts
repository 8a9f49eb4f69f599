import { expect, test } from 'vitest'
import { clientMoney } from './client-money.ts'

test('a client’s money in four sums: came, went back, is to go back, waits for its policy', () => {
  expect(
    clientMoney({
      payments: [
        { amount: 42_994, state: 'paid' },
        { amount: 42_994, state: 'rejected' },
        { amount: 30_680, state: 'refunded' },
        { amount: 5_000, state: 'awaiting' },
      ],
      refunds: [
        { amount: 30_680, state: 'done' },
        { amount: 1_200, state: 'failed' },
        { amount: 800, state: 'due' },
      ],
      sales: [
        { amount: 42_994, state: 'issuing' },
        { amount: 30_680, state: 'refunded' },
        { amount: 36_094, state: 'issued' },
      ],
    }),
  ).toEqual({ paid: 73_674, returned: 30_680, returning: 2_000, waiting: 42_994 })
  expect(clientMoney({ payments: [], refunds: [], sales: [] })).toEqual({
    paid: 0,
    returned: 0,
    returning: 0,
    waiting: 0,
  })
})
