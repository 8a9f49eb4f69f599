import { describe, expect, test } from 'vitest'
import { cabinetNeeds, isFollowed } from './cabinet-needs.ts'

const today = '2026-11-23'
const policy = (end: string, more: object = {}) => ({
  global_id: end,
  state: 'active' as const,
  start_date: '2025-12-15',
  end_date: end,
  cars: [{ registrationNumber: '901ZHK02' }],
  may: { renew: true },
  home: null,
  ...more,
})
const order = (more: object = {}) => ({
  order_id: 'o',
  next_step: 'pay' as const,
  kind: 'new',
  start_date: '2026-11-25',
  created_at: '2026-11-23T05:00:00.000Z',
  cars: [{ registrationNumber: '846KNA02' }],
  pay: { state: 'awaiting' },
  ...more,
})
const home = (renewal: 'on' | 'no_card' | 'declined') =>
  policy('2026-12-20', { global_id: 'home', cars: [], may: { renew: false }, home: { renewal } })
const needs = (
  policies: ReturnType<typeof policy>[],
  applications: ReturnType<typeof order>[] = [],
  claims: { claim_id: string; asked: number }[] = [],
) => cabinetNeeds({ policies, applications, claims }, today)
const names = (list: ReturnType<typeof needs>) => list.map(({ what }) => what)

describe('what needs the client now', () => {
  test('stands in the order of the day on which it is too late, money before papers', () => {
    expect(
      names(
        needs(
          [policy('2026-12-14'), home('declined')],
          [order()],
          [
            { claim_id: '1', asked: 2 },
            { claim_id: '2', asked: 0 },
          ],
        ),
      ),
    ).toEqual(['documents', 'payment', 'renewal', 'card'])
    expect(names(needs([], [order({ start_date: today })], [{ claim_id: '1', asked: 1 }]))).toEqual(
      ['payment', 'documents'],
    )
  })

  test.each([
    ['awaiting', false],
    ['rejected', true],
    ['error', true],
    ['expired', true],
  ])('a payment that is %s is refused: %s', (state, refused) => {
    expect(needs([], [order({ pay: { state } })])).toMatchObject([{ what: 'payment', refused }])
  })

  test.each(['wait', 'refund', 'none'] as const)(
    'an order whose next step is %s needs nothing',
    (next_step) => {
      expect(needs([], [order({ next_step })])).toEqual([])
    },
  )

  test('a renewal on its way is told as its order; one that came to nothing is offered again', () => {
    const same = { kind: 'prolong', cars: [{ registrationNumber: '901ZHK02' }] }
    const old = policy('2026-12-14')
    expect(names(needs([old], [order(same)]))).toEqual(['payment'])
    expect(names(needs([old], [order({ ...same, next_step: 'wait' })]))).toEqual([])
    expect(names(needs([old], [order({ ...same, next_step: 'none' })]))).toEqual(['renewal'])
    expect(names(needs([old], [order({ kind: 'prolong' })]))).toEqual(['payment', 'renewal'])
  })

  test('a card is asked for only where the next payment would fail', () => {
    expect(names(needs([home('on')]))).toEqual([])
    expect(names(needs([home('no_card')]))).toEqual(['card'])
  })
})

test('a policy is followed by a later one of the same car that is or will be in force', () => {
  const old = policy('2026-12-14')
  const next = policy('2027-12-14', { state: 'pending', start_date: '2026-12-15' })
  expect(isFollowed(old, [old])).toBe(false)
  expect(isFollowed(old, [old, next])).toBe(true)
  expect(isFollowed(old, [old, { ...next, state: 'cancelled' }])).toBe(false)
  expect(isFollowed(old, [old, { ...next, cars: [{ registrationNumber: '846KNA02' }] }])).toBe(
    false,
  )
  expect(names(needs([old, { ...next, may: { renew: false } }]))).toEqual([])
})
