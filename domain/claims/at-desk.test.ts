import { expect, test } from 'vitest'
import type { AtDesk } from './at-desk.ts'
import { verdictAtDesk } from './at-desk.ts'
import { europrotocolAtDesk } from './europrotocol.ts'
import { claimPapers } from './papers.ts'

const of: AtDesk = {
  product: 'ogpo',
  claimCase: 'owner',
  party: 'injured',
  status: 'under_consideration',
  period: { start: '2026-11-21', end: '2027-11-20' },
  known: {
    happened_on: '2026-11-20',
    submitted_on: '2026-11-23',
    counted_from: '2026-11-23',
    decided_on: null,
    paid_on: null,
    identity_confirmed: false,
    injured: false,
    simplified: false,
    direct: false,
    own_cover: false,
    mrp: 4_325,
    sum_insured: null,
    today: '2026-11-24',
    moved: {},
  },
  papers: new Set(claimPapers),
}
const nameless: AtDesk = { ...of, known: { ...of.known, happened_on: null } }

test('the day of the accident decides about the cover; not known, it decides nothing', () => {
  expect(verdictAtDesk(of).refusals.map(({ code }) => code)).toEqual(['before_policy'])
  expect(verdictAtDesk(nameless).refusals).toEqual([])
  const kinds = (one: AtDesk) => verdictAtDesk(one).deadlines.map(({ kind }) => kind)
  expect(kinds(of)).toContain('notice')
  expect(kinds(nameless)).not.toContain('notice')
})

test('a rejected claim has no deadline of the money', () => {
  const { deadlines } = verdictAtDesk({ ...of, status: 'rejected' })
  expect(deadlines.map(({ kind }) => kind)).not.toContain('payment')
})

test('what the desk does not know leaves the Europrotocol open, what it knows may rule it out', () => {
  expect(europrotocolAtDesk(nameless, 100_000).verdict).toBe('unknown')
  expect(europrotocolAtDesk(nameless, 432_501).verdict).toBe('impossible')
  const hurt = { ...of, known: { ...of.known, injured: true } }
  expect(europrotocolAtDesk(hurt, null).verdict).toBe('impossible')
  // The policy began a day later.
  expect(europrotocolAtDesk(of, null).verdict).toBe('impossible')
})
