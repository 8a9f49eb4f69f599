import { expect, test } from 'vitest'
import { balanceOf, gapOf, holds, type Paid, placeOf } from './balance.ts'
import { likelyOf } from './likely-payment.ts'
import { waysOf } from './settle.ts'

const group = (attempt: string, sale: Paid['sale'], count: number, sum: number) => ({
  attempt,
  sale,
  count,
  booked: sum,
  amount: sum,
})

test('a payment is a policy, is returned, is being returned or waits; else nothing says where', () => {
  expect(
    (
      [
        ['paid', 'policy'],
        ['paid', 'waiting'],
        ['refunding', 'waiting'],
        ['refunded', 'policy'],
        ['paid', 'returning'],
        ['paid', 'returned'],
        ['paid', null],
        ['expired', 'policy'],
      ] as const
    ).map(([attempt, sale]) => placeOf({ attempt, sale })),
  ).toEqual(['policies', 'waiting', 'returning', 'returned', 'returning', 'returned', null, null])
})

test('what is paid equals the policies, what went back, what goes back and what waits', () => {
  const sound = balanceOf([
    group('paid', 'policy', 9_318, 304_000_000),
    group('refunded', null, 58, 2_000_000),
    group('refunding', 'waiting', 23, 700_000),
    group('paid', 'waiting', 3, 100_000),
  ])
  expect(sound).toMatchObject({
    paid: { count: 9_402, amount: 306_800_000 },
    policies: { count: 9_318 },
    unclear: { count: 0, amount: 0 },
  })
  expect([gapOf(sound), holds(sound)]).toEqual([0, true])
})

test('money that is nowhere, or booked with another sum, makes it unequal', () => {
  const lost = balanceOf([group('paid', 'policy', 2, 50), group('expired', null, 1, 30)])
  expect([gapOf(lost), holds(lost), lost.unclear.count]).toEqual([30, false, 1])
  const other = balanceOf([{ ...group('paid', 'policy', 1, 50), booked: 49 }])
  expect([gapOf(other), holds(other)]).toEqual([-1, false])
})

const line = { day: '2026-11-22', amount: 24_015, system: 'card' }
const payment = (id: string, day: string, more: object = {}) => ({ ...line, id, day, ...more })

test('a line means the nearest payment of its system and sum, at most three days away', () => {
  expect(likelyOf(line, [payment('a', '2026-11-21'), payment('b', '2026-11-24')])?.id).toBe('a')
  expect(likelyOf(line, [payment('a', '2026-11-18')])).toBeNull()
  expect(likelyOf(line, [payment('a', '2026-11-22', { amount: 24_016 })])).toBeNull()
  expect(likelyOf(line, [payment('a', '2026-11-22', { system: 'mobile_bank' })])).toBeNull()
})

test('of two payments as near nobody guesses', () => {
  expect(likelyOf(line, [payment('a', '2026-11-21'), payment('b', '2026-11-23')])).toBeNull()
})

test('what the program goes on with by itself is not settled by a note', () => {
  expect(waysOf('paid_not_issued', null)).toEqual([])
  expect(waysOf('refund_failed', null)).toEqual([])
  expect(waysOf('statement_unmatched', 'repeated')).toEqual(['extra', 'accepted'])
  expect(waysOf('statement_unmatched', 'unknown')).toEqual(['linked', 'accepted'])
  expect(waysOf('statement_unmatched', 'amount_differs')).toEqual(['accepted'])
})
