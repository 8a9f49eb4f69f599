import { databaseLimits } from '../settings/time-limits.ts'
import type { Log } from './log.ts'

/**
 * A line of a kind at once, and then one in ten seconds with how many there were: a database that
 * is away for half a minute says so in some lines, not in thousands.
 */
export function seldom(log: Log): (kind: string, fields: object, message: string) => void {
  const told = new Map<string, { at: number; untold: number }>()
  return (kind, fields, message) => {
    const last = told.get(kind)
    if (last && performance.now() - last.at < databaseLimits.toldAgainMs) {
      last.untold += 1
      return
    }
    log.warn({ ...fields, ...(last?.untold ? { alsoSinceThen: last.untold } : {}) }, message)
    told.set(kind, { at: performance.now(), untold: 0 })
  }
}
