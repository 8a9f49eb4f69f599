import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applied } from './applied.ts'
import { decide } from './decide.ts'
import type { Effect } from './effects.ts'
import {
  heldBy,
  type OgpoContract,
  overdrawnOf,
  type Payment,
  type PolicyFact,
  type Refund,
} from './facts.ts'
import { owe } from './money-back.ts'
import { cancelHindrance } from './ogpo-issue.ts'
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

/** Returns a paid card payment without an order, the acquirer's own count of it, and our ledger. */
function paidByCard() {
  const paid: Payment = { ...payment, state: 'paid' }
  let ours: OgpoContract = { ...contract({}), payments: [paid], refunds: [], client: paid.amount }
  let onCard = paid.amount
  let rest = paid.amount
  const takes: number[] = []
  let won = 0
  const write = (written: readonly Effect[]) => {
    ours = applied(ours, written)
    for (const one of written)
      if (one.do === 'post')
        onCard += (one.debit === 'card' ? one.amount : 0) - (one.credit === 'card' ? one.amount : 0)
  }
  const act = (what: Parameters<typeof decide>[1]) => {
    const decision = decide(ours, what)
    if (!isRefused(decision)) write(decision.effects)
  }
  const refunds = (state: Refund['state']) => ours.refunds.filter((one) => one.state === state)
  const one = <T>(list: readonly T[], n: number): T | undefined => list[n % (list.length || 1)]
  const send = ({ id, amount }: Refund) => {
    if (rest < amount) return act({ act: 'refund_refused', refundId: id, reason: 'no money' })
    rest -= amount
    act({ act: 'refund_gone', refundId: id, way: 'payment' })
  }
  const does = {
    owe: (n: number) => {
      const amount = Math.min(n * 100, heldBy(ours, paid))
      const id = `R-${ours.refunds.length}`
      if (amount > 0) write(owe(paid, { orderId: 'O1', amount, reason: 'terminated', id }))
    },
    send: (n: number) => {
      const due = one(refunds('due'), n)
      if (due) send(due)
    },
    // The card's bank asks for what the card paid, whatever has gone back to it since.
    take: (n: number) => {
      const amount = Math.min(n * 100, paid.amount - takes.reduce((a, b) => a + b, 0) + won)
      if (amount <= 0) return
      takes.push(amount)
      rest -= amount
      const outsideId = `B${takes.length - 1}`
      act({ act: 'chargeback', paymentId: paid.id, amount, outsideId })
    },
    win: (n: number) => {
      const which = takes.length > 0 ? n % takes.length : -1
      const outsideId = `B${which}`
      if (ours.overdrawn.some(({ key }) => key === `dispute_won:${paid.id}:${outsideId}`)) return
      if (which < 0) return
      won += takes[which] ?? 0
      rest += takes[which] ?? 0
      act({ act: 'dispute_won', paymentId: paid.id, amount: null, outsideId })
    },
    again: (n: number) => {
      const failed = one(refunds('failed'), n)
      if (failed) act({ act: 'refund_again', refundId: failed.id, reason: 'staff' })
    },
  }
  const check = () => {
    // Our ledger's sum of the card equals the acquirer's.
    expect(onCard).toBe(rest)
    const open = ours.refunds.filter(({ state }) => state !== 'done')
    const owed = open.reduce((sum, { amount }) => sum + amount, 0)
    expect(heldBy(ours, paid) - overdrawnOf(ours, paid)).toBe(rest - owed)
    // Whatever the client has had already is not promised to them again.
    for (const { amount } of refunds('failed')) expect(amount).toBeGreaterThan(owed - rest)
  }
  const settle = () => {
    for (const due of refunds('due')) send(due)
    check()
    for (const failed of refunds('failed')) {
      act({ act: 'refund_again', refundId: failed.id, reason: 'staff' })
      for (const due of refunds('due')) send(due)
    }
    check()
  }
  return { does, check, settle, refunds }
}

test('a refund under way is set off when a second dispute takes what the first one gave back', () => {
  const { does, settle, refunds } = paidByCard()
  does.take(10)
  does.win(0)
  expect(refunds('due')).toHaveLength(1)
  does.take(10)
  settle()
  expect(refunds('failed')).toEqual([])
})

test('whatever banks take and give back, the ledger is the acquirer’s count, and nothing goes back twice', () => {
  const step = fc.tuple(
    fc.constantFrom('owe', 'send', 'take', 'win', 'again'),
    fc.integer({ min: 1, max: 10 }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const life = paidByCard()
      for (const [what, n] of steps) {
        life.does[what](n)
        life.check()
      }
      life.settle()
    }),
    { numRuns: 3_000, seed: 17 },
  )
})

test('only a contract of today is cancelled whole', () => {
  const policy = (issuedOn: string, state: PolicyFact['state']): PolicyFact => ({
    id: issuedOn,
    orderId: issuedOn,
    globalId: `G-${issuedOn}`,
    state,
    premium: 28_875,
    ogpoPlus: 0,
    end: '2027-11-20',
    issuedOn,
    period: 0,
  })
  const today = '2026-11-20'
  const now = policy(today, 'pending')
  const of = (policies: readonly PolicyFact[]) =>
    cancelHindrance({ ...contract({}), payments: [], refunds: [], policies }, now, today, false)
  expect(of([now])).toBeNull()
  expect(of([policy('2026-11-10', 'replaced'), now])).toBe('took_over')
})
