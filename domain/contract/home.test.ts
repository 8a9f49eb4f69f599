import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { HomeContract, Month, Payment, SubscriptionFact } from './facts.ts'
import { isRefused } from './refusal.ts'

const id = 'QH000000001-abc'
const paymentOf = (period: number, more: Partial<Payment> = {}): Payment => ({
  id: `${id}-${period}`,
  orderId: id,
  period,
  system: 'card',
  state: 'awaiting',
  amount: 1_490,
  ...more,
})
const contractOf = (
  subscription: Partial<SubscriptionFact>,
  months: readonly Month[],
  payments: readonly Payment[],
): HomeContract => ({
  product: 'home',
  id,
  payments,
  refunds: [],
  overdrawn: [],
  client: 0,
  policies: [],
  terminations: [],
  claims: [],
  subscription: { id, state: 'awaiting_payment', commission: 298, nextPeriod: 0, ...subscription },
  months,
})
const effects = (of: HomeContract, what: Parameters<typeof decide>[1]) => {
  const decision = decide(of, what)
  if (isRefused(decision)) throw new Error('refused')
  return decision.effects
}
const due = { period: 0, state: 'due', amount: 1_490 } as const
const money = {
  act: 'money',
  paymentId: `${id}-0`,
  today: '2026-11-20',
  at: new Date('2026-11-20T06:00:00Z'),
} as const

test('the first money for a home is registered; for one that another subscription pays for it goes back', () => {
  const first = effects(contractOf({}, [due], [paymentOf(0)]), money)
  expect(first).toContainEqual({ do: 'job', job: 'register', id })
  expect(first.some((one) => one.do === 'refund')).toBe(false)
  const second = effects(contractOf({ elsewhere: true }, [due], [paymentOf(0)]), money)
  expect(second).toContainEqual(
    expect.objectContaining({ do: 'subscription', to: 'expired', reason: 'home_covered' }),
  )
  expect(second).toContainEqual(
    expect.objectContaining({ do: 'refund', amount: 1_490, reason: 'late_or_second_payment' }),
  )
  expect(second).not.toContainEqual({ do: 'job', job: 'register', id })
})

test('months beyond the last contract go back whole, with premium and commission, and end the subscription', () => {
  const paid = (period: number): Month => ({ period, state: 'paid', amount: 1_490 })
  const payments = [11, 12, 13].map((period) => paymentOf(period, { state: 'paid' }))
  const of = contractOf({ state: 'active', nextPeriod: 14 }, [11, 12, 13].map(paid), payments)
  const written = effects(of, { act: 'year_not_registered', from: 12, reason: 'refused' })
  const back = written.flatMap((one) => (one.do === 'refund' ? [[one.paymentId, one.amount]] : []))
  expect(back).toEqual([
    [`${id}-12`, 1_490],
    [`${id}-13`, 1_490],
  ])
  const posted = (kind: string) =>
    written.flatMap((one) => (one.do === 'post' && one.kind === kind ? [one.amount] : []))
  expect([posted('premium'), posted('commission')]).toEqual([
    [1_490, 1_490],
    [298, 298],
  ])
  expect(written).toContainEqual(expect.objectContaining({ do: 'subscription', to: 'not_renewed' }))
  expect(written).toContainEqual({ do: 'unrenewed', id, period: 12 })
  expect(written).toContainEqual({ do: 'notify', orderId: id, purpose: 'year_not_issued' })
})
