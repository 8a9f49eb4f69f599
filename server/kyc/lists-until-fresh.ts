import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { screeningLimits } from '../settings/time-limits.ts'
import { importLists } from './import-lists.ts'

/**
 * Takes the watch lists until they are young enough to sell by: the database or a publisher may be
 * away in the first moment, and the schedule comes hours later. Ends with the process.
 */
export async function listsUntilFresh(
  deps: Deps,
  closing: AbortSignal,
  againMs = screeningLimits.listsAgainMs,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await importLists(deps)
      deps.screening.renew()
      if (await deps.screening.fresh()) return
      deps.log.warn('the watch lists are not fresh yet')
    } catch (cause) {
      deps.log.warn({ err: cause }, 'the watch lists were not taken')
    }
    await pause(againMs, null, { signal: closing, ref: false }).catch(() => {})
  }
}
