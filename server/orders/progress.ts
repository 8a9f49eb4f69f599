import type { z } from 'zod'
import type { OrderProgress, PaidStatus, SetStatus } from '#contract/ogpo-order.ts'
import { isLost } from '#domain/order.ts'
import { type WayName, wayNamed } from '#domain/payment-ways.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { currentAttempt } from '../payments/attempts.ts'
import { isUnclear } from '../payments/unclear.ts'
import { offeredWays, wayOf } from '../payments/ways/ways.ts'
import type { Config } from '../settings/config.ts'
import type { Order } from './orders.ts'

/** An order's state in the words of the specification: paid, and set. */

type Paid = z.infer<typeof PaidStatus>
type Set = z.infer<typeof SetStatus>

const PAID_STATES = [
  'paid',
  'issuing',
  'issued',
  'issue_failed',
  'refunding',
  'refunded',
  'refund_failed',
]

/** Maps the order and the attempt the client is viewing to the payment's status. */
export function paidStatus(
  order: { state: string; paid_at: Date | null },
  attempt: { state: string } | undefined,
): Paid {
  if (PAID_STATES.includes(order.state) && order.paid_at) return 'paid'
  if (order.state === 'expired' || order.state === 'cancelled') return 'expired'
  if (order.state === 'rejected') return 'rejected'
  if (attempt?.state === 'rejected') return 'rejected'
  if (attempt?.state === 'error') return 'error'
  if (attempt?.state === 'expired') return 'expired'
  return 'awaiting'
}

/** Maps the order to the status of its issue. */
export function setStatus(order: { state: string; issue_attempts: number }): Set {
  if (order.state === 'issued') return 'issued'
  if (isLost(order.state)) return 'failed'
  if (order.state === 'issuing') return order.issue_attempts > 0 ? 'retrying' : 'issuing'
  return order.state === 'paid' ? 'issuing' : 'waiting'
}

async function rowsOf(sql: Sql, order: Order) {
  const [attempt, history, attempts, policy, messages, refunds] = await Promise.all([
    currentAttempt(sql, order.id),
    sql
      .selectFrom('order_history')
      .select(['state', 'at'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute(),
    sql
      .selectFrom('payment_attempt_history')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'payment_attempt_history.attempt_id')
      .select([
        'payment_attempt_history.state',
        'payment_attempt_history.at',
        'payment_attempts.system',
      ])
      .where('payment_attempts.order_id', '=', order.id)
      .orderBy('payment_attempt_history.id')
      .execute(),
    sql
      .selectFrom('policies')
      .innerJoin('documents', 'documents.policy_id', 'policies.id')
      .select((expression) => expression.fn.min('documents.created_at').as('papers_at'))
      .where('policies.order_id', '=', order.id)
      .executeTakeFirst(),
    sql
      .selectFrom('messages')
      .select(['kind', 'purpose', 'sent_at', 'tried_at', 'refused'])
      .where('order_id', '=', order.id)
      .where((expression) =>
        expression.or([
          expression('sent_at', 'is not', null),
          expression('refused', 'is not', null),
        ]),
      )
      .orderBy('sent_at')
      .execute(),
    order.refund_due > 0
      ? sql
          .selectFrom('refunds')
          .select(['state', 'done_at'])
          .where('order_id', '=', order.id)
          .where('reason', '=', 'reissue')
          .execute()
      : [],
  ])
  return { attempt, history, attempts, policy, messages, refunds }
}

const eventsOf = ({
  history,
  attempts,
  policy,
  messages,
}: Awaited<ReturnType<typeof rowsOf>>): { kind: string; at: Date; system?: WayName }[] =>
  [
    ...history
      .filter(({ state }) => state !== 'draft')
      .map(({ state, at }) => ({ kind: `order.${state}`, at })),
    ...attempts
      .filter(({ state }) => state !== 'created' && state !== 'paid')
      .map(({ state, at, system }) => ({
        kind: `payment.${state}`,
        at,
        system: wayNamed(system),
      })),
    ...(policy?.papers_at ? [{ kind: 'papers.made', at: policy.papers_at }] : []),
    ...messages.flatMap(({ kind, purpose, sent_at, tried_at, refused }) => {
      if (sent_at) return [{ kind: `${kind}.${purpose.split(':')[0]}`, at: sent_at }]
      // Its page asks again what stands now of the mailbox.
      return refused && tried_at && kind === 'mail' ? [{ kind: 'refused.mail', at: tried_at }] : []
    }),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())

/**
 * The order as the holder of its key may see it: states and times, no names, no papers.
 */
async function progressOf(
  sql: Sql,
  order: Order,
  config: Config,
): Promise<z.infer<typeof OrderProgress>> {
  const rows = await rowsOf(sql, order)
  const { attempt, refunds } = rows
  const live =
    attempt &&
    (attempt.state === 'created' || attempt.state === 'awaiting') &&
    order.state === 'awaiting_payment'
  return {
    state: order.state,
    paid: paidStatus(order, attempt),
    set: setStatus(order),
    amount: order.amount,
    attempts: order.issue_attempts,
    nextAttemptAt: order.next_attempt_at?.toISOString() ?? null,
    pay: attempt
      ? {
          system: wayNamed(attempt.system),
          phone: attempt.phone ? `•• ${attempt.phone.slice(-2)}` : null,
          redirect_url: live ? attempt.redirect_url : null,
          link: live ? (wayOf(attempt).link?.(config, attempt) ?? null) : null,
          expiresAt: live ? attempt.expires_at.toISOString() : null,
          unclear: isUnclear(attempt),
        }
      : null,
    ways: offeredWays(config),
    events: eventsOf(rows).map((event) => ({ ...event, at: event.at.toISOString() })),
    refund:
      order.state === 'issued' && order.refund_due > 0
        ? { amount: order.refund_due, ...refundStatus(refunds) }
        : null,
  }
}

/** The same by the key of the order's page; null if no order has it. */
export async function progressByKey(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  key: string,
): Promise<z.infer<typeof OrderProgress> | null> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('progress_key', '=', key)
    .executeTakeFirst()
  return order ? progressOf(db, order, config) : null
}

/** Several payments may give parts back: done when all have, failed when one can't. */
function refundStatus(parts: { state: string; done_at: Date | null }[]): {
  state: 'due' | 'done' | 'failed'
  at: string | null
} {
  if (parts.some(({ state }) => state === 'failed')) return { state: 'failed', at: null }
  const times = parts.map(({ done_at }) => done_at?.toISOString() ?? null)
  const last = times.toSorted().at(-1) ?? null
  return parts.length > 0 && parts.every(({ state }) => state === 'done')
    ? { state: 'done', at: last }
    : { state: 'due', at: null }
}
