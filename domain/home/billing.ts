import { addDays, addMonths, almatyDay, type Day, daysBetween, startOfDay } from '../calendar.ts'
import { homeProtectionStartHours } from '../constants.ts'
import type { AttemptState } from '../payment-attempt.ts'
import type { ChargeState, SubscriptionState } from './subscription.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * The billing date stands so many days before the period it pays for, so that every try falls into
 * time that is covered already.
 */
export const billedAheadDays = 3
/** The billing date and the following days: one try a day. */
export const attemptsAtMost = 3
/** Cards are charged from this hour of Almaty on: nobody is told of a declined card at night. */
const chargeFromHour = 10
/** Without a card the client is told so many days before the billing date. */
export const warnDays = 5
/** An order nobody pays is over after this time. */
export const firstPaymentMs = 24 * hour

/**
 * The instant the protection begins: within two hours of registration (spec section 9), to the
 * minute, so that the document can say it.
 */
export function protectionStart(registeredAt: Date): Date {
  return new Date(
    Math.floor((registeredAt.getTime() + homeProtectionStartHours * hour) / minute) * minute,
  )
}

export type Period = { start: Day; end: Day }

/**
 * The `n`-th period, both days included. Always counted from the anchor: the 31st is the last day
 * of a shorter month and the 31st again.
 */
export const periodOf = (anchor: Day, n: number): Period => ({
  start: addMonths(anchor, n),
  end: addDays(addMonths(anchor, n + 1), -1),
})

/** The day the card is first charged for period `n`; the first one is paid at once. */
export const billingDate = (anchor: Day, n: number): Day =>
  addDays(periodOf(anchor, n).start, -billedAheadDays)

export type Try = { id: string; state: AttemptState; madeOn: Day }
export type Standing = {
  state: SubscriptionState
  anchor: Day
  /** The period to be paid next. */
  period: number
  /** The charge of that period, when it has been begun, with its tries, the oldest first. */
  charge: { state: ChargeState; attempts: readonly Try[] } | null
  hasCard: boolean
}
/**
 * `ask`: a try whose end is not known comes before everything else, whatever has happened to the
 * subscription.
 */
export type Step =
  | { do: 'nothing' }
  | { do: 'ask'; attemptId: string }
  | { do: 'try' }
  | { do: 'not_renew'; reason: 'declined' | 'no_card' | 'too_late' }

/** What to do about a subscription's next payment now. */
export function nextStep({ state, anchor, period, charge, hasCard }: Standing, now: Date): Step {
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
  if (
    today < billingDate(anchor, period) ||
    now.getTime() < startOfDay(today).getTime() + chargeFromHour * hour
  )
    return { do: 'nothing' }
  if (!hasCard || attempts.at(-1)?.madeOn === today) return { do: 'nothing' }
  return { do: 'try' }
}

/** Another day on which a declined card is tried again, or null: that was the last one. */
export function nextTryOn(anchor: Day, period: number, attempts: number, today: Day): Day | null {
  const tomorrow = addDays(today, 1)
  return attempts < attemptsAtMost && tomorrow < periodOf(anchor, period).start ? tomorrow : null
}

/** True from some days before the billing date on: who has no card then must hear it in time. */
export const mustWarn = (billingOn: Day, today: Day): boolean =>
  addDays(billingOn, -warnDays) <= today

/**
 * What the card in the cabinet counts: days to the start while it has not come, else days to the
 * next billing, else none.
 */
export function countdown(
  of: { protectionFrom: Date; billingOn: Day | null },
  now: Date,
): { to: 'start'; days: number } | { to: 'billing'; days: number } | null {
  const today = almatyDay(now)
  if (now < of.protectionFrom)
    return { to: 'start', days: Math.max(0, daysBetween(today, almatyDay(of.protectionFrom))) }
  return of.billingOn
    ? { to: 'billing', days: Math.max(0, daysBetween(today, of.billingOn)) }
    : null
}
