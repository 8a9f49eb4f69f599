import type { Recovery } from '../jobs/recovery.ts'
import { dropTokens } from './tokens.ts'

/** A question nobody answered is closed a day after its end. */
const UNANSWERED_MS = 24 * 3_600_000

/** Consents that are over. */
export const consentRecoveries: readonly Recovery[] = [
  { name: 'consents held no longer', recover: dropTokens },
  {
    // Not at once: whoever asked may still learn that the answer came in time. Everywhere else the
    // ten minutes are judged by the clock.
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
