import { z } from 'zod'

/** A job is a name and the shape of its payload; a module that enqueues imports only this. */
export type Job<Payload extends z.ZodType = z.ZodType> = { name: string; payload: Payload }
export const job = <Payload extends z.ZodType>(name: string, payload: Payload): Job<Payload> => ({
  name,
  payload,
})

const AttemptId = z.object({ attemptId: z.string() })
const OrderId = z.object({ orderId: z.string() })

export const invoiceJob = job('invoice', AttemptId)
export const paymentCheckJob = job('payment-check', AttemptId)
export const issueJob = job('issue', OrderId)
export const documentsJob = job('documents', OrderId)
export const notifyJob = job('notify', z.object({ orderId: z.string(), purpose: z.string() }))
export const refundJob = job('refund', z.object({ refundId: z.string() }))
/** A receipt of the cash register for a payment or a refund. */
export const fiscalJob = job('fiscal', z.object({ receiptId: z.string() }))
export const feedbackJob = job('feedback', z.object({ feedbackId: z.string() }))
/** Staff's reply to a message of the contact desk. */
export const inboxReplyJob = job('inbox-reply', z.object({ messageId: z.string() }))
/** Alerts the people on watch that sales have stopped. */
export const alarmJob = job('alarm', z.object({ alarmId: z.string() }))
/** An accepted termination or cancelling of a policy. */
export const terminationJob = job('ending', z.object({ endingId: z.string() }))
export const reminderJob = job('reminder', z.object({ policyId: z.string(), days: z.number() }))
/** The one message about a policy bought elsewhere. */
export const elsewhereJob = job('reminder-elsewhere', z.object({ reminderId: z.string() }))
/** A client's message about a claim. */
export const claimNoticeJob = job('claim-notice', z.object({ messageId: z.string() }))
/** A held act that was not withdrawn. */
export const heldActJob = job('held-act', z.object({ heldId: z.string() }))
/** The message to an account's owner about its change. */
export const accountNoticeJob = job('account-notice', z.object({ messageId: z.string() }))
/** A file of a claim goes to the scanner. */
export const fileScanJob = job('file-scan', z.object({ fileId: z.string() }))
/** The print of a photograph of a claim, by which one like it is found. */
export const photographPrintJob = job('photograph-print', z.object({ fileId: z.string() }))
/** The paper of an accident's notice that both drivers have signed. */
export const noticePaperJob = job('notice-paper', z.object({ noticeId: z.string() }))
/** A report due to a partner. */
export const partnerReportJob = job('partner-report', z.object({ eventId: z.string() }))
const SubscriptionId = z.object({ subscriptionId: z.string() })
export const homeRegisterJob = job('home-register', SubscriptionId)
/** The next year of a subscription's contract. */
export const homeContractJob = job('home-contract', SubscriptionId)
/** A contract on a home whose cover is over, to be ended in the unified database. */
export const homeRescindJob = job('home-rescind', z.object({ policyId: z.string() }))
export const homeCardsJob = job('home-cards', SubscriptionId)
export const homeDocumentsJob = job('home-documents', SubscriptionId)
export const homeChargeJob = job('home-charge', SubscriptionId)
export const addressesJob = job('addresses-import', z.object({}))
/** A call that exceeded the answer time. */
export const goesOnJob = job('goes-on', z.object({ id: z.string() }))
export const sweepJob = job('sweep', z.object({}))
export const amlJob = job('aml-import', z.object({}))
/** A requested report as a file. */
export const exportJob = job('report-export', z.object({ exportId: z.string() }))
/**
 * A new version of a watch list: everybody with a policy in force is screened again, batch by
 * batch.
 */
export const rescreenJob = job('kyc-rescreen', z.object({ rescreenId: z.string() }))
/** The lists blocked or cleared a person: their open sales and claims follow. */
export const kycChangedJob = job('kyc-changed', z.object({ caseId: z.string() }))
export const auditSealJob = job('audit-seal', z.object({}))
/** Policies under our numbers that the unified database holds otherwise than we do, once a day. */
export const registeredJob = job('registered', z.object({ day: z.string() }))
/** Deletes data past its retention, once a day. */
export const cleanupJob = job('cleanup', z.object({ day: z.string() }))

/** Every job there is; the queue makes a table row for each. */
export const jobs: readonly Job[] = [
  goesOnJob,
  homeRegisterJob,
  homeContractJob,
  homeRescindJob,
  homeCardsJob,
  homeDocumentsJob,
  homeChargeJob,
  addressesJob,
  invoiceJob,
  paymentCheckJob,
  issueJob,
  documentsJob,
  notifyJob,
  refundJob,
  fiscalJob,
  feedbackJob,
  inboxReplyJob,
  alarmJob,
  terminationJob,
  reminderJob,
  elsewhereJob,
  partnerReportJob,
  claimNoticeJob,
  heldActJob,
  accountNoticeJob,
  fileScanJob,
  photographPrintJob,
  noticePaperJob,
  exportJob,
  sweepJob,
  amlJob,
  rescreenJob,
  kycChangedJob,
  auditSealJob,
  registeredJob,
  cleanupJob,
]

/** The names of all jobs. */
export const jobNames: readonly string[] = jobs.map(({ name }) => name)
