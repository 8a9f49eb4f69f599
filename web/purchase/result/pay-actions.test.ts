import { expect, test } from 'vitest'
import { payActionsOf } from './pay-actions.ts'
import { type Progress, secondsTaken } from './progress.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 10, 21, 5, 0, second)).toISOString()
const pay: NonNullable<Progress['pay']> = {
  system: 'mobile_bank',
  phone: '•• 01',
  redirect_url: null,
  link: 'https://bank.example/pay/17',
  expiresAt: at(59),
  unclear: false,
}
const bill: Progress = {
  state: 'awaiting_payment',
  paid: 'awaiting',
  set: 'waiting',
  amount: 36_094,
  attempts: 0,
  nextAttemptAt: null,
  pay,
  ways: ['mobile_bank', 'card'],
  events: [
    { kind: 'order.awaiting_payment', at: at(1) },
    { kind: 'payment.awaiting', system: 'mobile_bank', at: at(2) },
  ],
  refund: null,
}
const card: Progress = {
  ...bill,
  pay: { ...pay, system: 'card', link: null, redirect_url: 'https://acquirer.example/1' },
  events: [
    { kind: 'order.awaiting_payment', at: at(1) },
    { kind: 'payment.awaiting', system: 'card', at: at(2) },
  ],
}
const without = { ...bill, pay: { ...pay, link: null } }

test.each([
  ['a bill with a link opens the bank', bill, ['openBank']],
  ['a bill without one is found by its sum', without, ['copySum']],
  ['a bill the bank has not taken: the card', { ...bill, events: [] }, ['payByCard']],
  ['a card’s page is gone on with', card, ['openCard']],
  [
    'a refused card: the bank, another card, the same one last',
    { ...card, paid: 'rejected' },
    ['bankApp', 'otherCard', 'cardAgain'],
  ],
  ['a refused bill: again, or the card', { ...bill, paid: 'rejected' }, ['billAgain', 'cardWay']],
  [
    'a bill that ran out: again, or the card',
    { ...bill, paid: 'expired' },
    ['billAgain', 'cardWay'],
  ],
  [
    'no second bill where one may be there',
    {
      ...bill,
      paid: 'error',
      pay: { ...pay, unclear: true },
    },
    ['payByCard'],
  ],
  ['nothing once the order is over', { ...bill, state: 'expired', paid: 'expired' }, []],
] as const)('%s', (_, progress, actions) => {
  expect(payActionsOf(progress as Progress, true)).toEqual(actions)
})

test('another device may open what is waiting, and choose nothing', () => {
  expect(payActionsOf(bill, false)).toEqual(['openBank'])
  expect(payActionsOf({ ...card, paid: 'rejected' }, false)).toEqual([])
})

test('how long it took is counted from the money to the documents', () => {
  expect(secondsTaken(bill)).toBeNull()
  const paid = [...bill.events, { kind: 'order.paid', at: at(10) }]
  const issued = [...paid, { kind: 'order.issued', at: at(51) }]
  expect(secondsTaken({ events: issued })).toBe(41)
  expect(secondsTaken({ events: [...issued, { kind: 'papers.made', at: at(57) }] })).toBe(47)
})
