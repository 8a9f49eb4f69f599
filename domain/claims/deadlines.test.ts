import fc from 'fast-check'
import { expect, test } from 'vitest'
import { road } from '#tests/verdict-cases.ts'
import { addDays, type Day } from '../calendar.ts'
import { dueGroupOf } from '../due.ts'
import { columnOf, lawDays } from './board.ts'
import { type Counted, claimDeadlines, isDirect, lawDeadlines, toldBy } from './deadlines.ts'
import { objections } from './objections.ts'
import { claimStates } from './state.ts'
import type { MovedDays } from './working-days.ts'

const counted = (more: Partial<Counted> = {}): Counted => ({
  countedFrom: '2026-11-20',
  direct: false,
  awaits: false,
  ...more,
})
const due = (of: Partial<Counted>, today: Day = '2026-11-26') =>
  claimDeadlines('wait', counted(of), today, {}).map(({ kind, due: on, late }) => [kind, on, late])

test('the deadlines are those still open, and late when their day has passed', () => {
  expect(due({})).toEqual([
    ['missing_documents', '2026-11-25', true],
    ['decision', '2026-12-01', false],
    ['payment', '2026-12-11', false],
  ])
  expect(claimDeadlines('completed', counted(), '2026-11-26', {})).toEqual([])
})

test('one’s own insurer pays within seven working days (26-1 § 2)', () => {
  expect(due({ direct: true })).toEqual([
    ['missing_documents', '2026-11-25', true],
    ['decision', '2026-12-01', false],
    ['payment', '2026-12-01', false],
  ])
})

test('a day that the government moved moves every term of a claim, its board and its notice alike', () => {
  // Thursday 26 November is free, Saturday the 28th is worked.
  const moved = { '2026-11-26': false, '2026-11-28': true }
  const free = { '2026-11-24': false }
  expect(claimDeadlines('wait', counted(), '2026-11-24', free).map(({ due: on }) => on)).toEqual([
    '2026-11-26',
    '2026-12-02',
    '2026-12-14',
  ])
  const both = claimDeadlines('wait', counted(), '2026-11-25', moved).map(({ due: on }) => on)
  expect(both).toEqual(['2026-11-25', '2026-12-01', '2026-12-11'])
  const law = lawDeadlines({ ...road(), complete: true, moved: free })
  const still = lawDeadlines({ ...road(), complete: true })
  for (const kind of ['notice', 'inspection', 'decision', 'payment'] as const) {
    const day = (lines: typeof law) => lines.find((one) => one.kind === kind)?.on ?? ''
    expect(day(law) > day(still), kind).toBe(true)
  }
  expect(toldBy('2026-11-20', free)).toBe('2026-11-30')
  const late = { ...road(), reportedOn: '2026-11-30', happenedOn: '2026-11-20' }
  const doubts = (of: MovedDays) => objections({ ...late, moved: of }).map(({ code }) => code)
  expect([doubts({}), doubts(free)]).toEqual([['late_notice'], []])
  expect(columnOf('2026-11-27', '2026-11-25', { '2026-11-26': false })).toBe('tomorrow')
  expect(lawDays('2026-11-23', '2026-11-24', 2, free).map(({ day }) => day)).toEqual([
    '2026-11-25',
    '2026-11-26',
  ])
  const now = new Date('2026-11-25T06:00:00Z')
  expect(dueGroupOf('2026-11-27', now, { '2026-11-26': false })).toBe('tomorrow')
})

test('while a paper is missing, the decision and the money wait for it', () => {
  expect(due({ awaits: true }, '2026-12-28')).toEqual([
    ['missing_documents', '2026-11-25', true],
    ['decision', '2027-01-11', false],
    ['payment', '2027-01-21', false],
  ])
})

test.each([
  ['a client whose own car was hit', {}, true],
  ['both cars of an accident', { claimCase: 'owner-and-third-party' }, true],
  ['the other car alone', { claimCase: 'third-party' }, false],
  ['who caused it', { party: 'at_fault' }, false],
  ['a stranger under the policy of who caused it', { claimant: 'third-party' }, false],
  ['somebody is hurt', { injured: true }, false],
  ['a home', { product: 'home' }, false],
] as const)('%s: direct %o %s', (_who, change, expected) => {
  const of = {
    ...({ product: 'ogpo', claimant: 'policyholder', claimCase: 'owner' } as const),
    ...({ party: 'injured', injured: false } as const),
  }
  expect(isDirect({ ...of, ...change })).toBe(expected)
})

test('the lists and the verdict name the same day for the same claim', () => {
  const day = fc.integer({ min: 0, max: 700 }).map((n) => addDays('2026-01-01', n))
  const within = fc.integer({ min: 0, max: 60 })
  fc.assert(
    fc.property(
      fc.constantFrom(...claimStates),
      fc.record({
        from: day,
        later: within,
        now: within,
        direct: fc.boolean(),
        awaits: fc.boolean(),
      }),
      (state, { from, later, now, direct, awaits }) => {
        const papersOn = addDays(from, later)
        const today = addDays(papersOn, now)
        const { product, happenedOn, facts } = road()
        const law = lawDeadlines({
          product,
          happenedOn,
          reportedOn: from,
          complete: !awaits,
          today,
          moved: {},
          facts: {
            ...facts,
            papersOn,
            direct,
            decidedOn: state === 'accepted' ? papersOn : null,
          },
        })
        for (const one of claimDeadlines(
          state,
          { countedFrom: papersOn, direct, awaits },
          today,
          {},
        ))
          expect(law.find(({ kind }) => kind === one.kind)?.on).toBe(one.due)
      },
    ),
    { numRuns: 500 },
  )
})

test('after the decision nothing waits for a paper: the money of an accepted claim is late in its time', () => {
  expect(claimDeadlines('accepted', counted({ awaits: true }), '2027-02-01', {})).toEqual([
    { kind: 'payment', due: '2026-12-11', late: true },
  ])
  const of = road({ facts: { decidedOn: '2026-12-01', papersOn: '2026-11-20' } })
  const lines = lawDeadlines({ ...of, complete: false, today: '2027-02-01' })
  expect(lines.find(({ kind }) => kind === 'payment')).toMatchObject({
    on: '2026-12-11',
    state: 'late',
  })
})
