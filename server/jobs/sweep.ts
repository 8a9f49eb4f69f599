import { sql } from 'kysely'
import { almatyDay } from '#domain/calendar.ts'
import { invoiceMs } from '#domain/lifetimes.ts'
import { dueSeal } from '../audit/audit-seals.ts'
import { eraseDue } from '../cabinet/erase.ts'
import { unscannedFiles } from '../claims/scan.ts'
import { untoldClaims } from '../claims/tell.ts'
import { dropClientProofs } from '../codes/client-proof.ts'
import { dropTokens } from '../consent/held-consent.ts'
import { act } from '../contracts/contracts.ts'
import { dueCleanup } from '../db/retention.ts'
import type { Deps } from '../deps.ts'
import { dropSignIns } from '../egov/sign-in.ts'
import { sweepHome } from '../home/sweep.ts'
import { sweepSlowAnswers } from '../http/going-on.ts'
import { changedEffects, resumeRescreens } from '../kyc/rescreen.ts'
import { lockedOrder } from '../orders/orders.ts'
import { sweepPartners } from '../partners/report.ts'
import { currentAttempt } from '../payments/attempts.ts'
import { watchClosedMs } from '../payments/check.ts'
import { sweepReceipts } from '../payments/receipts.ts'
import { dropDrafts } from '../promoter/drafts.ts'
import { dropHandOffs } from '../promoter/hand-off.ts'
import { dueReminders } from '../renewal/remind.ts'
import {
  documentsJob,
  endingJob,
  feedbackJob,
  invoiceJob,
  issueJob,
  notifyJob,
  paymentCheckJob,
  refundJob,
  reminderJob,
} from './definitions.ts'

/** A question nobody answered is closed a day after its end. */
const UNANSWERED_MS = 24 * 3_600_000
const AT_ONCE = 200
/**
 * A message that could not be sent for so long is given up; the client can ask for the papers
 * again.
 */
const TELL_FOR_MS = 48 * 3_600_000

/**
 * Job, every few seconds in one process: finds what should be going on and is not, whatever got
 * lost, and what has become due by the product's clock. It only asks for the ordinary jobs, which
 * find out by themselves whether anything is left to do.
 */
export async function sweep(deps: Deps): Promise<void> {
  const { db, clock, queue } = deps
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const forgotten = ago(deps.config.forgottenSeconds * 1_000)

  const unopened = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', '=', 'created')
    .where('way', '<>', 'saved_card')
    .where('created_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of unopened) await queue.send(invoiceJob, { attemptId: id }, { once: 'soon' })

  const unwatched = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', '=', 'awaiting')
    .where('way', '<>', 'saved_card')
    .where((expression) =>
      expression.or([
        expression('expires_at', '<=', now),
        expression(expression.fn.coalesce('checked_at', 'created_at'), '<', forgotten),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute()
  for (const { id } of unwatched)
    await queue.send(paymentCheckJob, { attemptId: id }, { once: 'any' })

  const closed = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', 'in', ['rejected', 'expired', 'error'])
    .where('way', '<>', 'saved_card')
    .where('outside_id', 'is not', null)
    .where('created_at', '>', ago(watchClosedMs))
    .where(
      (expression) => expression.fn.coalesce('checked_at', 'created_at'),
      '<',
      ago(deps.config.pollSeconds * 120_000),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(AT_ONCE)
    .execute()
  for (const { id } of closed) await queue.send(paymentCheckJob, { attemptId: id }, { once: 'any' })

  const due = await db
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', ['paid', 'issuing'])
    .where((expression) =>
      expression.or([
        expression('next_attempt_at', '<=', now),
        expression.and([
          expression('next_attempt_at', 'is', null),
          expression('paid_at', '<', forgotten),
        ]),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id } of due) await queue.send(issueJob, { orderId: id }, { once: 'soon' })

  const unprinted = await db
    .selectFrom('orders')
    .innerJoin('policies', 'policies.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.state', '=', 'issued')
    // Papers are sent after they are made: the few orders without this mark are all that have to be
    // looked at.
    .where('orders.papers_sent_at', 'is', null)
    .where('policies.issued_at', '<', forgotten)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('documents')
            .select('uuid')
            .whereRef('documents.policy_id', '=', 'policies.id'),
        ),
      ),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id } of unprinted) await queue.send(documentsJob, { orderId: id }, { once: 'soon' })

  const untold = await db
    .selectFrom('orders')
    .innerJoin('policies', 'policies.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.state', '=', 'issued')
    .where('orders.papers_sent_at', 'is', null)
    .where('policies.issued_at', '<', forgotten)
    .where('policies.issued_at', '>', ago(TELL_FOR_MS))
    .where((expression) =>
      expression.exists(
        expression
          .selectFrom('documents')
          .select('uuid')
          .whereRef('documents.policy_id', '=', 'policies.id'),
      ),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id } of untold)
    await queue.send(notifyJob, { orderId: id, purpose: 'issued' }, { once: 'soon' })

  const unsent = await db
    .selectFrom('messages')
    .select(['order_id', 'purpose'])
    .distinct()
    .where('sent_at', 'is', null)
    .where('refused', 'is', null)
    .where('created_at', '<', forgotten)
    .where('created_at', '>', ago(TELL_FOR_MS))
    .limit(AT_ONCE)
    .execute()
  for (const { order_id, purpose } of unsent)
    if (order_id) await queue.send(notifyJob, { orderId: order_id, purpose }, { once: 'soon' })

  const refunds = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'due')
    .where('created_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of refunds) await queue.send(refundJob, { refundId: id }, { once: 'soon' })

  const unread = await db
    .selectFrom('feedback')
    .select('id')
    .where('sent_at', 'is', null)
    .where('created_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of unread) await queue.send(feedbackJob, { feedbackId: id }, { once: 'soon' })

  const endings = await db
    .selectFrom('policy_endings')
    .select('id')
    .where('state', '=', 'accepted')
    .where('accepted_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { id } of endings) await queue.send(endingJob, { endingId: id }, { once: 'soon' })

  const unreminded = await db
    .selectFrom('reminders')
    .select(['policy_id', 'days'])
    .where('sent_at', 'is', null)
    .where('created_at', '<', forgotten)
    .limit(AT_ONCE)
    .execute()
  for (const { policy_id, days } of unreminded)
    await queue.send(reminderJob, { policyId: policy_id, days }, { once: 'soon' })

  await untoldClaims(deps, forgotten)
  await unscannedFiles(deps, forgotten)
  await sweepReceipts(deps, forgotten)
  await dropUploads(deps, now)
  await expireOrders(deps, now)
  await turnPolicies(deps)
  await sweepHome(deps)
  await dueReminders(deps)
  await sweepPartners(deps)
  await dropSignIns(deps)
  await dropTokens(deps)
  await dropDrafts(deps)
  await dropHandOffs(deps)
  await dropClientProofs(deps)
  await sweepSlowAnswers(deps)
  await eraseDue(deps)
  await changedEffects(deps)
  await resumeRescreens(deps)
  await dueCleanup(deps)
  await dueSeal(deps)
  // Not at once: whoever asked may still learn that the answer came in time. Everywhere else the
  // ten minutes are judged by the clock.
  const unanswered = new Date(now.getTime() - UNANSWERED_MS)
  await db
    .updateTable('consents')
    .set({ state: 'expired' })
    .where('state', '=', 'awaiting')
    .where('answer_until', '<=', unanswered)
    .execute()
  await db
    .deleteFrom('requests_in_progress')
    .where('started_at', '<', new Date(Date.now() - 60_000))
    .execute()
  await db
    .deleteFrom('sign_in_failures')
    .where('at', '<', new Date(now.getTime() - 3_600_000))
    .execute()
  await db.deleteFrom('sign_in_locks').where('until', '<', now).execute()
  await db.deleteFrom('file_links').where('expires_at', '<', now).execute()
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', now).execute()
  // Their keys name phones and people; the limiter counts in real time.
  await db.deleteFrom('rate_limits').where('expire', '<', String(Date.now())).execute()
}

/** Files whose form never became a claim, because its process died meanwhile. */
async function dropUploads({ db, systems }: Deps, now: Date) {
  const lost = await db
    .selectFrom('files')
    .select(['id', 'storage_key'])
    .where('claim_id', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - 3_600_000))
    .limit(AT_ONCE)
    .execute()
  for (const { id, storage_key } of lost) {
    await systems.files.remove(storage_key)
    await db.deleteFrom('files').where('id', '=', id).where('claim_id', 'is', null).execute()
  }
}

/** An order nobody pays and nobody tries to: over when its day of payment is. */
async function expireOrders(deps: Deps, now: Date) {
  const idle = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'awaiting_payment')
    .where((expression) =>
      expression.or([
        expression('created_at', '<', new Date(now.getTime() - invoiceMs)),
        expression('start_date', '<=', almatyDay(now)),
      ]),
    )
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom('payment_attempts')
            .select('id')
            .whereRef('payment_attempts.order_id', '=', 'orders.id')
            .where('payment_attempts.state', 'in', ['created', 'awaiting']),
        ),
      ),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id } of idle)
    await deps.db.transaction().execute(async (tx) => {
      const order = await lockedOrder(tx, id)
      if (order?.state !== 'awaiting_payment') return
      const last = await currentAttempt(tx, id)
      const to = last?.state === 'rejected' ? 'rejected' : 'expired'
      const drop = { act: 'drop_order', orderId: id, to, reason: 'nobody paid in time' } as const
      await act(tx, deps, order.contract_id, drop, { actor: 'job', at: now })
    })
}

/** Policies begin and end by the Almaty day. */
async function turnPolicies({ db, clock }: Deps) {
  const today = clock.today()
  for (const [from, to, column] of [
    ['pending', 'active', 'start_date'],
    ['active', 'ended', 'end_date'],
  ] as const) {
    const due =
      column === 'start_date'
        ? sql<boolean>`start_date <= ${today}`
        : sql<boolean>`end_date < ${today}`
    await db.transaction().execute(async (tx) => {
      const turned = await tx
        .updateTable('policies')
        .set({ state: to })
        .where('kind', '=', 'ogpo')
        .where('state', '=', from)
        .where(due)
        .returning('id')
        .execute()
      if (turned.length === 0) return
      await tx
        .insertInto('policy_history')
        .values(
          turned.map(({ id }) => ({
            policy_id: id,
            state: to,
            at: clock.now(),
            actor: 'job',
            reason: `day ${today}`,
          })),
        )
        .execute()
    })
  }
}
