import { type SqlBool, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Db } from '../db/connect.ts'
import { placeAfter, placeOf } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

const PAGE = 30
type View = 'stuck' | 'refund_failed' | 'details' | 'newest'
type Asked = {
  view: View
  after: ReturnType<typeof placeOf>
  direction: 'asc' | 'desc'
  today: Day
}

/**
 * Orders and Home subscriptions that need somebody; those who wait the longest come first. The
 * newest of all, the newest first.
 */
export const staffOrders = handle('staffOrders', async ({ view, cursor }, { db, clock }) => {
  const asked: Asked = {
    view,
    after: placeOf(cursor),
    direction: view === 'newest' ? 'desc' : 'asc',
    today: clock.today(),
  }
  const sign = asked.direction === 'desc' ? -1 : 1
  const rows = [...(await ogpo(db, asked)), ...(await homes(db, asked))].sort(
    (a, b) => sign * (a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)),
  )
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return ok({
    orders: shown.map((order) => ({
      order_id: order.id,
      number: order.number,
      state: order.state,
      channel: order.channel,
      amount: order.amount,
      at: order.created_at.toISOString(),
      paid_at: order.paid_at?.toISOString() ?? null,
      attempts: order.issue_attempts,
      next_attempt_at: order.next_attempt_at?.toISOString() ?? null,
      to_refund: Number(order.to_refund ?? 0),
    })),
    next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
  })
})

/** The open refunds are few and have an index of their own. */
const withRefund = (id: string, byDetails: boolean) =>
  sql<boolean>`${sql.ref(id)} in (
    select refunds.order_id from refunds left join refund_details on refund_details.refund_id = refunds.id
    where refunds.state <> 'done' and refunds.state = 'failed'
    and (refunds.attempt_id is null or refund_details.refund_id is not null) = ${byDetails})`
const beyond = (place: string, { after, direction }: Asked) =>
  after
    ? sql<SqlBool>`(${sql.ref(`${place}.created_at`)}, ${sql.ref(`${place}.id`)}) ${sql.raw(direction === 'desc' ? '<' : '>')} (${after.at}, ${after.id})`
    : sql<SqlBool>`true`
const toRefund = (id: string) =>
  sql<
    string | null
  >`(select sum(amount) from refunds where refunds.order_id = ${sql.ref(id)} and refunds.state <> 'done')`

function ogpo(db: Db, asked: Asked) {
  const { view, direction } = asked
  let rows = db
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'state',
      'channel',
      'amount',
      'created_at',
      'paid_at',
      'issue_attempts',
      'next_attempt_at',
    ])
    .select(toRefund('orders.id').as('to_refund'))
    .where(beyond('orders', asked))
  if (view === 'stuck') rows = rows.where('state', 'in', ['paid', 'issuing'])
  if (view === 'refund_failed')
    rows = rows.where((expression) =>
      expression.or([expression('state', '=', 'refund_failed'), withRefund('orders.id', false)]),
    )
  if (view === 'details') rows = rows.where(withRefund('orders.id', true))
  return rows
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(PAGE + 1)
    .execute()
}

function homes(db: Db, asked: Asked) {
  const { view, direction } = asked
  let rows = db
    .selectFrom('home_subscriptions as home')
    .select([
      'id',
      'number',
      'state',
      'monthly_payment as amount',
      'created_at',
      'paid_at',
      'issue_attempts',
      'next_attempt_at',
    ])
    .select(sql<string>`'egov'`.as('channel'))
    .select(toRefund('home.id').as('to_refund'))
    .where(beyond('home', asked))
  // The next year of a contract that the database did not take: it is tried again by itself while
  // the paid time lasts.
  if (view === 'stuck')
    rows = rows.where((expression) =>
      expression.or([
        expression('state', '=', 'paid'),
        sql<SqlBool>`paid_until > contract_until and paid_until >= ${asked.today} and next_attempt_at is not null`,
      ]),
    )
  if (view === 'refund_failed') rows = rows.where(withRefund('home.id', false))
  if (view === 'details') rows = rows.where(withRefund('home.id', true))
  return rows
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(PAGE + 1)
    .execute()
}
