import { expect, test } from 'vitest'
import {
  failuresOf,
  type QuarterState,
  quarterState,
  type SystemState,
  usualMs,
  verdictOf,
} from './system-health.ts'

const verdict = (
  states: Record<string, SystemState>,
  { listsFresh = true, queueLate = false } = {},
) =>
  verdictOf({
    systems: Object.entries(states).map(([system, state]) => ({ system, state })),
    listsFresh,
    queueLate,
  })

test.each<[string, Record<string, SystemState>, object, string, string[]]>([
  ['all answer', { esbd: 'up', idp: 'unknown' }, {}, 'well', []],
  ['lists are too old, whatever else', { esbd: 'down' }, { listsFresh: false }, 'lists_old', []],
  ['the unified database is gone', { esbd: 'down', gkb: 'slow' }, {}, 'no_issue', ['esbd']],
  ['a register is gone', { gkb: 'down', bmg: 'down' }, {}, 'no_quote', ['gkb', 'bmg']],
  ['the bank is gone', { bank: 'down', mail: 'down' }, {}, 'no_payment', ['bank']],
  [
    'issue is slow before a slow quote',
    { gkb: 'slow', esbd: 'failing' },
    {},
    'slow_issue',
    ['esbd'],
  ],
  ['letters alone do not go', { mail: 'down', esbd: 'up' }, {}, 'partly', ['mail']],
  ['a queue waits longer than it may', { esbd: 'up' }, { queueLate: true }, 'queue_late', []],
])('%s', (_, states, more, kind, systems) => {
  expect(verdict(states, more)).toMatchObject({ kind, systems })
})

test('a quarter of an hour is judged by its share of failures, then by its wait', () => {
  expect(quarterState({ calls: 0, failures: 0, answeredMs: 0 })).toBe('none')
  expect(quarterState({ calls: 10, failures: 1, answeredMs: 900 })).toBe('well')
  expect(quarterState({ calls: 10, failures: 2, answeredMs: 800 })).toBe('failed')
  expect(quarterState({ calls: 2, failures: 0, answeredMs: 2_000 })).toBe('slow')
  expect(quarterState({ calls: 3, failures: 3, answeredMs: 0 })).toBe('failed')
})

test('bad quarters in a row are one failure, also over quarters in which nobody asked', () => {
  const day: QuarterState[] = ['failed', 'failed', 'none', 'failed', 'well', 'failed', 'slow']
  expect(failuresOf(day)).toEqual([
    { from: 0, to: 3 },
    { from: 5, to: 5 },
  ])
  expect(failuresOf(['well', 'none'])).toEqual([])
})

test('a usual time needs answers', () => {
  expect(usualMs([{ calls: 4, failures: 0, answeredMs: 400 }])).toBeNull()
  expect(usualMs([{ calls: 12, failures: 2, answeredMs: 3_000 }])).toBe(300)
})
