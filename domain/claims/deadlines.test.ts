import { expect, test } from 'vitest'
import { dueOf, road } from '#tests/verdict-cases.ts'
import { claimDeadlines } from './deadlines.ts'
import { isDirect } from './facts.ts'

test('the deadlines are those still open, and late when their day has passed', () => {
  expect(claimDeadlines('wait', { from: '2026-11-20', direct: false }, '2026-11-26')).toEqual([
    { kind: 'missing_documents', due: '2026-11-25', late: true },
    { kind: 'decision', due: '2026-12-01', late: false },
    { kind: 'payment', due: '2026-12-11', late: false },
  ])
  expect(claimDeadlines('completed', { from: '2026-11-20', direct: true }, '2026-11-26')).toEqual(
    [],
  )
})

test.each([
  ['hit, under the own contract', { party: 'injured', byThird: false }, true],
  ['at fault', { party: 'at_fault', byThird: false }, false],
  ['hit, under the contract of the other', { party: 'injured', byThird: true }, false],
] as const)('one’s own insurer pays, 26-1 § 1: %s', (_who, of, direct) => {
  expect(isDirect({ product: 'ogpo', ...of })).toBe(direct)
  expect(isDirect({ product: 'home', ...of })).toBe(false)
})

// What the lists count and what the claim's own screen says are one.
test.each([
  ['the other insurer', '2026-11-23', false],
  ['one’s own insurer, 26-1 § 2', '2026-11-23', true],
  ['papers that came again', '2026-11-30', false],
  ['papers that came again, one’s own insurer', '2026-11-30', true],
])('the days of a list are those of the claim: %s', (_what, from, direct) => {
  const at = { today: '2026-11-30', receivedOn: from, facts: { direct, papersOn: from } }
  for (const of of [road(at), road({ ...at, papers: [] })]) {
    const lines = new Map(dueOf(of).map(([kind, on]) => [kind, on]))
    const waits = (of.papers.size === 0 ? 'missing_documents' : null) ?? 'payment'
    for (const { kind, due } of claimDeadlines('wait', { from, direct }, '2026-11-30'))
      if (waits === 'payment' || kind === waits)
        expect([kind, lines.get(kind)]).toEqual([kind, due])
  }
})
