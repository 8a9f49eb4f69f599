import { expect, test } from 'vitest'
import { claimDeadlines } from './deadlines.ts'

test('the deadlines are those still open, and late when their day has passed', () => {
  expect(claimDeadlines('wait', '2026-11-20', '2026-11-26')).toEqual([
    { kind: 'missing_documents', due: '2026-11-25', late: true },
    { kind: 'decision', due: '2026-12-01', late: false },
    { kind: 'payment', due: '2026-12-11', late: false },
  ])
  expect(claimDeadlines('completed', '2026-11-20', '2026-11-26')).toEqual([])
})
