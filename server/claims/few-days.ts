import { createHash } from 'node:crypto'
import type { Day } from '#domain/calendar.ts'
import type { Context } from '../http/context.ts'

/**
 * Whether this day of this number may be answered to this person: a day that was answered once is
 * answered again, and other days so few in a month that a mistyped one can be put right and nobody
 * finds out when a contract began or ended. `who`: an IIN or an account's id. Null when it may, else
 * the seconds until another day may be asked about.
 */
export async function waitForDay(
  { limits }: Pick<Context, 'limits'>,
  { who, named, on }: { who: string; named: string; on: Day },
): Promise<number | null> {
  // Begins with who asked, so that it is found when their data is erased.
  const key = (of: string) => `${who}:${createHash('sha256').update(of).digest('hex').slice(0, 24)}`
  const day = key(`${named} ${on}`)
  if (await limits.spent('daysAnswered', day)) return null
  const wait = await limits.takeOrWait('daysPerNumber', key(named))
  if (wait === null) await limits.take('daysAnswered', day)
  return wait
}
