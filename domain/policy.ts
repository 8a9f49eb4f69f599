import { addMonths, type Day, daysBetween } from './calendar.ts'
import { cancelRefund } from './ogpo/refund-sums.ts'
import type { PolicyState } from './policy-states.ts'

/** "Renewal: from 30 days before the end the card offers it" (issue 4), days. */
export const renewFromDays = 30
/** Days before the end at which reminders are sent (issue 4). */
export const reminderDays = [30, 14, 7, 3, 1] as const
/**
 * Years that records are stored at least after the relation ends (docs/law/ogpo-rules.md section 4,
 * AML).
 */
export const recordsKeptYears = 5

export const addYears = (day: Day, years: number): Day => addMonths(day, years * 12)

type Dates = { state: PolicyState; start: Day; end: Day; issuedOn: Day }

/**
 * The state on a day of Almaty: policies begin and end by the day, whenever the job writes it down.
 */
export function policyStateOn({ state, start, end }: Dates, today: Day): PolicyState {
  if (state !== 'pending' && state !== 'active') return state
  if (end < today) return 'ended'
  return start <= today ? 'active' : 'pending'
}

/**
 * Returns the offers of a policy's card on a day (spec sections 2 and 4; settled.md, "Prices").
 * `ending`: a termination has already been accepted.
 */
export function policyOffers(policy: Dates, today: Day, termination: boolean) {
  const state = policyStateOn(policy, today)
  const inForce = (state === 'pending' || state === 'active') && !termination
  return {
    terminate: inForce,
    cancel: inForce && 'refund' in cancelRefund({ paid: 0, ...policy }, today),
    renew: state === 'active' && !termination && daysBetween(today, policy.end) <= renewFromDays,
    add_drivers: inForce,
  }
}
