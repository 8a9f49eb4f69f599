import { expect, test } from 'vitest'
import { foldDataAccess } from './data-access.ts'

const look = (actor: string, action: 'client.looked_at' | 'client.iin_revealed', at: string) => ({
  actor,
  action,
  at: new Date(at),
})

test('one line a person and day of Almaty, what was seen once, the newest first', () => {
  const lines = foldDataAccess([
    look('staff:a', 'client.iin_revealed', '2026-11-20T12:00:00Z'),
    look('staff:a', 'client.looked_at', '2026-11-20T11:59:00Z'),
    look('staff:b', 'client.looked_at', '2026-11-20T09:00:00Z'),
    look('staff:a', 'client.looked_at', '2026-11-20T08:00:00Z'),
    // Half past midnight in Almaty: the same day there, the day before by Greenwich.
    look('staff:a', 'client.looked_at', '2026-11-19T19:30:00Z'),
    look('staff:a', 'client.looked_at', '2026-11-19T18:30:00Z'),
  ])
  expect(lines.map(({ actor, saw }) => [actor, ...saw])).toEqual([
    ['staff:a', 'client.iin_revealed', 'client.looked_at'],
    ['staff:b', 'client.looked_at'],
    ['staff:a', 'client.looked_at'],
  ])
  expect(lines[0]?.at).toEqual(new Date('2026-11-20T12:00:00Z'))
})
