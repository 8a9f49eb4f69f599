import { sql } from 'kysely'
import type { z } from 'zod'
import type { OrderEvent } from '#contract/staff-orders.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import type { Db } from '../db/connect.ts'
import type { Order } from '../orders/orders.ts'
import { masked } from './mask.ts'

type Event = z.infer<typeof OrderEvent>
type Line = Omit<Event, 'at'> & { at: Date }

/**
 * Of each kind at most so many, the newest: an order that was tried for a day has hundreds of
 * calls.
 */
export const AT_MOST = 150

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

/** States nobody wished for, of an order, a payment or a refund. */
export const badStates = new Set(['issue_failed', 'refund_failed', 'rejected', 'error', 'failed'])

/** A row of a machine's history; `id` says which payment or policy, where there are several. */
export const stateLine = (
  kind: Event['kind'],
  row: { state: string; at: Date; actor: string; reason: string },
  id = '',
): Line => ({
  at: row.at,
  kind,
  what: row.state,
  detail: masked([id, row.reason].filter(Boolean).join(': ')),
  actor: row.actor,
  bad: badStates.has(row.state),
})

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

type Refund = {
  id: string
  created_at: Date
  done_at: Date | null
  state: string
  amount: number
  reason: string
  error: string | null
}
const refundLines = (refund: Refund): Line[] => [
  {
    at: refund.created_at,
    kind: 'refund',
    what: 'due',
    detail: `${refund.amount} ₸, ${refund.reason}`,
    actor: '',
    bad: false,
  },
  ...(refund.state === 'failed'
    ? [
        {
          at: refund.created_at,
          kind: 'refund' as const,
          what: 'failed',
          detail: masked(refund.error ?? ''),
          actor: '',
          bad: true,
        },
      ]
    : []),
  ...(refund.done_at
    ? [
        {
          at: refund.done_at,
          kind: 'refund' as const,
          what: 'done',
          detail: `${refund.amount} ₸`,
          actor: '',
          bad: false,
        },
      ]
    : []),
]

type Message = { kind: string; purpose: string; created_at: Date; sent_at: Date | null }
const messageLines = ({ kind, purpose, created_at, sent_at }: Message): Line[] => {
  const detail = purpose.split(':')[0] ?? ''
  return [
    {
      at: sent_at ?? created_at,
      kind: 'message',
      what: sent_at ? `${kind}.sent` : `${kind}.waiting`,
      detail,
      actor: '',
      bad: false,
    },
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

/** The journal's lines that carry one of the keys. */
async function calls(db: Db, named: readonly (string | null | undefined)[]): Promise<Line[]> {
  const keys = named.flatMap((key) => key ?? [])
  const rows = await db
    .selectFrom('outside_calls')
    .selectAll()
    .where('key', 'in', keys)
    .orderBy('id', 'desc')
    .limit(AT_MOST)
    .execute()
  return rows.map((row) => ({
    at: row.started_at,
    kind: 'call',
    what: `${row.system}.${row.operation}`,
    detail: masked(
      [`${row.duration_ms} ms`, row.attempts > 1 ? `×${row.attempts}` : '', row.note ?? '']
        .filter(Boolean)
        .join(', '),
    ),
    actor: row.system,
    bad: row.outcome !== 'ok',
  }))
}

type JobRow = {
  name: string
  state: string
  retry_count: number
  created_on: Date
  completed_on: Date | null
  start_after: Date
  output: string | null
}

/**
 * Jobs of an order or a subscription, its payments, refunds and reports to a partner; the queue
 * keeps them three days.
 */
async function jobs(
  db: Db,
  id: string,
  attempts: string[],
  refunds: string[],
  reports: string[] = [],
): Promise<Line[]> {
  const { rows } = await sql<JobRow>`
    select name, state::text, retry_count, created_on, completed_on, start_after, output ->> 'message' as output from pgboss.job
    where data ->> 'orderId' = ${id} or data ->> 'subscriptionId' = ${id} or data ->> 'attemptId' = any(${attempts}) or data ->> 'refundId' = any(${refunds})
      or data ->> 'eventId' = any(${reports})
    order by created_on desc limit ${AT_MOST}`.execute(db)
  return rows.map((row) => ({
    at: row.completed_on ?? (row.state === 'retry' ? row.start_after : row.created_on),
    kind: 'job',
    what: `${row.name}.${row.state}`,
    detail: masked(
      [row.retry_count > 0 ? `×${row.retry_count + 1}` : '', row.output ?? '']
        .filter(Boolean)
        .join(', '),
    ),
    actor: 'job',
    bad: row.state === 'failed' || row.state === 'retry',
  }))
}

async function staffActs(db: Db, orderId: string): Promise<Line[]> {
  const rows = await db
    .selectFrom('order_acts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(AT_MOST)
    .execute()
  return rows.map(({ at, action, reason, actor }) => ({
    at,
    kind: 'staff',
    what: action,
    detail: masked(reason, 500),
    actor,
    bad: false,
  }))
}
