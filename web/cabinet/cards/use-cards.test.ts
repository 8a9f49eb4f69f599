import { expect, test } from 'vitest'
import type { Card } from '../state.ts'
import { viewAfter, viewOnRemove } from './use-cards.ts'

const card: Card = { id: 'a', card_hash: '4400-00XX-XXXX-0001', active: '1', valid_to: '2029-08' }

test('deleting the only card warns first and asks then', () => {
  const warned = viewOnRemove(card, [card])
  expect(warned.kind).toBe('only')
  expect(viewAfter(warned)).toEqual({ kind: 'remove', card })
})

test('deleting one of several asks at once', () =>
  expect(viewOnRemove(card, [card, { ...card, id: 'b' }]).kind).toBe('remove'))

test('after a confirmation and after a failure the modal is open again', () => {
  expect(viewAfter({ kind: 'changed', message: '' })).toEqual({ kind: 'modal' })
  expect(viewAfter({ kind: 'add-failed' })).toEqual({ kind: 'modal' })
})
