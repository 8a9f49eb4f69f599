import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldAudit } from './audit-fold.ts'

const line = (actor: string, action: string, minute: number) => ({
  actor,
  action,
  at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
})

test('the same acts of one hand are one line, whatever others did between; a long pause begins anew', () => {
  const folds = foldAudit([
    line('staff:a', 'person.looked_up', 100),
    line('staff:b', 'order.looked_at', 99),
    line('staff:a', 'person.looked_up', 90),
    line('staff:a', 'order.looked_at', 80),
    line('staff:a', 'person.looked_up', 61),
    line('staff:a', 'person.looked_up', 30),
  ])
  expect(folds.map(({ entries: [first, ...rest] }) => [first.action, 1 + rest.length])).toEqual([
    ['person.looked_up', 3],
    ['order.looked_at', 1],
    ['order.looked_at', 1],
    ['person.looked_up', 1],
  ])
})

test('nothing is lost and no line stands twice', () => {
  const lines = fc.array(
    fc.record({
      actor: fc.constantFrom('a', 'b'),
      action: fc.constantFrom('x', 'y'),
      minute: fc.nat(600),
    }),
  )
  fc.assert(
    fc.property(lines, (drawn) => {
      const entries = drawn
        .toSorted((a, b) => b.minute - a.minute)
        .map(({ actor, action, minute }) => line(actor, action, minute))
      const held = foldAudit(entries).flatMap((fold) => fold.entries)
      expect(new Set(held)).toEqual(new Set(entries))
      expect(held).toHaveLength(entries.length)
    }),
  )
})
