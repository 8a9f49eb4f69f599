import { inSaleOrder } from '#domain/history-event.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import type { Db } from '../db/connect.ts'
import type { SaleView } from '../products/product-desk.ts'
import { linesOfKind } from '../products/sale-lists.ts'
import {
  calls,
  type Event,
  jobs,
  type Line,
  messageLines,
  noteLines,
  refundLines,
  staffActs,
  stateLine,
} from './timeline-lines.ts'

/**
 * Lines of every kind in one order, the oldest first, with the names of who did what. `cut` when
 * there was more of some kind.
 */
async function inTime(db: Db, parts: Line[][]): Promise<{ events: Event[]; cut: boolean }> {
  const lines = parts.flat()
  const nameOf = await namesOf(
    db,
    lines.map(({ actor }) => actor),
  )
  return {
    events: lines
      .map(({ at, actor, ...line }) => ({ ...line, actor: nameOf(actor), at: at.toISOString() }))
      .sort(inSaleOrder),
    cut: parts.some((part) => part.length >= linesOfKind),
  }
}

/**
 * Everything that happened with a sale, personal data hidden: its own states and those of its
 * policies, payments, refunds, messages, calls, jobs, acts.
 */
export async function timelineOf(
  db: Db,
  { id, history, keys, reports }: Pick<SaleView, 'id' | 'history' | 'keys' | 'reports'>,
): Promise<{ events: Event[]; cut: boolean }> {
  const [attempts, payments, refunds, messages] = await Promise.all([
    db
      .selectFrom('payment_attempts')
      .select(['id', 'outside_id'])
      .where('order_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(linesOfKind)
      .execute(),
    db
      .selectFrom('payment_attempt_history')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_attempt_history.attempt_id')
      .selectAll('payment_attempt_history')
      .where('payment_attempts.order_id', '=', id)
      .orderBy('payment_attempt_history.id', 'desc')
      .limit(linesOfKind)
      .execute(),
    db.selectFrom('refunds').selectAll().where('order_id', '=', id).execute(),
    db
      .selectFrom('messages')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(linesOfKind)
      .execute(),
  ])
  const attemptIds = attempts.map((one) => one.id)
  const refundIds = refunds.map((one) => one.id)
  const [callLines, jobLines, actLines, said] = await Promise.all([
    calls(db, [
      ...keys,
      ...attempts.flatMap((one) => [one.id, one.outside_id]),
      ...refundIds,
      ...messages.map((one) => one.id),
      ...reports,
    ]),
    jobs(db, id, attemptIds, refundIds, reports),
    staffActs(db, id),
    noteLines(db, id),
  ])
  return inTime(db, [
    history.map(({ kind, about, ...row }) => stateLine(kind, row, about)),
    // These were read the newest first.
    payments.toReversed().map((row) => stateLine('payment', row, row.attempt_id)),
    refunds.flatMap(refundLines),
    messages.toReversed().flatMap(messageLines),
    ...[callLines, jobLines, actLines, said].map((part) => part.toReversed()),
  ])
}
