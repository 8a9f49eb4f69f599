import { expect, test } from 'vitest'
import { monthlyCommission, type Plan, plansOn } from './plan.ts'
import { chargeMayBecome, subscriptionMayBecome, subscriptionStates } from './subscription.ts'

const plan = (id: number, code: string, from: string, to: string | null = null): Plan => ({
  id,
  code,
  name: { kz: code, ru: code },
  insuranceAmount: 5_000_000,
  interiorFinishing: 1_500_000,
  neighbourCompensation: 1_000_000,
  pricePerMonth: 1_490,
  insurerCode: 'dala',
  sample: true,
  sort: id,
  effectiveFrom: from,
  effectiveTo: to,
})
const rows = [
  plan(1, 'base', '2026-01-01', '2026-12-31'),
  plan(2, 'base', '2026-11-25'),
  plan(3, 'plus', '2026-01-01'),
  plan(4, 'old', '2024-01-01', '2025-12-31'),
]

test.each([
  ['2025-06-01', [4]],
  ['2026-11-24', [1, 3]],
  ['2026-11-25', [2, 3]],
  ['2027-01-01', [2, 3]],
])('on %s the plans %j are sold, the newest row of each', (day, ids) => {
  expect(plansOn(rows, day).map(({ id }) => id)).toEqual(ids)
})

test('the commission is inside the price, whole tenge, half up', () => {
  expect(monthlyCommission(1_490, '15.00')).toBe(224)
  expect(monthlyCommission(990, '0')).toBe(0)
})

test('a subscription that is over never begins again, and money of a failed charge is never taken', () => {
  for (const over of ['cancelled', 'not_renewed', 'expired', 'issue_failed'] as const)
    expect(subscriptionStates.filter((to) => subscriptionMayBecome(over, to))).toEqual([])
  expect(chargeMayBecome('failed', 'paid')).toBe(false)
  expect(chargeMayBecome('due', 'paid')).toBe(true)
})
