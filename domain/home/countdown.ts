import { addDays, almatyDay, type Day, daysBetween } from '../calendar.ts'

/** Days before the billing date at which a client without a card is notified. */
export const warnDays = 5

/**
 * Returns true from some days before the billing date on: a client without a card must be notified
 * in time.
 */
export const mustWarn = (billingOn: Day, today: Day): boolean =>
  addDays(billingOn, -warnDays) <= today

/**
 * Returns what the cabinet's card counts: days to the start before it, then days to the next
 * billing, else nothing.
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

/**
 * Days before a charge at which a client whose card will have expired by then is notified, once
 * each.
 */
export const cardEndWarnings = { month: 31, week: 7 } as const
