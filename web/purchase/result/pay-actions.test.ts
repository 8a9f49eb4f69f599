import { expect, test } from 'vitest'
import { wayNames } from '#domain/payment-ways.ts'
import { payActionsOf, waysApart, waysByPhone } from './paying.tsx'
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

const actsOf = (progress: Progress, own: boolean): string[] =>
  payActionsOf(progress, own).map(({ act, way }) => `${act} ${way}`)

test.each([
  ['a bill with a link opens the bank', bill, ['bank mobile_bank']],
  ['a bill without one is found by its sum', without, ['sum mobile_bank']],
  ['a bill the bank has not taken: the card', { ...bill, events: [] }, ['pay card']],
  ['a card’s page is gone on with', card, ['page card']],
  [
    'a refused card: the bank, another card, the same one last',
    { ...card, paid: 'rejected' },
    ['by mobile_bank', 'other card', 'again card'],
  ],
  [
    'a refused bill: again, or the card',
    { ...bill, paid: 'rejected' },
    ['again mobile_bank', 'by card'],
  ],
  [
    'a bill that ran out: again, or the card',
    { ...bill, paid: 'expired' },
    ['again mobile_bank', 'by card'],
  ],
  [
    'no second bill where one may be there',
    {
      ...bill,
      paid: 'error',
      pay: { ...pay, unclear: true },
    },
    ['pay card'],
  ],
  ['nothing once the order is over', { ...bill, state: 'expired', paid: 'expired' }, []],
] as const)('%s', (_, progress, actions) => {
  expect(actsOf(progress as Progress, true)).toEqual(actions)
})

test.each(wayNames)('after a no by %s every way is offered, and none twice', (system) => {
  const refused: Progress = {
    ...bill,
    paid: 'rejected',
    pay: { ...pay, system, link: null },
    ways: [...wayNames],
    events: [
      { kind: 'order.awaiting_payment', at: at(1) },
      { kind: 'payment.awaiting', system, at: at(2) },
    ],
  }
  const offered = payActionsOf(refused, true)
  const apart = waysApart(refused, offered)
  const above = new Set(offered.map(({ way }) => way))
  expect(apart.filter((way) => above.has(way))).toEqual([])
  // One that goes to a phone has its form below.
  expect(new Set([...above, ...apart, ...waysByPhone(refused)])).toEqual(new Set(wayNames))
})

test.each(wayNames)('what is asked for by %s is not offered beside it', (system) => {
  const waits: Progress = {
    ...bill,
    pay: { ...pay, system, redirect_url: 'https://pay.example/1' },
    ways: [...wayNames],
    events: [{ kind: 'order.awaiting_payment', at: at(1) }],
  }
  expect(waysApart(waits, payActionsOf(waits, true))).not.toContain(system)
})

test('another device may open what is waiting, and choose nothing', () => {
  expect(actsOf(bill, false)).toEqual(['bank mobile_bank'])
  expect(actsOf({ ...card, paid: 'rejected' }, false)).toEqual([])
})

test('how long it took is counted from the money to the documents', () => {
  expect(secondsTaken(bill)).toBeNull()
  const paid = [...bill.events, { kind: 'order.paid', at: at(10) }]
  const issued = [...paid, { kind: 'order.issued', at: at(51) }]
  expect(secondsTaken({ events: issued })).toBe(41)
  expect(secondsTaken({ events: [...issued, { kind: 'papers.made', at: at(57) }] })).toBe(47)
})
