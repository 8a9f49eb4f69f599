import { addDays, almatyDay, type Day } from '../calendar.ts'
import { isByDay } from '../lifetimes.ts'
import type { AttemptState } from '../payment-attempt.ts'
import { billingDate, periodOf } from './periods.ts'
import type { ChargeState, SubscriptionState } from './subscription.ts'

const hour = 60 * 60_000

/** The billing date and the following days: one try a day. */
export const attemptsAtMost = 3
/** An unpaid order expires after this time. */
export const firstPaymentMs = 24 * hour

export type Try = { id: string; state: AttemptState; madeOn: Day }
export type Standing = {
  state: SubscriptionState
  anchor: Day
  /** The period to be paid next. */
  period: number
  /** The charge of that period, when it has been begun, with its tries, the oldest first. */
  charge: { state: ChargeState; attempts: readonly Try[] } | null
  hasCard: boolean
  /** A registered contract covers everything already paid. */
  contracted: boolean
}
/**
 * `ask`: a try with an unknown end precedes everything else, whatever has happened to the
 * subscription.
 */
export type Step =
  | { do: 'nothing' }
  | { do: 'ask'; attemptId: string }
  | { do: 'try' }
  | { do: 'not_renew'; reason: 'declined' | 'no_card' | 'too_late' }

/** Returns the next step of a subscription's next payment. */
export function nextStep(
  { state, anchor, period, charge, hasCard, contracted }: Standing,
  now: Date,
): Step {
  const attempts = charge?.attempts ?? []
  const open = attempts.find((one) => one.state === 'created' || one.state === 'awaiting')
  if (open) return { do: 'ask', attemptId: open.id }
  if (state !== 'active' || (charge !== null && charge.state !== 'due')) return { do: 'nothing' }
  const today = almatyDay(now)
  const { start } = periodOf(anchor, period)
  const declined = attempts.length > 0
  if (attempts.length >= attemptsAtMost) return { do: 'not_renew', reason: 'declined' }
  if (today >= start)
    return { do: 'not_renew', reason: declined ? 'declined' : hasCard ? 'too_late' : 'no_card' }
  // The client is notified of a declined card at once.
  if (today < billingDate(anchor, period) || !isByDay(now)) return { do: 'nothing' }
  // No money for another period while a paid one has no contract (decision 060).
  if (!contracted) return { do: 'nothing' }
  if (!hasCard || attempts.at(-1)?.madeOn === today) return { do: 'nothing' }
  return { do: 'try' }
}

/** Another day on which a declined card is tried again, or null: that was the last one. */
export function nextTryOn(anchor: Day, period: number, attempts: number, today: Day): Day | null {
  const tomorrow = addDays(today, 1)
  return attempts < attemptsAtMost && tomorrow < periodOf(anchor, period).start ? tomorrow : null
}
