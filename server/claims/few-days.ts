import { createHash } from 'node:crypto'
import type { Day } from '#domain/calendar.ts'
import type { Context } from '../http/context.ts'

/**
 * Whether this day of this number may be answered to this person: a day that was answered once is
 * answered again, and other days so few in a month that a mistyped one can be put right and nobody
 * finds out when a contract began or ended. `who`: an IIN or an account's id.
 */
export async function isOneOfFewDays(
  { limits }: Pick<Context, 'limits'>,
  { who, named, on }: { who: string; named: string; on: Day },
): Promise<boolean> {
  // Begins with who asked, so that it is found when their data is erased.
  const key = (of: string) => `${who}:${createHash('sha256').update(of).digest('hex').slice(0, 24)}`
  const day = key(`${named} ${on}`)
  if (await limits.spent('daysAnswered', day)) return true
  if (!(await limits.take('daysPerNumber', key(named)))) return false
  await limits.take('daysAnswered', day)
  return true
}
