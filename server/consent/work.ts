import type { Recovery } from '../jobs/recovery.ts'
import { dropTokens } from './tokens.ts'

/** An unanswered question is closed a day after its end. */
const UNANSWERED_MS = 24 * 3_600_000

/** Consents that are over. */
export const consentRecoveries: readonly Recovery[] = [
  { name: 'consents held no longer', recover: dropTokens },
  {
    // Not at once: the asker may still learn that the answer was in time. Everywhere else the clock
    // decides on the ten minutes.
    name: 'questions nobody answered',
    recover: ({ db }, { ago }) =>
      db
        .updateTable('consents')
        .set({ state: 'expired' })
        .where('state', '=', 'awaiting')
        .where('answer_until', '<=', ago(UNANSWERED_MS))
        .execute(),
  },
]
