import { describe, expect, test } from 'vitest'
import { breaksOn, byBreak, dueAllowed, dueGroupOf } from './due.ts'
import { needOf, type OpenRefund } from './waiting.ts'

const refund = (byPayment: boolean, details: OpenRefund['details']): OpenRefund => ({
  byPayment,
  details,
})

describe('what an order needs of people', () => {
  test.each([
    [true, [], 'issue'],
    [false, [], null],
    [false, [refund(true, 'none')], 'send_again'],
    [false, [refund(false, 'none')], 'enter_details'],
    [false, [refund(false, 'entered')], 'approve_details'],
    [true, [refund(true, 'approved')], 'transfer'],
  ] as const)('not issued %s, refunds %j: %s', (notIssued, refunds, need) =>
    expect(needOf(notIssued, refunds)).toBe(need),
  )

  test('a bill nobody knows of and a letter that did not go come after money and policy', () => {
    const open = { bill: true, letter: true }
    expect(needOf(true, [], open)).toBe('issue')
    expect(needOf(false, [refund(true, 'none')], open)).toBe('send_again')
    expect(needOf(false, [], open)).toBe('find_bill')
    expect(needOf(false, [], { bill: false, letter: true })).toBe('send_papers')
  })
})

describe('when it is due', () => {
  // A Friday; the next working day is Monday.
  const now = new Date('2026-11-20T09:00:00Z')
  test.each([
    ['2026-11-19', 'late'],
    ['2026-11-20', 'today'],
    ['2026-11-21', 'tomorrow'],
    ['2026-11-23', 'tomorrow'],
    ['2026-11-24', 'later'],
    [null, 'undated'],
  ] as const)('%s is %s', (due, when) => expect(dueGroupOf(due, now, {})).toBe(when))

  test('an act is late once its allowance is over, and due today until then', () => {
    const hour = (since: string) => dueAllowed(new Date(since), 60, now, {}).when
    expect(hour('2026-11-20T08:00:01Z')).toBe('today')
    expect(hour('2026-11-20T08:00:00Z')).toBe('late')
    expect(dueAllowed(new Date('2026-11-20T08:59:00Z'), 10_080, now, {}).when).toBe('later')
  })

  test('what breaks next stands first, whatever its desk; of equals what waits longest', () => {
    const rows = [
      { breaks_at: breaksOn('2026-11-20').toISOString(), since: '2026-11-01' },
      { breaks_at: '2026-11-20T10:00:00.000Z', since: '2026-11-20T02' },
      { breaks_at: '2026-11-20T10:00:00.000Z', since: '2026-11-20T01' },
      { breaks_at: breaksOn('2026-11-18').toISOString(), since: '2026-11-02' },
    ]
    expect(rows.toSorted(byBreak).map(({ since }) => since)).toEqual([
      '2026-11-02',
      '2026-11-20T01',
      '2026-11-20T02',
      '2026-11-01',
    ])
  })
})
