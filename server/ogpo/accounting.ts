import { type RawBuilder, sql } from 'kysely'
import { NO_PROMOTER, WAS_PAID } from '#domain/report.ts'
import type { Sql } from '../db/connect.ts'
import { type Accounting, type LineFilter, paged, placeBy } from '../products/product-accounting.ts'

const matching = (db: Sql, { since, until, status, source, insurer, promoter }: LineFilter) => {
  let rows = db
    .selectFrom('orders')
    .where('orders.created_at', '>=', since)
    .where('orders.created_at', '<', until)
  if (status === WAS_PAID) rows = rows.where('orders.paid_at', 'is not', null)
  else if (status) rows = rows.where('orders.state', '=', status)
  if (source) rows = rows.where('orders.source', '=', source)
  if (insurer) rows = rows.where('orders.insurer_code', '=', insurer)
  if (promoter === NO_PROMOTER) rows = rows.where('orders.promoter_iin', 'is', null)
  else if (promoter) rows = rows.where('orders.promoter_iin', '=', promoter)
  return rows
}

const shown = (db: Sql, filter: LineFilter, by: RawBuilder<unknown>) =>
  matching(db, filter)
    .leftJoin('policies', 'policies.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.number',
      'orders.created_at',
      'orders.paid_at',
      'orders.state',
      'orders.source',
      'orders.insurer_code',
      'orders.promoter_iin',
      'orders.start_date',
      'orders.amount',
      'orders.id as sale_id',
      sql<number | null>`null::int`.as('period'),
      by.as('place'),
      sql<
        string | null
      >`coalesce(policies.policyholder_iin, case when orders.promoter_iin is null then orders.buyer_iin end)`.as(
        'iin',
      ),
    ])

/** Orders in the accountant's reports. */
export const accounting: Accounting = {
  page: (db, filter, page) => {
    const place = placeBy(page.by, sql.ref(`orders.${page.by}`))
    return paged(shown(db, filter, place), [place, 'orders.id'], page)
  },
  // From the index alone, one pass (decision 080).
  lines: (db, filter) =>
    matching(db, filter).select([
      'orders.id',
      'orders.id as sale_id',
      sql<number | null>`null::int`.as('period'),
      'orders.state',
      'orders.amount',
    ]),
  sale: {
    join: (id) => sql`left join orders on orders.id = ${id}`,
    number: sql`orders.number`,
    insurer: sql`orders.insurer_code`,
    commission: sql`orders.commission`,
    buyer: sql`orders.buyer_iin`,
    channel: sql`orders.channel`,
    source: sql`orders.source`,
    promoter: sql`orders.promoter_iin`,
    client: sql`coalesce((select policyholder_iin from policies where policies.order_id = orders.id),
      case when orders.promoter_iin is null then orders.buyer_iin end)`,
    facts: sql`coalesce((select facts from policies where policies.order_id = orders.id),
      (select facts from quotes where quotes.id = orders.calculation_id))`,
    period: () => sql`case when orders.id is not null then 0 end`,
    policy: sql`(select policies.id from policies where policies.order_id = orders.id)`,
    stands: sql`case when orders.state = 'issued' then 'policy'
      when orders.state in ('paid', 'issuing', 'issue_failed') then 'waiting'
      when orders.state in ('refunding', 'refund_failed') then 'returning'
      when orders.state = 'refunded' then 'returned' end`,
  },
  funnel: ({ since, until }) => sql`
    select (select count(*)::int from quotes where created_at >= ${since} and created_at < ${until}) as quoted,
      count(*)::int as ordered, count(*) filter (where paid_at is not null)::int as paid,
      count(*) filter (where state = 'issued')::int as issued,
      count(*) filter (where state = 'expired')::int as expired,
      count(*) filter (where state = 'rejected')::int as rejected,
      -- Money that came after all goes back, and makes no purchase of it.
      count(*) filter (where state = 'cancelled'
        or (paid_at is null and state in ('refunding', 'refunded', 'refund_failed')))::int as cancelled,
      count(*) filter (where state = 'awaiting_payment')::int as awaiting,
      count(*) filter (where state in ('paid', 'issuing', 'issue_failed'))::int as waiting,
      count(*) filter (where paid_at is not null and state in ('refunding', 'refunded', 'refund_failed'))::int as returned
    from orders where created_at >= ${since} and created_at < ${until} and state <> 'draft'`,
  sold: ({ since, until }) => sql`
    select orders.id, orders.id as order_id, 0 as period, orders.created_at as at, orders.amount, orders.insurance_premium as premium,
      orders.state, orders.state = 'issued' as issued, orders.state = 'issued' as booked
    from orders where orders.created_at >= ${since} and orders.created_at < ${until}`,
  soldCount: ({ since, until }) =>
    sql`(select count(*)::int from orders where created_at >= ${since} and created_at < ${until})`,
  paidNotIssued: ({ since, until }) => sql`
    select id, id as order_id, paid_at as at, amount as ours, null::int as theirs, state as note from orders
    where paid_at >= ${since} and paid_at < ${until} and state in ('paid', 'issuing', 'issue_failed')`,
  goingOn: (contract) =>
    sql`exists (select from orders where orders.contract_id = ${contract} and orders.state in ('paid', 'issuing'))`,
}
