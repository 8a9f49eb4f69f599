import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { pool, type Tx } from '../db/connect.ts'
import { keepPlans } from '../db/prepared.ts'
import { mayChangeSchema } from '../db/roles.ts'
import type { Log } from '../telemetry/log.ts'
import { traceparent } from '../telemetry/trace.ts'

/** A job is a name and the shape of its payload; whoever enqueues imports only this. */
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
/** An accepted termination or cancelling of a policy. */
export const endingJob = job('ending', z.object({ endingId: z.string() }))
export const reminderJob = job('reminder', z.object({ policyId: z.string(), days: z.number() }))
/** What a client has to hear about a claim. */
export const claimNoticeJob = job('claim-notice', z.object({ messageId: z.string() }))
/** A file of a claim goes to the scanner. */
export const fileScanJob = job('file-scan', z.object({ fileId: z.string() }))
/** What a partner has to be told. */
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
/** A call that took longer than an answer may. */
export const goesOnJob = job('goes-on', z.object({ id: z.string() }))
export const sweepJob = job('sweep', z.object({}))
export const amlJob = job('aml-import', z.object({}))
/**
 * A new version of a watch list: everybody with a policy in force is screened again, batch by
 * batch.
 */
export const rescreenJob = job('kyc-rescreen', z.object({ rescreenId: z.string() }))
export const auditSealJob = job('audit-seal', z.object({}))
/** What is older than it is kept, taken away once a day. */
export const cleanupJob = job('cleanup', z.object({ day: z.string() }))

const jobs = [
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
  endingJob,
  reminderJob,
  partnerReportJob,
  claimNoticeJob,
  fileScanJob,
  sweepJob,
  amlJob,
  rescreenJob,
  auditSealJob,
  cleanupJob,
]

/** The names of all jobs. */
export const jobNames: readonly string[] = jobs.map(({ name }) => name)

export type Queue = {
  boss: PgBoss
  /**
   * Stores the job in the same transaction as the change that causes it. `inSeconds` delays it by
   * real time.
   */
  enqueue<Payload extends z.ZodType>(
    tx: Tx,
    what: Job<Payload>,
    payload: z.input<Payload>,
    options?: { inSeconds?: number },
  ): Promise<void>
  /**
   * The same outside a transaction, for sweeps. With `once` nothing is sent while an equal job
   * waits: for its turn (`soon`) or for any time.
   */
  send<Payload extends z.ZodType>(
    what: Job<Payload>,
    payload: z.input<Payload>,
    options?: { inSeconds?: number; once?: 'soon' | 'any' },
  ): Promise<void>
  stop(): Promise<void>
}

/** Whether this process may make the queue's tables. */
async function isOwner(url: string): Promise<boolean> {
  const look = pool(url, 1)
  try {
    return await mayChangeSchema(look)
  } finally {
    await look.end()
  }
}

/**
 * Jobs are retried by the queue when a handler throws; each handler may run twice and must find
 * that out by itself.
 */
export async function queue(url: string, log: Log, longestRetrySeconds: number): Promise<Queue> {
  const owner = await isOwner(url)
  // The queue looks for work many times a second, always by the same statements; its pool is one of
  // node-postgres and takes its options.
  const kept = { onConnect: keepPlans }
  const boss = new PgBoss({
    ...kept,
    connectionString: url,
    migrate: owner,
    createSchema: owner,
    max: 4,
    useListenNotify: true,
    schedule: false,
    application_name: 'qorgan-jobs',
    superviseIntervalSeconds: 15,
  })
  boss.on('error', (cause) => log.warn({ err: cause }, 'queue error'))
  await boss.start()
  for (const { name } of jobs)
    await boss.createQueue(name, {
      policy: name === sweepJob.name || name === amlJob.name ? 'short' : 'standard',
      notify: true,
      retryLimit: 20,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: longestRetrySeconds,
      expireInSeconds: 60,
      deleteAfterSeconds: 3 * 86_400,
    })
  return {
    boss,
    enqueue: async (tx, what, payload, options) => {
      await boss.send(
        what.name,
        traced(z.record(z.string(), z.unknown()).parse(what.payload.parse(payload))),
        {
          db: fromKysely(tx),
          ...(options?.inSeconds ? { startAfter: options.inSeconds } : {}),
        },
      )
    },
    send: async (what, payload, options) => {
      const data = z.record(z.string(), z.unknown()).parse(what.payload.parse(payload))
      if (options?.once && (await waits(boss, what.name, data, options.once))) return
      await boss.send(
        what.name,
        traced(data),
        options?.inSeconds ? { startAfter: options.inSeconds } : {},
      )
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

/** What is asked for within a trace goes on in it. */
function traced(data: Record<string, unknown>): Record<string, unknown> {
  const here = traceparent()
  return here ? { ...data, traceparent: here } : data
}

/**
 * True while an equal job is to be begun, `soon` or at `any` time; one that failed and comes again
 * always counts. One that is being done does not: its process may be dead. None of ours is ever
 * blocked by another: it is said so that the queue's index of what is not begun is read, and not
 * what was done in three days.
 */
async function waits(
  boss: PgBoss,
  name: string,
  data: Record<string, unknown>,
  when: 'soon' | 'any',
): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `select 1 from pgboss.job where name = $1 and state < 'active' and not blocked and data @> $2::jsonb
     and ($3 = 'any' or state = 'retry' or start_after <= now() + interval '1 second') limit 1`,
    [name, JSON.stringify(data), when],
  )
  return rows.length > 0
}
