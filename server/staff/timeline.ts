import { sql } from 'kysely'
import type { z } from 'zod'
import type { OrderEvent } from '#contract/staff-orders.ts'
import { noteMax } from '#domain/desk-notes.ts'
import { inSaleOrder } from '#domain/history-event.ts'
import { namesOf } from '../accounts/accounts.ts'
import type { Db } from '../db/connect.ts'
import { notesOf } from '../notes/notes.ts'
import type { SaleView } from '../products/product-desk.ts'
import { jobKeys } from '../products/products.ts'
import { linesOfKind } from '../products/sale-lists.ts'
import { masked } from './orders.ts'

type Event = z.infer<typeof OrderEvent>
type Line = Omit<Event, 'at'> & { at: Date }

/** Failure states of an order, a payment or a refund. */
export const badStates = new Set(['issue_failed', 'refund_failed', 'rejected', 'error', 'failed'])

/** A row of a machine's history; `id` names the payment or policy if there are several. */
const stateLine = (
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

type Message = {
  kind: string
  purpose: string
  created_at: Date
  sent_at: Date | null
  refused: string | null
}
const messageLines = ({ kind, purpose, created_at, sent_at, refused }: Message): Line[] => {
  const detail = purpose.split(':')[0] ?? ''
  return [
    {
      at: sent_at ?? created_at,
      kind: 'message',
      what: `${kind}.${sent_at ? 'sent' : refused ? 'refused' : 'waiting'}`,
      detail,
      actor: '',
      bad: refused !== null && !sent_at,
    },
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
    .limit(linesOfKind)
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
 * Reads jobs of a sale, its payments, refunds and reports to a partner; the queue keeps them three
 * days.
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
    where ${sql.join(
      jobKeys().map((key) => sql`data ->> ${sql.lit(key)} = ${id}`),
      sql` or `,
    )}
      or data ->> 'attemptId' = any(${attempts}) or data ->> 'refundId' = any(${refunds})
      or data ->> 'eventId' = any(${reports})
    order by created_on desc limit ${linesOfKind}`.execute(db)
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
    .limit(linesOfKind)
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

/** Staff's notes about a sale, beside their acts. */
async function noteLines(db: Db, orderId: string): Promise<Line[]> {
  const rows = await notesOf(db, { about: 'order', subject: orderId }, linesOfKind)
  return rows.map(({ at, act, text, actor }) => ({
    at,
    kind: 'staff',
    what: `note.${act}`,
    detail: masked(text, noteMax),
    actor,
    bad: false,
  }))
}

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
