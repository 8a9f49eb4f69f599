import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { type Card, emptyState, type Policy } from '../state.ts'
import { isSubscribed, viewAfter, viewOnRemove } from './use-cards.ts'

const card: Card = { id: 'a', card_hash: '4400-00XX-XXXX-0001', active: '1', valid_to: '2029-08' }

test('deleting the only card warns first and asks then', () => {
  spec('4.1.cards-deleting-only-card')

  const warned = viewOnRemove(card, [card], true)
  expect(warned).toEqual({ kind: 'only', card, subscribed: true })
  expect(viewAfter(warned)).toEqual({ kind: 'remove', card })
})

test('deleting one of several asks at once', () => {
  spec('2.2.account-payment-methods-delete')
  expect(viewOnRemove(card, [card, { ...card, id: 'b' }], true).kind).toBe('remove')
})

test('after a confirmation and after a failure the modal is open again', () => {
  spec('4.1.cards-failure-message-3')

  expect(viewAfter({ kind: 'changed', message: '' })).toEqual({ kind: 'modal' })
  expect(viewAfter({ kind: 'add-failed' })).toEqual({ kind: 'modal' })
})

test('the warning names a subscription only where there is one, or may be', () => {
  const having = (active: Pick<Policy, 'subscription_active'>[] | null) =>
    isSubscribed({
      PERSONAL_POLICIES: { ...emptyState.PERSONAL_POLICIES, active: active as Policy[] | null },
    })
  expect(having([])).toBe(false)
  expect(having([{ subscription_active: false }])).toBe(false)
  expect(having([{ subscription_active: false }, { subscription_active: true }])).toBe(true)
  expect(having(null)).toBe(true)
})
