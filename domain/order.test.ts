import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { before, mayBecome, orderIsFinal, orderStates } from './order.ts'
import { attemptBefore, attemptMayBecome } from './payment-attempt.ts'
import { policyBefore, policyMayBecome } from './policy-states.ts'

test('an order is issued only after it was paid', () => {
  spec('4.1.payment-paid-being-issued')

  expect(before('issued')).toEqual(['issuing'])
  expect(before('issuing')).toEqual(['paid'])
  expect(before('paid')).toEqual(['draft', 'awaiting_payment'])
})

test('money that came late is refunded, an issued order is final', () => {
  expect(before('refunding')).toEqual([
    'issue_failed',
    'expired',
    'rejected',
    'cancelled',
    'refund_failed',
  ])
  expect(orderStates.filter(orderIsFinal)).toEqual(['issued', 'refunded'])
})

test.each([
  ['expired', 'paid'],
  ['issued', 'refunding'],
  ['refunded', 'paid'],
  ['paid', 'issued'],
  ['paid', 'cancelled'],
] as const)('an order never goes from %s to %s', (from, to) => {
  expect(mayBecome(from, to)).toBe(false)
})

test('an attempt is refunded only after it brought money, late money included', () => {
  expect(attemptBefore('refunding')).toEqual(['paid'])
  expect(attemptMayBecome('expired', 'paid')).toBe(true)
  expect(attemptMayBecome('refunded', 'paid')).toBe(false)
})

test('a policy ends once', () => {
  expect(policyBefore('ended')).toEqual(['active'])
  expect(policyMayBecome('cancelled', 'active')).toBe(false)
  expect(policyMayBecome('pending', 'cancelled')).toBe(true)
})
