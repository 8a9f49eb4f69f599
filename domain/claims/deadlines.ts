import { addDays, type Day } from '../calendar.ts'
import type { Claimant } from '../claim-way/answers.ts'
import { claimsUnder, type ProductName } from '../products.ts'
import { type Basis, basisOf } from './basis.ts'
import type { ClaimCase, ClaimFacts, Party } from './facts.ts'
import type { ClaimState } from './state.ts'
import { addWorkingDays, type MovedDays } from './working-days.ts'

/**
 * Working days by articles of the law 446-II: missing papers are named within 3 of the papers (17 §
 * 2 (6-1)), a refusal is sent within 7 (29 § 3), the payout within 15 of the last paper (26 § 1),
 * within 7 from one's own insurer (26-1 § 2); an accident is reported within 5 (16 § 2 (3)); the
 * inspection is agreed within 3 and made within 5 of the application, the harm assessed within 5
 * more (22 § 3).
 */
const workingDays = {
  notice: 5,
  missing_documents: 3,
  inspection_agreed: 3,
  inspection: 5,
  assessment: 5,
  decision: 7,
  payment: 15,
  directPayment: 7,
} as const
/**
 * Returns the last day on which each driver must report the accident to their insurer (16 § 2 (3)).
 */
export const toldBy = (on: Day, moved: MovedDays): Day =>
  addWorkingDays(on, workingDays.notice, moved)

/**
 * Calendar days to begin paying the first of several victims, papers of others or not (26 § 2-1).
 */
const firstOfSeveralDays = 15

/**
 * Returns whether the claim goes to the claimant's own insurer, which then has 7 days (26-1 § 2):
 * the client suffered the harm, claims under their own policy, and their own car is among the
 * damage. A guess: we have not seen the article's conditions beyond the term, so the general term
 * holds if a person is injured.
 */
export const isDirect = (of: {
  product: ProductName
  claimant: Claimant
  claimCase: ClaimCase
  party: Party
  injured: boolean
}): boolean =>
  claimsUnder[of.product].byMotorLaw &&
  of.claimant === 'policyholder' &&
  of.party === 'injured' &&
  of.claimCase !== 'third-party' &&
  !of.injured

/** Facts that decide the deadlines of one claim; the same for each of its screens. */
export type Counted = {
  /** The day the last papers came: the law counts from it. */
  countedFrom: Day
  /** The claim is made to the claimant's own insurer. */
  direct: boolean
  /** A paper is missing: the decision and the money wait for it. */
  awaits: boolean
}
export const deadlineKinds = ['missing_documents', 'decision', 'payment'] as const
export type ClaimDeadline = {
  kind: (typeof deadlineKinds)[number]
  due: Day
  late: boolean
}
/** Returns the working days of each deadline. */
export const claimWorkingDays = (direct: boolean): Record<ClaimDeadline['kind'], number> => ({
  missing_documents: workingDays.missing_documents,
  decision: workingDays.decision,
  payment: direct ? workingDays.directPayment : workingDays.payment,
})
/** The last day of a deadline of a claim; while a paper is missing as if it came today. */
export const dueOn = (
  kind: ClaimDeadline['kind'],
  { countedFrom, direct, awaits }: Counted,
  today: Day,
  moved: MovedDays,
): Day =>
  addWorkingDays(
    awaits && kind !== 'missing_documents' ? today : countedFrom,
    claimWorkingDays(direct)[kind],
    moved,
  )

const openIn: Record<ClaimState, readonly ClaimDeadline['kind'][]> = {
  wait: deadlineKinds,
  under_consideration: ['decision', 'payment'],
  accepted: ['payment'],
  rejected: [],
  completed: [],
}

/** The law's deadlines still open for a claim, the nearest first; days of Almaty. */
export function claimDeadlines(
  state: ClaimState,
  counted: Counted,
  today: Day,
  moved: MovedDays,
): ClaimDeadline[] {
  // The decision rests on the papers present then: after it no paper is awaited (26 § 1).
  const of = state === 'accepted' ? { ...counted, awaits: false } : counted
  return openIn[state]
    .map((kind) => {
      const due = dueOn(kind, of, today, moved)
      return { kind, due, late: due < today }
    })
    .toSorted((one, other) => one.due.localeCompare(other.due))
}

/** `waits`: papers are missing; the day assumes that the last one arrives today. */
export const deadlineStates = ['waits', 'ahead', 'today', 'late', 'done'] as const
export type DeadlineState = (typeof deadlineStates)[number]
export type LawDeadline = {
  kind:
    | 'notice'
    | 'missing_documents'
    | 'inspection_agreed'
    | 'inspection'
    | 'assessment'
    | 'decision'
    | 'first_payment'
    | 'payment'
  /** Last day, Almaty. */
  on: Day
  basis: Basis
  state: DeadlineState
  /** Who must meet it. */
  whose: 'client' | 'insurer'
}

export type DeadlinesCase = {
  product: ProductName
  happenedOn: Day
  reportedOn: Day
  facts: ClaimFacts
  /** All papers are here. */
  complete: boolean
  today: Day
  moved: MovedDays
}

const later = (a: Day, b: Day): Day => (a > b ? a : b)
const stateOn = (on: Day, today: Day): DeadlineState =>
  on < today ? 'late' : on === today ? 'today' : 'ahead'

/** Returns the article that sets the term of the payout. */
const basisOfPayment = ({ simplified, direct }: ClaimFacts): Basis =>
  direct ? basisOf.directPayment : simplified ? basisOf.simplifiedPayment : basisOf.payment

const countedIn = ({ reportedOn, facts, complete }: DeadlinesCase): Counted => ({
  countedFrom: facts.papersOn ?? reportedOn,
  direct: facts.direct,
  awaits: !complete && facts.decidedOn === null,
})

type Line = Pick<LawDeadline, 'kind' | 'on' | 'basis'> & { done: boolean; waits?: boolean }

/**
 * All deadlines of a claim on one line, in the order of the procedure; for Home the same days by
 * the insurer's rules, a guess. A delay of ours moves none of them earlier: what follows an
 * inspection not yet made is counted from its last day or from today, whichever is later. A notice
 * that came too late stays `late`; everything else that is done is `done`.
 */
export function lawDeadlines(of: DeadlinesCase): LawDeadline[] {
  const { product, happenedOn, reportedOn, facts, complete, today, moved } = of
  const on = (kind: keyof typeof workingDays, from: Day) =>
    addWorkingDays(from, workingDays[kind], moved)
  const notice = toldBy(facts.knownOn ?? happenedOn, moved)
  const inspection = on('inspection', reportedOn)
  const inspected = facts.inspectedOn !== null || facts.decidedOn !== null
  const lines: Line[] = [
    { kind: 'notice', on: notice, basis: basisOf.notice, done: reportedOn <= notice },
    {
      kind: 'missing_documents',
      on: dueOn('missing_documents', countedIn(of), today, moved),
      basis: basisOf.missingNamed,
      done: complete || facts.decidedOn !== null,
    },
    {
      kind: 'inspection_agreed',
      on: on('inspection_agreed', reportedOn),
      basis: basisOf.inspectionAgreed,
      done: inspected,
    },
    { kind: 'inspection', on: inspection, basis: basisOf.inspection, done: inspected },
    {
      kind: 'assessment',
      on: on('assessment', facts.inspectedOn ?? later(inspection, today)),
      basis: basisOf.assessment,
      done: facts.decidedOn !== null,
    },
    ...afterPapers(of),
  ]
  return lines.map(({ kind, on: day, basis, done, waits }) => ({
    kind,
    on: day,
    basis: claimsUnder[product].byMotorLaw ? basis : basisOf.homeRules,
    state: done ? 'done' : waits ? 'waits' : kind === 'notice' ? 'late' : stateOn(day, today),
    whose: kind === 'notice' ? 'client' : 'insurer',
  }))
}

/**
 * Returns the deadlines that run from the last paper: the decision and, unless it was a refusal,
 * the payout.
 */
function afterPapers(of: DeadlinesCase): Line[] {
  const { facts, today, moved } = of
  const counted = countedIn(of)
  const waits = counted.awaits
  const paid = facts.paidOn !== null
  const decision: Line = {
    kind: 'decision',
    on: dueOn('decision', counted, today, moved),
    basis: basisOf.refusal,
    done: facts.decidedOn !== null,
    waits,
  }
  if (facts.refused) return [decision]
  const first: Line = {
    kind: 'first_payment',
    on: addDays(waits ? today : counted.countedFrom, firstOfSeveralDays),
    basis: basisOf.severalVictims,
    done: paid,
    waits,
  }
  const several = (facts.victims ?? 1) > 1 ? [first] : []
  const on = dueOn('payment', counted, today, moved)
  const payment: Line = { kind: 'payment', on, basis: basisOfPayment(facts), done: paid, waits }
  return [decision, ...several, payment]
}
