import { describe, expect, test } from 'vitest'
import { needOf, type OpenRefund } from './waiting.ts'
import { byWait, whenDue, whenPaid } from './when.ts'

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
  ] as const)('%s is %s', (due, when) => expect(whenDue(due, now)).toBe(when))

  test('money without a policy is late after an hour', () => {
    expect(whenPaid(new Date('2026-11-20T08:00:00Z'), now)).toBe('today')
    expect(whenPaid(new Date('2026-11-20T07:59:59Z'), now)).toBe('late')
  })

  test('late stands first, the longest wait before the others, what has no day at the end', () => {
    const rows = [
      { when: 'undated', due: null, since: '2026-11-01' },
      { when: 'today', due: null, since: '2026-11-20T02' },
      { when: 'today', due: null, since: '2026-11-20T01' },
      { when: 'late', due: '2026-11-18', since: '2026-11-02' },
    ] as const
    expect(rows.toSorted(byWait).map(({ since }) => since)).toEqual([
      '2026-11-02',
      '2026-11-20T01',
      '2026-11-20T02',
      '2026-11-01',
    ])
  })
})
