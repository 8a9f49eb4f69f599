import { FAILING_SHARE, SLOW_MS } from './system-health.ts'

/**
 * Decides whether selling goes on: a verdict per step of the sale, from each operation of each
 * outside system and never from a mean over a system's operations: once, every SetPolicy failed
 * while look-ups of the same system answered, and every desk showed that all worked. Pure; the
 * counts are the server's.
 */

/** The steps of a sale in order, then those after it, then those beside it. */
export const saleSteps = [
  'sign_in',
  'eid',
  'consent',
  'find',
  'price',
  'bill',
  'card',
  'epay',
  'register',
  'home_register',
  'papers',
  'message',
  'home_charge',
  'refund',
  'ending',
  'beside',
] as const
export type SaleStep = (typeof saleSteps)[number]

/**
 * The effect on selling if a step fails: it stops, one of the ways to pay is closed, or it goes on.
 * The gravest step first: those without which no sale is possible, by how much of a sale is lost.
 */
const weights: Readonly<Record<SaleStep, 'stops' | 'way' | 'goes_on'>> = {
  register: 'stops',
  sign_in: 'stops',
  find: 'stops',
  price: 'stops',
  // Without the state's consent no register answers about a new person; a document typed by hand
  // replaces only one of them.
  consent: 'stops',
  home_register: 'stops',
  bill: 'way',
  card: 'way',
  epay: 'way',
  papers: 'goes_on',
  message: 'goes_on',
  refund: 'goes_on',
  home_charge: 'goes_on',
  eid: 'goes_on',
  ending: 'goes_on',
  beside: 'goes_on',
}
const gravest = Object.keys(weights) as SaleStep[] // the keys of the table

/** An operation's role: the step cannot be done without it (`must`) or usually can (`may`). */
export type OperationUse = { step: SaleStep; need: 'must' | 'may' }

/**
 * Calls of one operation of one outside system. A refusal of the data sent counts as answered until
 * other requests are refused in the same words (`withRefusals`).
 */
export type OperationFacts = {
  system: string
  operation: string
  uses: readonly OperationUse[]
  /** In the last `JUDGED_MS`. */
  calls: number
  failures: number
  /** 90th percentile of these calls, ms; null if there were none. */
  slowestMs: number | null
  lastOk: Date | null
  lastFailure: Date | null
  /** Failures since the last success, and the first of them. */
  failuresInRow: number
  failingSince: Date | null
}

/** The commonest words in which an operation has refused since it last went through. */
export type Refusals = {
  /** Number of our objects refused: repeats for one count once. */
  things: number
  /** Calls in the last `JUDGED_MS`. */
  calls: number
  since: Date
  last: Date
}

/**
 * A register that says no to everybody is as bad as one that does not answer. The first may be
 * refused for data of its own, so it counts as no failure: two are a doubt, three an outage.
 */
export function withRefusals(facts: OperationFacts, refusals: Refusals | null): OperationFacts {
  if (!refusals || refusals.things < 2) return facts
  const { lastFailure, failingSince } = facts
  return {
    ...facts,
    failures: facts.failures + refusals.calls,
    failuresInRow: facts.failuresInRow + refusals.things - 1,
    lastFailure: lastFailure && lastFailure > refusals.last ? lastFailure : refusals.last,
    failingSince: failingSince && failingSince < refusals.since ? failingSince : refusals.since,
  }
}

/** Period over which calls are judged. */
export const JUDGED_MS = 5 * 60_000
/** An operation works again after so long without a failure since a success … */
export const SETTLED_MS = 2 * 60_000
/** … and after so long it no longer counts as failing. */
const RECOVERING_MS = 60_000
/** After so long without a call the state is unknown: issuing is retried every half hour. */
export const FORGOTTEN_MS = 60 * 60_000
/** One call may be slow by chance. */
const SLOW_CALLS = 3
/** If a greater share of all fails, most people do not get through. */
const STOPPING_SHARE = 0.5

/** Worst to best. `quiet`: no recent calls. */
export const stepStates = ['fails', 'unsteady', 'slow', 'works', 'quiet'] as const
export type StepState = (typeof stepStates)[number]

/** How an operation does. Two failures in a row suffice: at night there may be no more calls. */
export function operationState(facts: OperationFacts, now: Date): StepState {
  const { calls, failures, lastOk, lastFailure, failuresInRow, slowestMs } = facts
  const age = (at: Date | null) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY)
  if (failuresInRow > 0) {
    if (age(lastFailure) > FORGOTTEN_MS) return 'quiet'
    if (failuresInRow > 1) return 'fails'
    // One among successes is a stray; the only one for a while leaves it open.
    return calls > failures ? 'works' : 'unsteady'
  }
  if (failures > 1 && calls > 0 && age(lastFailure) <= SETTLED_MS) {
    if (failures / calls >= STOPPING_SHARE && age(lastFailure) <= RECOVERING_MS) return 'fails'
    if (failures / calls > FAILING_SHARE) return 'unsteady'
  }
  if (calls === 0) return lastOk && age(lastOk) <= JUDGED_MS ? 'works' : 'quiet'
  return calls >= SLOW_CALLS && slowestMs !== null && slowestMs >= SLOW_MS ? 'slow' : 'works'
}

/** People whom a step keeps waiting: their number, and the start of the longest wait. */
export type Waiting = { count: number; since: Date | null }
export const nobody: Waiting = { count: 0, since: null }

export const tones = ['bad', 'now', 'good', 'quiet'] as const
export type Tone = (typeof tones)[number]
export type StepVerdict = {
  step: SaleStep
  state: StepState
  tone: Tone
  /** Since when it fails; null if it does not. */
  since: Date | null
  /** When an operation that the step needs last went through. */
  lastOk: Date | null
  /** Calls of its operations in the last `JUDGED_MS`: of the worst alone if something is wrong. */
  calls: number
  failures: number
  /** Systems that are the reason. */
  systems: string[]
  waiting: Waiting
}

/**
 * Returns the state of one step: that of the worst operation it must have. An operation it can do
 * without makes it unsteady at most.
 */
export function stepVerdict(
  step: SaleStep,
  operations: readonly OperationFacts[],
  now: Date,
  waiting: Waiting = nobody,
): StepVerdict {
  const used = operations.flatMap((facts) => {
    const use = facts.uses.find((one) => one.step === step)
    if (!use) return []
    const found = operationState(facts, now)
    // Who waits a second longer for something beside the sale is no one.
    const isSlowBeside = found === 'slow' && (use.need === 'may' || weights[step] === 'goes_on')
    const isLess = found === 'fails' && use.need === 'may'
    const state = isSlowBeside ? 'works' : isLess ? 'unsteady' : found
    return [{ facts, state, need: use.need }]
  })
  const state =
    stepStates.find((one) => used.some((operation) => operation.state === one)) ?? 'quiet'
  const isWrong = state === 'fails' || state === 'unsteady' || state === 'slow'
  const told = isWrong
    ? used.filter((operation) => operation.state === state)
    : used.filter(({ need }) => need === 'must')
  const times = (pick: (facts: OperationFacts) => Date | null) =>
    told.flatMap(({ facts }) => pick(facts) ?? []).sort((a, b) => a.getTime() - b.getTime())
  const sum = (pick: (facts: OperationFacts) => number) =>
    told.reduce((all, { facts }) => all + pick(facts), 0)
  return {
    step,
    state,
    tone: toneOf(step, state, waiting),
    since: (isWrong && times(({ failingSince }) => failingSince)[0]) || null,
    lastOk: times(({ lastOk }) => lastOk).at(-1) ?? null,
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    systems: isWrong ? [...new Set(told.map(({ facts }) => facts.system))] : [],
    waiting,
  }
}

/** The step of pricing where rows of ours are missing, whatever the outside systems answer. */
export const unpriced = (step: StepVerdict, since: Date | null): StepVerdict => ({
  ...step,
  state: 'fails',
  tone: 'bad',
  since,
  // Successful calls do not matter here, so none are shown.
  lastOk: null,
  calls: 0,
  failures: 0,
  systems: [],
})

function toneOf(step: SaleStep, state: StepState, waiting: Waiting): Tone {
  if (state === 'fails') return weights[step] === 'stops' ? 'bad' : 'now'
  if (state === 'unsteady' || state === 'slow' || waiting.count > 0) return 'now'
  return state === 'quiet' ? 'quiet' : 'good'
}

/** `step`: see `SaleVerdict.step`. */
export const saleVerdictKinds = [
  'no_tariff',
  'no_insurer',
  'lists_old',
  'no_payment',
  'step',
  'waiting',
  'queue_late',
  'well',
] as const
export type SaleVerdict = {
  kind: (typeof saleVerdictKinds)[number]
  tone: 'bad' | 'now' | 'good'
  /** The step concerned. */
  step: SaleStep | null
  state: StepState | null
  since: Date | null
  systems: string[]
  /** Paid and not issued, whatever the reason. */
  waiting: Waiting
}

/**
 * `no_tariff`: no tables cover the day, since then. `no_insurer`: of no company is it written down
 * what we keep of its premiums, so that none may be sold.
 */
export type MissingRows = { kind: 'no_tariff' | 'no_insurer'; since: Date | null }

type Known = {
  steps: readonly StepVerdict[]
  /** Rows of ours that are missing today, so that nothing is priced; null: none. */
  missing: MissingRows | null
  /** False: a list that blocks is missing or too old, and nothing is issued. */
  listsFresh: boolean
  /** A queue's oldest waits longer than it may. */
  queueLate: boolean
  paidNotIssued: Waiting
}

/**
 * Returns one sentence for the top of the page: whether we can sell, and the gravest fault alone.
 */
export function saleVerdict({
  steps,
  missing,
  listsFresh,
  queueLate,
  paidNotIssued,
}: Known): SaleVerdict {
  const of = (
    kind: SaleVerdict['kind'],
    tone: SaleVerdict['tone'],
    said: readonly StepVerdict[] = [],
  ): SaleVerdict => ({
    kind,
    tone,
    step: said[0]?.step ?? null,
    state: said[0]?.state ?? null,
    since: said[0]?.since ?? null,
    systems: [...new Set(said.flatMap(({ systems }) => systems))],
    waiting: paidNotIssued,
  })
  if (missing) return { ...of(missing.kind, 'bad'), since: missing.since }
  if (!listsFresh) return of('lists_old', 'bad')
  const byGravity = gravest.flatMap((step) => steps.filter((one) => one.step === step))
  const stopped = byGravity.find(({ tone }) => tone === 'bad')
  if (stopped) return of('step', 'bad', [stopped])
  const ways = byGravity.filter(({ step }) => weights[step] === 'way')
  const failed = ways.filter(({ state }) => state === 'fails')
  // A way without recent calls, or not offered, proves nothing.
  if (failed.length > 1 && ways.every(({ state }) => state === 'fails' || state === 'quiet'))
    return of('no_payment', 'bad', failed)
  const wrong = stepStates
    .slice(0, 3)
    .flatMap((state) => byGravity.filter((one) => one.state === state))
  // Shown beside the number of people who wait: the wait must not hide an outage.
  if (wrong[0]) return of('step', 'now', [wrong[0]])
  if (paidNotIssued.count > 0) return of('waiting', 'now')
  if (steps.some(({ waiting }) => waiting.count > 0) || queueLate) return of('queue_late', 'now')
  return of('well', 'good')
}

/** What of a sale nobody can do now, as a seller has to know it: no systems, no numbers. */
export const halts = ['sale', 'issue', 'consent', 'payment'] as const
type Halt = { what: (typeof halts)[number]; since: Date | null }

const haltedBy: Readonly<Partial<Record<SaleStep, Halt['what']>>> = {
  find: 'sale',
  price: 'sale',
  register: 'issue',
  consent: 'consent',
}

/**
 * What a promoter is told of the verdict that staff read: the gravest for one who sells OGPO, the
 * first of `halts`; null while every step of theirs can be done. Of a step of another product, or
 * one that goes on another way, they are told nothing.
 */
export function haltOf(verdict: SaleVerdict, steps: readonly StepVerdict[]): Halt | null {
  if (verdict.tone !== 'bad') return null
  const found = steps.flatMap(({ step, tone, since }): Halt[] => {
    const what = haltedBy[step]
    return what && tone === 'bad' ? [{ what, since }] : []
  })
  const { kind, since } = verdict
  if (kind === 'no_tariff' || kind === 'no_insurer') found.push({ what: 'sale', since })
  if (kind === 'lists_old') found.push({ what: 'issue', since })
  if (kind === 'no_payment') found.push({ what: 'payment', since })
  return (
    halts.flatMap((what) =>
      found
        .filter((one) => one.what === what)
        .toSorted((one, other) => (one.since?.getTime() ?? 0) - (other.since?.getTime() ?? 0)),
    )[0] ?? null
  )
}
