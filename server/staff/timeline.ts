import { sql } from 'kysely'
import type { z } from 'zod'
import type { OrderEvent } from '#contract/staff-orders.ts'
import type { Db } from '../db/connect.ts'
import type { Order } from '../orders.ts'
import { namesOf } from '../staff-actors.ts'
import { masked } from './mask.ts'

type Event = z.infer<typeof OrderEvent>
type Line = Omit<Event, 'at'> & { at: Date }

/** Of each kind at most so many, the newest: an order that was tried for a day has hundreds of calls. */
const AT_MOST = 150

/** Everything that happened with an order, oldest first, personal data hidden. `cut` when there was more of some kind. */
export async function timelineOf(db: Db, order: Order, policyId: string | null): Promise<{ events: Event[]; cut: boolean }> {
  const [attempts, refunds, messages] = await Promise.all([
    db.selectFrom('payment_attempts').select(['id', 'outside_id', 'system']).where('order_id', '=', order.id).execute(),
    db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute(),
    db.selectFrom('messages').selectAll().where('order_id', '=', order.id).orderBy('created_at', 'desc').limit(AT_MOST).execute(),
  ])
  const parts = await Promise.all([
    history(db, order, policyId),
    Promise.resolve(refunds.flatMap(refundLines)),
    Promise.resolve(messages.flatMap(messageLines)),
    calls(db, order, [
      ...attempts.flatMap(({ id, outside_id }) => [id, outside_id]),
      ...refunds.map(({ id }) => id),
      ...messages.map(({ id }) => id),
    ]),
    jobs(
      db,
      order,
      attempts.map(({ id }) => id),
      refunds.map(({ id }) => id),
    ),
    staffActs(db, order.id),
  ])
  const lines = parts.flat().sort((a, b) => a.at.getTime() - b.at.getTime())
  const nameOf = await namesOf(
    db,
    lines.map(({ actor }) => actor),
  )
  return {
    events: lines.map(({ at, actor, ...line }) => ({ ...line, actor: nameOf(actor), at: at.toISOString() })),
    cut: parts.some((part) => part.length >= AT_MOST),
  }
}

const badStates = new Set(['issue_failed', 'refund_failed', 'rejected', 'error', 'failed'])

async function history(db: Db, order: Order, policyId: string | null): Promise<Line[]> {
  const [states, payments, policy] = await Promise.all([
    db.selectFrom('order_history').selectAll().where('order_id', '=', order.id).orderBy('id').limit(AT_MOST).execute(),
    db
      .selectFrom('payment_attempt_history')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_attempt_history.attempt_id')
      .selectAll('payment_attempt_history')
      .where('payment_attempts.order_id', '=', order.id)
      .orderBy('payment_attempt_history.id')
      .limit(AT_MOST)
      .execute(),
    policyId ? db.selectFrom('policy_history').selectAll().where('policy_id', '=', policyId).orderBy('id').execute() : [],
  ])
  const line = (kind: Event['kind'], row: { state: string; at: Date; actor: string; reason: string }, id = ''): Line => ({
    at: row.at,
    kind,
    what: row.state,
    detail: masked([id, row.reason].filter(Boolean).join(': ')),
    actor: row.actor,
    bad: badStates.has(row.state),
  })
  return [
    ...states.map((row) => line('order', row)),
    ...payments.map((row) => line('payment', row, row.attempt_id)),
    ...policy.map((row) => line('policy', row)),
  ]
}

type Refund = { id: string; created_at: Date; done_at: Date | null; state: string; amount: number; reason: string; error: string | null }
const refundLines = (refund: Refund): Line[] => [
  { at: refund.created_at, kind: 'refund', what: 'due', detail: `${refund.amount} ₸, ${refund.reason}`, actor: '', bad: false },
  ...(refund.state === 'failed'
    ? [{ at: refund.created_at, kind: 'refund' as const, what: 'failed', detail: masked(refund.error ?? ''), actor: '', bad: true }]
    : []),
  ...(refund.done_at
    ? [{ at: refund.done_at, kind: 'refund' as const, what: 'done', detail: `${refund.amount} ₸`, actor: '', bad: false }]
    : []),
]

type Message = { kind: string; purpose: string; created_at: Date; sent_at: Date | null }
const messageLines = ({ kind, purpose, created_at, sent_at }: Message): Line[] => {
  const detail = purpose.split(':')[0] ?? ''
  return [{ at: sent_at ?? created_at, kind: 'message', what: sent_at ? `${kind}.sent` : `${kind}.waiting`, detail, actor: '', bad: false }]
}

/** The journal's lines that carry one of the order's own keys. */
async function calls(db: Db, order: Order, more: (string | null)[]): Promise<Line[]> {
  const [quote, policy] = await Promise.all([
    db.selectFrom('quotes').select(['application_id', 'draft_number']).where('id', '=', order.calculation_id).executeTakeFirst(),
    db.selectFrom('policies').select(['esbd_policy_id', 'global_id']).where('order_id', '=', order.id).executeTakeFirst(),
  ])
  const keys = [
    order.id,
    order.number,
    order.calculation_id,
    quote?.application_id,
    quote?.draft_number,
    policy?.esbd_policy_id,
    policy?.global_id,
    ...more,
  ].flatMap((key) => key ?? [])
  const rows = await db.selectFrom('outside_calls').selectAll().where('key', 'in', keys).orderBy('id', 'desc').limit(AT_MOST).execute()
  return rows.map((row) => ({
    at: row.started_at,
    kind: 'call',
    what: `${row.system}.${row.operation}`,
    detail: masked([`${row.duration_ms} ms`, row.attempts > 1 ? `×${row.attempts}` : '', row.note ?? ''].filter(Boolean).join(', ')),
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

/** Jobs of the order, its payments and refunds; the queue keeps them three days. */
async function jobs(db: Db, order: Order, attempts: string[], refunds: string[]): Promise<Line[]> {
  const { rows } = await sql<JobRow>`
    select name, state::text, retry_count, created_on, completed_on, start_after, output ->> 'message' as output from pgboss.job
    where data ->> 'orderId' = ${order.id} or data ->> 'attemptId' = any(${attempts}) or data ->> 'refundId' = any(${refunds})
    order by created_on desc limit ${AT_MOST}`.execute(db)
  return rows.map((row) => ({
    at: row.completed_on ?? (row.state === 'retry' ? row.start_after : row.created_on),
    kind: 'job',
    what: `${row.name}.${row.state}`,
    detail: masked([row.retry_count > 0 ? `×${row.retry_count + 1}` : '', row.output ?? ''].filter(Boolean).join(', ')),
    actor: 'job',
    bad: row.state === 'failed' || row.state === 'retry',
  }))
}

async function staffActs(db: Db, orderId: string): Promise<Line[]> {
  const rows = await db.selectFrom('order_acts').selectAll().where('order_id', '=', orderId).orderBy('id', 'desc').limit(AT_MOST).execute()
  return rows.map(({ at, action, reason, actor }) => ({ at, kind: 'staff', what: action, detail: masked(reason, 500), actor, bad: false }))
}
