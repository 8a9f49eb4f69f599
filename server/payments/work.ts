import { fiscalJob, invoiceJob, paymentCheckJob, refundJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { works } from '../jobs/work.ts'
import { paymentLimits } from '../settings/time-limits.ts'
import { checkPayment } from './check.ts'
import { openAttempt } from './open.ts'
import { makeReceipt } from './receipts.ts'
import { sendRefund } from './refund.ts'

/** Bills, cards' pages, refunds and receipts whose job got lost. */
export const paymentRecoveries: readonly Recovery[] = [
  asksFor('bills and pages not opened', invoiceJob, async ({ db }, { forgotten }) => {
    const unopened = await db
      .selectFrom('payment_attempts')
      .select('id')
      .where('state', '=', 'created')
      .where('way', '<>', 'saved_card')
      .where('created_at', '<', forgotten)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return unopened.map(({ id }) => ({ attemptId: id }))
  }),
  asksFor(
    'payments nobody watches',
    paymentCheckJob,
    async ({ db }, { now, forgotten }) => {
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
        .limit(RECOVERED_AT_ONCE)
        .execute()
      return unwatched.map(({ id }) => ({ attemptId: id }))
    },
    'any',
  ),
  asksFor(
    'closed bills that may still be paid',
    paymentCheckJob,
    async ({ db, config }, { ago }) => {
      const closed = await db
        .selectFrom('payment_attempts')
        .select('id')
        .where('state', 'in', ['rejected', 'expired', 'error'])
        .where('way', '<>', 'saved_card')
        .where('outside_id', 'is not', null)
        .where('created_at', '>', ago(paymentLimits.watchClosedMs))
        .where(
          (expression) => expression.fn.coalesce('checked_at', 'created_at'),
          '<',
          ago(config.pollSeconds * 120_000),
        )
        .orderBy('checked_at', (order) => order.asc().nullsFirst())
        .limit(RECOVERED_AT_ONCE)
        .execute()
      return closed.map(({ id }) => ({ attemptId: id }))
    },
    'any',
  ),
  asksFor(
    'money that a bank is taking back',
    paymentCheckJob,
    async ({ db, config }, { ago }) => {
      const taken = await db
        .selectFrom('payment_attempts')
        .select('id')
        .where('undecided_since', 'is not', null)
        .where(
          (expression) => expression.fn.coalesce('checked_at', 'created_at'),
          '<',
          ago(config.pollSeconds * paymentLimits.deadTimes * 1_000),
        )
        .orderBy('checked_at', (order) => order.asc().nullsFirst())
        .limit(RECOVERED_AT_ONCE)
        .execute()
      return taken.map(({ id }) => ({ attemptId: id }))
    },
    'any',
  ),
  asksFor('refunds not sent', refundJob, async ({ db }, { forgotten }) => {
    const refunds = await db
      .selectFrom('refunds')
      .select('id')
      .where('state', '=', 'due')
      .where('frozen_since', 'is', null)
      .where('created_at', '<', forgotten)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return refunds.map(({ id }) => ({ refundId: id }))
  }),
  asksFor('receipts not made', fiscalJob, async ({ db }, { forgotten }) => {
    const due = await db
      .selectFrom('fiscal_receipts')
      .select('id')
      .where('state', '=', 'due')
      .where('created_at', '<', forgotten)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return due.map(({ id }) => ({ receiptId: id }))
  }),
]

/** The jobs of payments. */
export const paymentWork = [
  works(invoiceJob, (deps, { attemptId }) => openAttempt(deps, attemptId), { concurrency: 6 }),
  works(paymentCheckJob, (deps, { attemptId }) => checkPayment(deps, attemptId), {
    concurrency: 6,
  }),
  works(refundJob, (deps, { refundId }) => sendRefund(deps, refundId), { concurrency: 4 }),
  // A cash register takes one request after another.
  works(fiscalJob, (deps, { receiptId }) => makeReceipt(deps, receiptId), { concurrency: 1 }),
]
