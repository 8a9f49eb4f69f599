import type { Day } from '../calendar.ts'
import { addYears } from '../policy.ts'

/** After so many years a right is protected no more (Civil Code of Kazakhstan, art. 178). */
export const limitationYears = 3

export type DayFault = 'claim_future' | 'claim_too_long_ago' | 'claim_not_insured'

/**
 * Why an accident cannot have been then, or is no claim under this policy; null where nothing is
 * wrong. `on` and `at` are a day and a minute of Almaty, `now` the minute it is told in.
 */
export function dayFault(
  when: { on?: Day | undefined; at?: string | undefined },
  now: { today: Day; minute: string },
  policy: { start: Day; end: Day } | null,
): DayFault | null {
  const { on, at } = when
  if (!on) return null
  if (on > now.today || (on === now.today && at && at > now.minute)) return 'claim_future'
  if (addYears(on, limitationYears) < now.today) return 'claim_too_long_ago'
  if (policy && (on < policy.start || on > policy.end)) return 'claim_not_insured'
  return null
}
