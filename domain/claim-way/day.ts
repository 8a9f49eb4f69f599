import type { Day } from '../calendar.ts'
import { addYears } from '../policy.ts'

/** Years after which a right is no longer protected (Civil Code of Kazakhstan, art. 178). */
export const limitationYears = 3

export type DayFault = 'claim_future' | 'claim_too_long_ago' | 'claim_not_insured'

/** First and last day of a contract, and the day it was ended on before its time, if it was. */
export type InsuredDays = { start: Day; end: Day; ended: Day | null }

/**
 * Returns whether a contract insured that day: also the day it was ended on, as long as it lasted.
 */
export const insuresOn = ({ start, end, ended }: InsuredDays, on: Day): boolean =>
  on >= start && on <= end && (ended === null || on <= ended)

/**
 * Returns why an accident cannot have happened then, or is no claim under this policy; null if the
 * time is valid. `on` and `at` are a day and a minute of Almaty, `now` the minute of the report.
 */
export function dayFault(
  when: { on?: Day | undefined; at?: string | undefined },
  now: { today: Day; minute: string },
  policy: InsuredDays | null,
): DayFault | null {
  const { on, at } = when
  if (!on) return null
  if (on > now.today || (on === now.today && at && at > now.minute)) return 'claim_future'
  if (addYears(on, limitationYears) < now.today) return 'claim_too_long_ago'
  return policy && !insuresOn(policy, on) ? 'claim_not_insured' : null
}
