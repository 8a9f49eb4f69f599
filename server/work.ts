import { accountWork, signInRecoveries } from './accounts/work.ts'
import { dueSeal, sealAudit } from './audit/audit-seals.ts'
import { eraseDue } from './cabinet/erase.ts'
import { claimRecoveries, claimWork } from './claims/work.ts'
import { dropClientProofs } from './codes/client-proof.ts'
import { consentRecoveries } from './consent/work.ts'
import { cleanUp, dueCleanup } from './db/retention.ts'
import { dropSignIns } from './egov/sign-in.ts'
import { feedbackRecoveries, feedbackWork } from './feedback/work.ts'
import { requestRecoveries, requestWork } from './http/work.ts'
import { auditSealJob, cleanupJob, registeredJob, sweepJob } from './jobs/definitions.ts'
import type { Recovery } from './jobs/recovery.ts'
import { type Work, works } from './jobs/work.ts'
import { sweep } from './jobs/workers.ts'
import { screeningRecoveries, screeningWork } from './kyc/work.ts'
import { messageRecoveries, messageWork } from './messaging/work.ts'
import { partnerRecoveries, partnerWork } from './partners/work.ts'
import { paymentRecoveries, paymentWork } from './payments/work.ts'
import { endingRecoveries, endingWork } from './policies/work.ts'
import { dropClientForms } from './promoter/client-form.ts'
import { dropDrafts } from './promoter/drafts.ts'
import { dropHandOffs } from './promoter/hand-off.ts'
import { reminderRecoveries, reminderWork } from './renewal/work.ts'
import { exportRecoveries, exportWork } from './reports/exports.ts'
import { registeredWork } from './reports/registered.ts'
import { heldRecoveries, heldWork } from './signatures/held.ts'
import { everythingSold } from './sold.ts'
import { alarmRecoveries, alarmWork } from './staff/alarm.ts'

const products = Object.values(everythingSold)

/** The sweep's rules, in its order; each is defined beside what it recovers. */
export const recoveries: readonly Recovery[] = [
  ...paymentRecoveries,
  ...products.flatMap((one) => one.recoveries),
  ...messageRecoveries,
  ...feedbackRecoveries,
  ...endingRecoveries,
  ...claimRecoveries,
  ...reminderRecoveries,
  ...partnerRecoveries,
  ...exportRecoveries,
  { name: 'sign-ins by the government page', recover: dropSignIns },
  { name: 'drafts of promoters', recover: dropDrafts },
  { name: 'hand-offs', recover: dropHandOffs },
  { name: 'forms of clients', recover: dropClientForms },
  { name: "proofs of a client's consent", recover: dropClientProofs },
  { name: 'clients to erase', recover: eraseDue },
  ...screeningRecoveries,
  { name: 'what is kept no longer', recover: dueCleanup },
  { name: 'rows of the audit to seal', recover: dueSeal },
  ...consentRecoveries,
  ...signInRecoveries,
  ...requestRecoveries,
  ...alarmRecoveries,
  ...heldRecoveries,
]

/** Returns this process's work, job by job. */
export const allWork = (
  callAgain: Parameters<typeof requestWork>[0],
  go: Parameters<typeof heldWork>[0],
): Work[] => [
  ...requestWork(callAgain),
  ...heldWork(go),
  ...paymentWork,
  ...products.flatMap(({ work }) => work),
  ...messageWork,
  ...accountWork,
  ...feedbackWork,
  ...alarmWork,
  ...endingWork,
  ...reminderWork,
  ...claimWork,
  ...partnerWork,
  ...screeningWork,
  ...exportWork,
  ...registeredWork,
  works(sweepJob, (deps) => sweep(deps, recoveries), { concurrency: 1 }),
  works(auditSealJob, (deps) => sealAudit(deps), { concurrency: 1 }),
  works(
    cleanupJob,
    async (deps, { day }) => {
      await cleanUp(deps, day)
      await deps.queue.send(registeredJob, { day }, { once: 'any' })
    },
    { concurrency: 1 },
  ),
]
