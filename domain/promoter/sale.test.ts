import { expect, test } from 'vitest'
import { isLost, orderStates } from '../order.ts'
import { troubleOf, wayOn } from './sale.ts'

const of = (state: string, pay: string | null = null, failed = false) =>
  troubleOf({ state, pay, failed })

test('a bill that may be paid and what is sold are no trouble', () => {
  expect([of('awaiting_payment', 'awaiting'), of('paid', 'paid'), of('issued', 'paid')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a bill that did not go, was declined or ran out says so, while another may still be sent', () => {
  expect(of('awaiting_payment', 'error')).toBe('bill_not_sent')
  expect(of('awaiting_payment', 'rejected')).toBe('rejected')
  expect(of('awaiting_payment', 'expired')).toBe('expired')
  expect(wayOn('awaiting_payment')).toBe('bill')
})

test('what the product tries again by itself leaves nothing to the promoter', () => {
  expect(of('issuing', 'paid', true)).toBe('retrying')
  expect(wayOn('issuing')).toBeNull()
})

test('every order that is lost says why and can be sold anew', () => {
  for (const state of orderStates.filter(isLost)) {
    expect(of(state)).not.toBeNull()
    expect(wayOn(state)).toBe('again')
  }
  expect(wayOn('issued')).toBeNull()
})
