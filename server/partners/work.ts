import { partnerReportJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { notifyPartner } from './partner-reports.ts'

const DAY_MS = 86_400_000

/** Reports to partners that are due and whose job got lost; visits long over. */
export const partnerRecoveries: readonly Recovery[] = [
  asksFor('reports to partners', partnerReportJob, async ({ db }, { forgotten }) => {
    const due = await db
      .selectFrom('partner_events')
      .select('id')
      .where('delivered_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('next_attempt_at', '<', forgotten)
      .orderBy('next_attempt_at')
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return due.map(({ id }) => ({ eventId: id }))
  }),
  {
    // A nonce is remembered longer than any link lives.
    name: 'visits long over',
    recover: ({ db }, { ago }) =>
      db.deleteFrom('partner_visits').where('expires_at', '<', ago(DAY_MS)).execute(),
  },
]

export const partnerWork = [
  works(partnerReportJob, (deps, { eventId }) => notifyPartner(deps, eventId)),
]
