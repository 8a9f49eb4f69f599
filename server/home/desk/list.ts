import { type SqlBool, sql } from 'kysely'
import type { Sql } from '../../db/connect.ts'
import type { ListAsked, ListedSale } from '../../products/product-desk.ts'
import { beyond, toRefund, withLostLetter, withRefund } from '../../products/sale-lists.ts'
import { soldThrough } from './sold-through.ts'

/** Subscriptions of a view. */
export function list(db: Sql, asked: ListAsked): Promise<ListedSale[]> {
  const { view, direction, state, channel } = asked
  let rows = db
    .selectFrom('home_subscriptions as home')
    .select([
      'id',
      'number',
      'state',
      'monthly_payment as amount',
      'created_at',
      'paid_at',
      'issue_error',
    ])
    .select(['issue_attempts', 'next_attempt_at', toRefund('home.id').as('to_refund')])
    .select(sql<string>`${soldThrough}`.as('channel'))
    .where(beyond('home', asked))
  if (state) rows = rows.where('state', '=', state)
  if (channel) rows = rows.where(sql<SqlBool>`${channel} = ${soldThrough}`)
  // The next year of a contract that the database did not take: it is tried again by itself while
  // the paid time lasts.
  if (view === 'stuck')
    rows = rows.where((expression) =>
      expression.or([
        expression('state', '=', 'paid'),
        sql<SqlBool>`paid_until > contract_until and paid_until >= ${asked.today}
          and next_attempt_at is not null`,
      ]),
    )
  if (view === 'refund_failed') rows = rows.where(withRefund('home.id', false))
  if (view === 'details') rows = rows.where(withRefund('home.id', true))
  // A subscription is paid by card: it has no bills.
  if (view === 'bills') rows = rows.where(sql<SqlBool>`false`)
  if (view === 'letters') rows = rows.where(withLostLetter('home.id', asked.today))
  return rows.orderBy('created_at', direction).orderBy('id', direction).limit(asked.limit).execute()
}
