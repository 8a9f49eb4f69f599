import { expect, test } from 'vitest'
import { leadOf } from './order-lead.ts'

const order = {
  state: 'issued',
  mayIssue: false,
  failed: false,
  isHome: false,
  paidAt: '2026-11-20T07:17:00.000Z',
  startDate: '2026-11-25',
  nextAttemptAt: null,
  unclearBills: 0,
  refunds: [],
}
const stuck = { ...order, state: 'paid', mayIssue: true, failed: true }

test('an issued order has nothing to say', () => expect(leadOf(order)).toBeNull())

test('a stuck one says when it is tried again and when its money goes back', () =>
  expect(leadOf({ ...stuck, nextAttemptAt: '2026-11-20T09:40:00.000Z' })).toEqual({
    what: 'issue',
    bad: true,
    next: '2026-11-20T09:40:00.000Z',
    until: '2026-11-21T07:17:00.000Z',
  }))

test('never past the beginning of its first day; a subscription has no such end', () => {
  expect(leadOf({ ...stuck, startDate: '2026-11-21' })?.until).toBe('2026-11-20T19:00:00.000Z')
  expect(leadOf({ ...stuck, isHome: true })?.until).toBeNull()
})

test('money owed comes before the policy, a bill nobody knows about before both', () => {
  const refunds = [{ byPayment: false, details: 'entered' }] as const
  expect(leadOf({ ...stuck, refunds })?.what).toBe('approve_details')
  expect(leadOf({ ...stuck, refunds, unclearBills: 1 })?.what).toBe('bill_unclear')
})

test.each([
  ['awaiting_payment', 'awaiting'],
  ['refunding', 'refunding'],
] as const)('%s is under way and not wrong', (state, what) =>
  expect(leadOf({ ...order, state })).toMatchObject({ what, bad: false }),
)
