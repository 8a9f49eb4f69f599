import { addMs, consentAnswerMs, consentLifeMs } from './lifetimes.ts'
import { questions } from './machine.ts'

/**
 * A driver's consent, requested by SMS from 1414 (spec section 4). Every answer is final: a late
 * yes revives nothing.
 */
export const consent = {
  awaiting: ['approved', 'rejected', 'expired'],
  approved: [],
  rejected: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>

export type ConsentState = keyof typeof consent
export const {
  states: consentStates,
  mayBecome: consentMayBecome,
  before: consentBefore,
} = questions<ConsentState>(consent)

/**
 * Returns the state at an instant: without an answer it expires after ten minutes, even if no job
 * has recorded it yet.
 */
export function consentState(
  asked: { state: ConsentState; requestedAt: Date },
  now: Date,
): ConsentState {
  const late = now >= addMs(asked.requestedAt, consentAnswerMs)
  return asked.state === 'awaiting' && late ? 'expired' : asked.state
}

/**
 * The state after an answer that came at `at`; an answer to anything but a waiting request changes
 * nothing.
 */
export function consentAnswered(
  asked: { state: ConsentState; requestedAt: Date },
  answer: 'yes' | 'no',
  at: Date,
): ConsentState {
  const state = consentState(asked, at)
  if (state !== 'awaiting') return state
  return answer === 'yes' ? 'approved' : 'rejected'
}

/**
 * True while an approved consent may be relied on: 30 days or until its own end, and not after it
 * was withdrawn.
 */
export function consentHolds(
  given: {
    state: ConsentState
    answeredAt: Date | null
    withdrawnAt?: Date | null
    validUntil?: Date | null
  },
  now: Date,
): boolean {
  if (given.state !== 'approved' || given.answeredAt === null) return false
  if (given.withdrawnAt && given.withdrawnAt <= now) return false
  if (given.validUntil && given.validUntil <= now) return false
  return now < addMs(given.answeredAt, consentLifeMs)
}
