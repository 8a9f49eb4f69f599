import { expect, test } from 'vitest'
import { applied } from './applied.ts'
import { decide } from './decide.ts'
import type { OgpoContract, Payment, Refund } from './facts.ts'
import { isRefused } from './refusal.ts'

const payment: Payment = {
  id: 'O1-1',
  orderId: 'O1',
  period: 0,
  system: 'card',
  state: 'refunding',
  amount: 1_000,
}
const refund: Refund = {
  id: 'R-O1-1-cancelled',
  orderId: 'O1',
  paymentId: payment.id,
  amount: 1_000,
  reason: 'cancelled',
  state: 'failed',
  byHand: false,
}
const contract = (more: Partial<Refund>): OgpoContract => ({
  product: 'ogpo',
  id: 'O1',
  payments: [payment],
  refunds: [{ ...refund, ...more }],
  overdrawn: [],
  client: 0,
  policies: [],
  terminations: [],
  claims: [],
  orders: [],
})
const effects = (of: OgpoContract, what: Parameters<typeof decide>[1]) => {
  const decision = decide(of, what)
  if (isRefused(decision)) throw new Error('refused')
  return decision.effects
}
const takenBack = {
  act: 'chargeback',
  paymentId: payment.id,
  amount: 1_000,
  outsideId: 'B1',
} as const
const postings = (of: ReturnType<typeof effects>) =>
  of.flatMap((one) => (one.do === 'post' ? [one.kind] : []))

test('a refused refund is set off against what the card’s bank took', () => {
  expect(postings(effects(contract({}), takenBack))).toEqual(['overdrawn', 'set_off'])
})

test('a refund whose bank details are approved is not: its transfer is booked when it is told, and the debt stands', () => {
  const before = contract({ byHand: true })
  const written = effects(before, takenBack)
  expect(postings(written)).toEqual(['overdrawn'])
  const after = applied(before, written)
  const told = effects(after, { act: 'refund_gone', refundId: refund.id, way: 'bank_details' })
  expect(told).toContainEqual(
    expect.objectContaining({
      do: 'post',
      kind: 'refund',
      debit: 'refunds',
      credit: 'bank_details',
      amount: 1_000,
    }),
  )
  expect(applied(after, told).overdrawn).toEqual([
    { key: 'overdrawn:O1-1:B1', paymentId: payment.id, amount: 1_000 },
  ])
})
