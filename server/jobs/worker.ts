import { sealAudit } from '../audit/audit-seals.ts'
import { scanFile } from '../claims/scan.ts'
import { sendClaimNotice } from '../claims/tell.ts'
import { cleanUp } from '../db/retention.ts'
import type { Deps } from '../deps.ts'
import { mailFeedback } from '../feedback/send.ts'
import { workHome } from '../home/work.ts'
import { goOn } from '../http/going-on.ts'
import { importLists } from '../kyc/import-lists.ts'
import { rescreen } from '../kyc/rescreen.ts'
import { notify } from '../messaging/messages.ts'
import { makeDocuments } from '../ogpo/documents.ts'
import { issue } from '../ogpo/issue.ts'
import { tellPartner } from '../partners/report.ts'
import { checkPayment } from '../payments/check.ts'
import { openAttempt } from '../payments/open.ts'
import { makeReceipt } from '../payments/receipts.ts'
import { sendRefund } from '../payments/refund.ts'
import { endPolicy } from '../policies/endings.ts'
import { remind } from '../renewal/remind.ts'
import {
  addressesJob,
  amlJob,
  auditSealJob,
  claimNoticeJob,
  cleanupJob,
  documentsJob,
  endingJob,
  feedbackJob,
  fileScanJob,
  fiscalJob,
  goesOnJob,
  homeCardsJob,
  homeContractJob,
  homeRescindJob,
  invoiceJob,
  issueJob,
  notifyJob,
  partnerReportJob,
  paymentCheckJob,
  refundJob,
  reminderJob,
  rescreenJob,
  sweepJob,
} from './definitions.ts'
import { hands } from './hands.ts'
import { sweep } from './sweep.ts'

/**
 * Of these nobody waits for the next try by the second: an idle worker looks for one that is due
 * less often. A new job of any kind is heard of at once.
 */
const unhurried = new Set(
  [
    feedbackJob,
    reminderJob,
    claimNoticeJob,
    partnerReportJob,
    homeContractJob,
    homeRescindJob,
    homeCardsJob,
    addressesJob,
    sweepJob,
    amlJob,
    rescreenJob,
    auditSealJob,
    cleanupJob,
  ].map(({ name }) => name),
)

/** Runs the jobs in this process until `stop`. Any number of processes may do the same. */
export async function startWorker(
  deps: Deps,
  callAgain: Parameters<typeof goOn>[2],
): Promise<{ stop(): Promise<void> }> {
  const { work, stop } = hands(deps, (name) => (unhurried.has(name) ? 4 : 1))
  // A session of the unified database serves one call at a time: more at once would only wait for
  // one, within their time limit.
  const sessions = Math.max(...deps.config.systems.esbd.insurers.map(({ users }) => users.length))
  await work(goesOnJob, ({ id }) => goOn(deps, id, callAgain), 4)
  await work(invoiceJob, ({ attemptId }) => openAttempt(deps, attemptId), 6)
  await work(paymentCheckJob, ({ attemptId }) => checkPayment(deps, attemptId), 6)
  await work(issueJob, ({ orderId }) => issue(deps, orderId), Math.max(2, Math.min(8, sessions)))
  await work(documentsJob, ({ orderId }) => makeDocuments(deps, orderId), 1)
  await work(notifyJob, ({ orderId, purpose }) => notify(deps, orderId, purpose), 8)
  await work(refundJob, ({ refundId }) => sendRefund(deps, refundId), 4)
  // A cash register takes one request after another.
  await work(fiscalJob, ({ receiptId }) => makeReceipt(deps, receiptId), 1)
  await work(feedbackJob, ({ feedbackId }) => mailFeedback(deps, feedbackId))
  await work(endingJob, ({ endingId }) => endPolicy(deps, endingId))
  await work(reminderJob, ({ policyId, days }) => remind(deps, policyId, days))
  await work(claimNoticeJob, ({ messageId }) => sendClaimNotice(deps, messageId))
  await work(fileScanJob, ({ fileId }) => scanFile(deps, fileId))
  await work(partnerReportJob, ({ eventId }) => tellPartner(deps, eventId))
  await workHome(deps, work)
  await work(sweepJob, () => sweep(deps), 1)
  await work(amlJob, () => importLists(deps), 1)
  await work(rescreenJob, ({ rescreenId }) => rescreen(deps, rescreenId), 1)
  await work(auditSealJob, () => sealAudit(deps), 1)
  await work(cleanupJob, ({ day }) => cleanUp(deps, day), 1)

  const every = (seconds: number, what: typeof sweepJob | typeof amlJob) =>
    setInterval(() => {
      deps.queue
        .send(what, {}, { once: 'soon' })
        .catch((cause: unknown) =>
          deps.log.warn({ err: cause }, 'a periodic job could not be asked for'),
        )
    }, seconds * 1_000)
  const timers = [
    every(deps.config.sweepSeconds, sweepJob),
    every(deps.config.amlRefreshSeconds, amlJob),
  ]
  return {
    stop: async () => {
      stop()
      for (const timer of timers) clearInterval(timer)
      await deps.queue.stop()
    },
  }
}
