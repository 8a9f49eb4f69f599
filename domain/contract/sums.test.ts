import { expect, test } from 'vitest'
import type { HomeContract, OgpoContract } from './facts.ts'
import { type Line, sumsOf, waitingOf } from './sums.ts'

const premium: Line = { kind: 'premium', debit: 'client', credit: 'insurer', amount: 900 }
const commission: Line = { kind: 'commission', debit: 'insurer', credit: 'commission', amount: 90 }
const came = (amount: number): Line => ({
  kind: 'payment',
  debit: 'card',
  credit: 'client',
  amount,
})
const owed = (amount: number): Line => ({
  kind: 'refund_due',
  debit: 'client',
  credit: 'refunds',
  amount,
})
const went = (amount: number, by: 'card' | 'partner' = 'card'): Line => ({
  kind: 'refund',
  debit: 'refunds',
  credit: by,
  amount,
})
const paid = { state: 'paid' as const, amount: 1_000 }
const back = (
  amount: number,
  state: 'due' | 'done' | 'failed' = 'done',
  reason = 'terminated',
) => ({ amount, state, reason })
const beside = (paidIn: number, refunded = 0, refundsOpen = 0, waiting = 0) => ({
  counters: { paidIn, refunded, refundsOpen },
  waiting,
})

const bought: Line[] = [
  came(1_000),
  premium,
  commission,
  { kind: 'ogpo_plus', debit: 'client', credit: 'insurer', amount: 100 },
]

test('a policy bought: everything agrees, kept is what is booked', () => {
  const { sums, agreements, disagreements } = sumsOf(
    bought,
    [paid, { state: 'expired', amount: 1_000 }],
    [],
    beside(1_000),
  )
  expect(disagreements).toEqual([])
  expect(agreements).toHaveLength(8)
  expect(sums).toMatchObject({
    paidIn: 1_000,
    kept: 1_000,
    premium: 900,
    ogpoPlus: 100,
    commission: 90,
    booked: 1_000,
    client: 0,
  })
})

test('a policy reissued and ended: the part taken over and what was returned are taken off', () => {
  const lines: Line[] = [
    ...bought,
    came(400),
    { kind: 'premium', debit: 'client', credit: 'insurer', amount: 1_200 },
    { kind: 'premium', debit: 'insurer', credit: 'client', amount: 800 },
    { kind: 'commission', debit: 'commission', credit: 'insurer', amount: 80 },
    { kind: 'returned', debit: 'insurer', credit: 'client', amount: 500 },
    owed(300),
    owed(200),
    went(300),
  ]
  const { sums, disagreements } = sumsOf(
    lines,
    [paid, { state: 'paid', amount: 400 }],
    [back(300), back(200, 'failed')],
    beside(1_400, 300, 200),
  )
  expect(disagreements).toEqual([])
  expect(sums).toMatchObject({
    premium: 1_300,
    returned: 500,
    commission: 10,
    booked: 900,
    kept: 900,
    refundsOpen: 200,
    refundsAccount: 200,
  })
})

test('money for what is not issued yet waits; when nothing waits it is left over', () => {
  expect(sumsOf([came(1_000)], [paid], [], beside(1_000, 0, 0, 1_000)).disagreements).toEqual([])
  expect(sumsOf([came(1_000)], [paid], [], beside(1_000)).disagreements).toEqual([
    { check: 'client', expected: 0, found: 1_000, agrees: false },
    { check: 'kept', expected: 0, found: 1_000, agrees: false },
  ])
})

test('what a partner or a card’s bank gave back past us explains as much of the client’s account, and no more', () => {
  const lines = [...bought, owed(300), went(300, 'partner')]
  const seen = (reason: string) =>
    sumsOf(lines, [paid], [back(300, 'done', reason)], beside(1_000, 300))
  expect(seen('partner').disagreements).toEqual([])
  expect(seen('chargeback').sums).toMatchObject({
    outside: 300,
    client: -300,
    kept: 700,
    booked: 1_000,
  })
  expect(seen('terminated').disagreements.map(({ check, found }) => [check, found])).toEqual([
    ['client', -300],
    ['kept', 700],
  ])
  const more: Line[] = [
    ...lines,
    { kind: 'premium', debit: 'client', credit: 'insurer', amount: 1 },
  ]
  expect(
    sumsOf(more, [paid], [back(300, 'done', 'partner')], beside(1_000, 300)).disagreements,
  ).toMatchObject([
    { check: 'client', found: -301 },
    { check: 'kept', expected: 1_001, found: 700 },
  ])
})

test("what the card's bank took beyond what was paid in is the client's debt, and explained", () => {
  const lines: Line[] = [
    ...bought,
    { kind: 'returned', debit: 'insurer', credit: 'client', amount: 1_000 },
    owed(1_000),
    went(1_000),
    { kind: 'overdrawn', debit: 'client', credit: 'card', amount: 400 },
  ]
  const { sums, disagreements } = sumsOf(lines, [paid], [back(1_000)], beside(1_000, 1_000))
  expect(disagreements).toEqual([])
  expect(sums).toMatchObject({ kept: -400, client: -400, outside: 400, booked: 0 })
})

test.each([
  ['paid_in', sumsOf(bought, [paid], [], beside(999)), 1_000, 999],
  ['paid_posted', sumsOf(bought.slice(1), [paid], [], beside(1_000)), 1_000, 0],
  ['refunded', sumsOf([...bought, owed(5), went(5)], [paid], [back(5)], beside(1_000)), 5, 0],
  ['refunded_posted', sumsOf([...bought, owed(5)], [paid], [back(5)], beside(1_000, 5)), 5, 0],
  ['refunds_open', sumsOf([...bought, owed(5)], [paid], [back(5, 'due')], beside(1_000)), 5, 0],
  ['refunds_account', sumsOf(bought, [paid], [back(5, 'due')], beside(1_000, 0, 5)), 5, 0],
] as const)(
  '%s that differs is named with what was expected and what was found',
  (check, { disagreements }, expected, found) => {
    expect(disagreements).toContainEqual({ check, expected, found, agrees: false })
  },
)

const payment = {
  id: 'p',
  orderId: 'a',
  period: 0,
  system: 'card' as const,
  state: 'paid' as const,
  amount: 1_000,
}
const common = {
  id: 'a',
  overdrawn: [],
  client: 0,
  policies: [],
  terminations: [],
  claims: [],
  payments: [payment],
}
const refund = {
  id: 'r',
  orderId: 'a',
  paymentId: 'p',
  amount: 300,
  reason: 'chargeback',
  state: 'done' as const,
  byHand: false,
}

test('what waits is what the payments of an order under way, or of a first month not registered, still hold', () => {
  const ogpo = (state: 'paid' | 'issuing' | 'issued'): OgpoContract => ({
    ...common,
    refunds: [refund],
    product: 'ogpo',
    orders: [
      {
        id: 'a',
        state,
        holdsUntil: new Date(0),
        amount: 1_000,
        premium: 900,
        ogpoPlus: 100,
        commission: 90,
        commissionReturned: true,
        replaces: null,
        takenOver: 0,
        refundDue: 0,
      },
    ],
  })
  expect([waitingOf(ogpo('paid')), waitingOf(ogpo('issuing')), waitingOf(ogpo('issued'))]).toEqual([
    700, 700, 0,
  ])
  const home = (state: 'paid' | 'active'): HomeContract => ({
    ...common,
    refunds: [],
    product: 'home',
    subscription: { id: 'a', state, commission: 0, nextPeriod: 0 },
    months: [],
  })
  expect([waitingOf(home('paid')), waitingOf(home('active'))]).toEqual([1_000, 0])
})
