import { namesOf } from '../accounts/staff-actors.ts'
import type { Db } from '../db/connect.ts'
import type { Order } from '../orders/orders.ts'
import {
  AT_MOST,
  calls,
  type Event,
  jobs,
  type Line,
  messageLines,
  refundLines,
  staffActs,
  stateLine,
} from './timeline-lines.ts'

/**
 * Lines of every kind in one order, the oldest first, with the names of who did what. `cut` when
 * there was more of some kind.
 */
async function inTime(db: Db, parts: Line[][]): Promise<{ events: Event[]; cut: boolean }> {
  const lines = parts.flat().sort((a, b) => a.at.getTime() - b.at.getTime())
  const nameOf = await namesOf(
    db,
    lines.map(({ actor }) => actor),
  )
  return {
    events: lines.map(({ at, actor, ...line }) => ({
      ...line,
      actor: nameOf(actor),
      at: at.toISOString(),
    })),
    cut: parts.some((part) => part.length >= AT_MOST),
  }
}

type Own = {
  /**
   * What happened by the machines of the product itself: states of the sale and of its policies.
   */
  states: Promise<Line[]>
  /** What outside systems know the sale by, beside its payments, refunds and messages. */
  keys: Promise<(string | null | undefined)[]>
  /** Reports to a partner. */
  reports?: string[]
}

/**
 * Everything that happened with an order or a subscription, personal data hidden: its own,
 * payments, refunds, messages, calls, jobs, acts.
 */
export async function timelineOfSale(
  db: Db,
  id: string,
  own: Own,
): Promise<{ events: Event[]; cut: boolean }> {
  const { reports = [] } = own
  const [attempts, payments, refunds, messages] = await Promise.all([
    db
      .selectFrom('payment_attempts')
      .select(['id', 'outside_id'])
      .where('order_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('payment_attempt_history')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_attempt_history.attempt_id')
      .selectAll('payment_attempt_history')
      .where('payment_attempts.order_id', '=', id)
      .orderBy('payment_attempt_history.id', 'desc')
      .limit(AT_MOST)
      .execute(),
    db.selectFrom('refunds').selectAll().where('order_id', '=', id).execute(),
    db
      .selectFrom('messages')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
  ])
  return inTime(
    db,
    await Promise.all([
      own.states,
      Promise.resolve(payments.map((row) => stateLine('payment', row, row.attempt_id))),
      Promise.resolve(refunds.flatMap(refundLines)),
      Promise.resolve(messages.flatMap(messageLines)),
      own.keys.then((keys) =>
        calls(db, [
          ...keys,
          ...attempts.flatMap((one) => [one.id, one.outside_id]),
          ...refunds.map((one) => one.id),
          ...messages.map((one) => one.id),
          ...reports,
        ]),
      ),
      jobs(
        db,
        id,
        attempts.map((one) => one.id),
        refunds.map((one) => one.id),
        reports,
      ),
      staffActs(db, id),
    ]),
  )
}

/** Everything that happened with an order. */
export async function timelineOf(db: Db, order: Order, policyId: string | null) {
  const reports = await db
    .selectFrom('partner_events')
    .select('id')
    .where('order_id', '=', order.id)
    .execute()
  return timelineOfSale(db, order.id, {
    states: history(db, order, policyId),
    keys: keysOf(db, order),
    reports: reports.map(({ id }) => id),
  })
}

async function history(db: Db, order: Order, policyId: string | null): Promise<Line[]> {
  const [states, policy] = await Promise.all([
    db
      .selectFrom('order_history')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('id')
      .limit(AT_MOST)
      .execute(),
    policyId
      ? db
          .selectFrom('policy_history')
          .selectAll()
          .where('policy_id', '=', policyId)
          .orderBy('id')
          .execute()
      : [],
  ])
  return [
    ...states.map((row) => stateLine('order', row)),
    ...policy.map((row) => stateLine('policy', row)),
  ]
}

/** What outside systems know the order by. */
async function keysOf(db: Db, order: Order): Promise<(string | null | undefined)[]> {
  const [quote, policy] = await Promise.all([
    db
      .selectFrom('quotes')
      .select(['application_id', 'draft_number'])
      .where('id', '=', order.calculation_id)
      .executeTakeFirst(),
    db
      .selectFrom('policies')
      .select(['esbd_policy_id', 'global_id'])
      .where('order_id', '=', order.id)
      .executeTakeFirst(),
  ])
  const { id, number, calculation_id } = order
  return [
    id,
    number,
    calculation_id,
    quote?.application_id,
    quote?.draft_number,
    policy?.esbd_policy_id,
    policy?.global_id,
  ]
}
