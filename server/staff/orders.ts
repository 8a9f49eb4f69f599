import { type SqlBool, sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Db } from '../db/connect.ts'
import { placeAfter, placeOf } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { issueErrorIn } from '../orders/issue-error.ts'
import { needsOf } from './needs.ts'

const PAGE = 30
/** So many of a view are counted, no more. */
const COUNTED = 1_000
type View = 'stuck' | 'refund_failed' | 'details' | 'newest'
type Asked = {
  view: View
  after: ReturnType<typeof placeOf>
  direction: 'asc' | 'desc'
  today: Day
  limit: number
  state?: string | undefined
  channel?: string | undefined
}
export type OrderRow = Awaited<ReturnType<typeof ogpo>>[number]
const needing = ['stuck', 'refund_failed', 'details'] as const

/**
 * Orders and Home subscriptions that need somebody; those who wait the longest come first. The
 * newest of all, the newest first.
 */
export const staffOrders = handle(
  'staffOrders',
  async ({ view, order, state, channel, cursor }, { db, clock, locale }) => {
    const direction = (order ?? (view === 'newest' ? 'newest' : 'oldest')) === 'newest'
    const asked: Omit<Asked, 'view'> = {
      after: placeOf(cursor),
      direction: direction ? 'desc' : 'asc',
      today: clock.today(),
      limit: PAGE + 1,
      state,
      channel,
    }
    const [found, counts] = await Promise.all([
      // Each view has its index: what needs somebody is all of them, each order once.
      Promise.all((view === 'human' ? needing : [view]).map((one) => rowsOf(db, one, asked))),
      cursor ? null : waitingOrders(db, asked.today),
    ])
    const rows = inOrder(distinct(found.flat()), direction ? -1 : 1)
    const shown = rows.slice(0, PAGE)
    const last = shown.at(-1)
    const needOf = await needsOf(db, shown)
    return ok({
      orders: shown.map((row) => ({
        order_id: row.id,
        number: row.number,
        state: row.state,
        channel: row.channel,
        amount: row.amount,
        at: row.created_at.toISOString(),
        paid_at: row.paid_at?.toISOString() ?? null,
        attempts: row.issue_attempts,
        next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
        to_refund: Number(row.to_refund ?? 0),
        need: needOf.get(row.id)?.need ?? null,
        error: issueErrorIn(row.issue_error, locale),
      })),
      next: rows.length > PAGE && last ? placeAfter({ at: last.created_at, id: last.id }) : null,
      counts: counts?.counts ?? null,
    })
  },
)

/** What needs somebody, the longest wait first, and how much of each kind. */
export async function waitingOrders(db: Db, today: Day) {
  const asked = { after: null, direction: 'asc', today, limit: COUNTED } as const
  const [stuck, refundFailed, details] = await Promise.all([
    rowsOf(db, 'stuck', asked),
    rowsOf(db, 'refund_failed', asked),
    rowsOf(db, 'details', asked),
  ])
  const rows = inOrder(distinct([...stuck, ...refundFailed, ...details]), 1)
  const counted = (of: readonly OrderRow[]) => ({
    count: of.length,
    amount: of.reduce((sum, { amount }) => sum + amount, 0),
  })
  return {
    rows,
    counts: {
      human: counted(rows),
      stuck: counted(stuck),
      refund_failed: counted(refundFailed),
      details: counted(details),
    },
  }
}

const rowsOf = async (db: Db, view: View, asked: Omit<Asked, 'view'>): Promise<OrderRow[]> =>
  (await Promise.all([ogpo(db, { ...asked, view }), homes(db, { ...asked, view })])).flat()
const distinct = (rows: readonly OrderRow[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
const inOrder = (rows: readonly OrderRow[], sign: 1 | -1) =>
  rows.toSorted(
    (a, b) => sign * (a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)),
  )

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
  const { view, direction, state, channel, limit } = asked
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
      'issue_error',
    ])
    .select(toRefund('orders.id').as('to_refund'))
    .where(beyond('orders', asked))
  if (state) rows = rows.where('state', '=', state)
  if (channel) rows = rows.where('channel', '=', channel)
  if (view === 'stuck') rows = rows.where('state', 'in', ['paid', 'issuing'])
  if (view === 'refund_failed')
    rows = rows.where((expression) =>
      expression.or([expression('state', '=', 'refund_failed'), withRefund('orders.id', false)]),
    )
  if (view === 'details') rows = rows.where(withRefund('orders.id', true))
  return rows.orderBy('created_at', direction).orderBy('id', direction).limit(limit).execute()
}

function homes(db: Db, asked: Asked) {
  const { view, direction, state, channel, limit } = asked
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
      'issue_error',
    ])
    .select(sql<string>`'egov'`.as('channel'))
    .select(toRefund('home.id').as('to_refund'))
    .where(beyond('home', asked))
  if (state) rows = rows.where('state', '=', state)
  if (channel) rows = rows.where(sql<SqlBool>`${channel} = 'egov'`)
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
  return rows.orderBy('created_at', direction).orderBy('id', direction).limit(limit).execute()
}
