import { expect, test } from 'vitest'
import {
  type MissingRows,
  type OperationFacts,
  operationState,
  type SaleStep,
  saleSteps,
  saleVerdict,
  stepVerdict,
  withRefusals,
} from './sale-steps.ts'

const now = new Date('2026-11-27T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const facts = (more: Partial<OperationFacts>): OperationFacts => ({
  system: 'esbd',
  operation: 'SetPolicy',
  uses: [{ step: 'register', need: 'must' }],
  calls: 0,
  failures: 0,
  slowestMs: null,
  lastOk: null,
  lastFailure: null,
  failuresInRow: 0,
  failingSince: null,
  ...more,
})
const failing = (more: Partial<OperationFacts> = {}) =>
  facts({
    calls: 2,
    failures: 2,
    lastFailure: ago(20),
    failuresInRow: 2,
    failingSince: ago(240),
    ...more,
  })

test.each<[string, OperationFacts, string]>([
  ['two of two fail', failing(), 'fails'],
  [
    'one stray failure among successes',
    facts({ calls: 9, failures: 1, failuresInRow: 1, lastOk: ago(30), lastFailure: ago(5) }),
    'works',
  ],
  [
    'the only call fails',
    facts({ calls: 1, failures: 1, failuresInRow: 1, lastFailure: ago(5) }),
    'unsteady',
  ],
  [
    'it failed last, twenty minutes ago',
    failing({ calls: 0, failures: 0, lastFailure: ago(1_200) }),
    'fails',
  ],
  [
    'it failed last, two hours ago',
    failing({ calls: 0, failures: 0, lastFailure: ago(7_200) }),
    'quiet',
  ],
  [
    'it went through a moment after an outage',
    facts({ calls: 9, failures: 8, lastOk: ago(1), lastFailure: ago(70) }),
    'unsteady',
  ],
  [
    'it has gone through for two minutes',
    facts({ calls: 9, failures: 7, lastOk: ago(1), lastFailure: ago(121) }),
    'works',
  ],
  ['nobody has ever asked', facts({}), 'quiet'],
  ['nobody has asked for a while', facts({ lastOk: ago(900) }), 'quiet'],
  ['its answers are slow', facts({ calls: 3, slowestMs: 1_500, lastOk: ago(5) }), 'slow'],
])('%s', (_, one, state) => {
  expect(operationState(one, now)).toBe(state)
})

test.each([
  [1, 'works'],
  [2, 'unsteady'],
  [3, 'fails'],
])('of %s sales refused in the same words it %s', (things, state) => {
  const refusals = { things, calls: 9, since: ago(240), last: ago(20) }
  const one = withRefusals(facts({ calls: 9, lastOk: ago(280) }), refusals)
  expect(operationState(one, now)).toBe(state)
  expect(stepVerdict('register', [one], now).since).toEqual(things > 1 ? ago(240) : null)
})

const verdict = (
  failed: readonly SaleStep[],
  { count = 0, late = false, fresh = true, missing = null as MissingRows | null } = {},
) => {
  const operations = failed.map((step) => failing({ uses: [{ step, need: 'must' }] }))
  const waiting = { count, since: count > 0 ? ago(120) : null }
  return saleVerdict({
    steps: saleSteps.map((step) => stepVerdict(step, operations, now)),
    missing,
    listsFresh: fresh,
    queueLate: late,
    paidNotIssued: waiting,
  })
}

const stops: readonly SaleStep[] = [
  ...(['sign_in', 'consent', 'find', 'price', 'register', 'home_register'] as const),
]
test.each(saleSteps)('a failing step %s is told, by whether selling goes on without it', (step) => {
  expect(verdict([step])).toMatchObject({
    kind: 'step',
    step,
    tone: stops.includes(step) ? 'bad' : 'now',
    since: ago(240),
  })
})

test('both ways to pay together stop the sale', () => {
  expect(verdict(['bill', 'card'])).toMatchObject({ kind: 'no_payment', tone: 'bad' })
})

test('who has paid and waits makes it amber by itself, and is told beside an outage', () => {
  expect(verdict([], { count: 2 })).toMatchObject({
    kind: 'waiting',
    tone: 'now',
    waiting: { count: 2 },
  })
  expect(verdict(['register'], { count: 3 })).toMatchObject({ tone: 'bad', waiting: { count: 3 } })
})

test('whom a step that works keeps waiting is seen at the step itself', () => {
  const works = facts({ calls: 3, lastOk: ago(20) })
  expect(stepVerdict('register', [works], now).tone).toBe('good')
  const waiting = { count: 1, since: ago(600) }
  expect(stepVerdict('register', [works], now, waiting)).toMatchObject({ tone: 'now', waiting })
})

test.each(saleSteps)('who has paid and waits hides no failing step %s', (step) => {
  expect(verdict([step], { count: 1 })).toMatchObject({
    kind: 'step',
    step,
    systems: ['esbd'],
    waiting: { count: 1 },
  })
})

test('a day without tariff tables is said before everything, with its beginning', () => {
  const missing: MissingRows = { kind: 'no_tariff', since: ago(3_600) }
  for (const of of [verdict(['register'], { missing, fresh: false }), verdict([], { missing })])
    expect(of).toMatchObject({ kind: 'no_tariff', tone: 'bad', since: ago(3_600) })
})

test('old lists are said before every step, a late queue last', () => {
  expect(verdict(['register'], { fresh: false })).toMatchObject({ kind: 'lists_old', tone: 'bad' })
  expect(verdict([], { late: true })).toMatchObject({ kind: 'queue_late', tone: 'now' })
  expect(verdict([])).toMatchObject({ kind: 'well', tone: 'good' })
})

test('an operation that a step can be done without makes it unsteady, not failing', () => {
  const one = failing({ uses: [{ step: 'register', need: 'may' }] })
  expect(stepVerdict('register', [one], now)).toMatchObject({ state: 'unsteady', tone: 'now' })
})

test('successes of other operations hide no failing one', () => {
  const well = facts({ operation: 'GetPoliciesByNumber', calls: 154, lastOk: ago(1) })
  expect(stepVerdict('register', [well, failing()], now)).toMatchObject({
    state: 'fails',
    calls: 2,
    failures: 2,
    systems: ['esbd'],
  })
})
