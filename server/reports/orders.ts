import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Locale } from '#brand'
import type { orders as ordersCall } from '#contract/reports.ts'
import { orderStates, saleSources, wordFor } from '#texts/report-words.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../refuse.ts'
import { handle } from '../route.ts'
import { answerFile, XLSX_ROWS } from './answer-file.ts'
import { homeMonths } from './home-months.ts'
import { namesOf, promoterIin } from './names.ts'
import { batches, maskedIin, PAGE, type Place, pageOf, placeOf } from './page.ts'
import { instantsOf } from './period.ts'
import type { FileColumn } from './table-file.ts'

type Ask = z.output<typeof ordersCall.body>
type Filter = Pick<Ask, 'status' | 'source' | 'insurer'> & { since: Date; until: Date; promoter: string | null }

const matching = (db: Sql, { since, until, status, source, insurer, promoter }: Filter) => {
  let rows = db.selectFrom('orders').where('orders.created_at', '>=', since).where('orders.created_at', '<', until)
  if (status) rows = rows.where('orders.state', '=', status)
  if (source) rows = rows.where('orders.source', '=', source)
  if (insurer) rows = rows.where('orders.insurer_code', '=', insurer)
  if (promoter) rows = rows.where('orders.promoter_iin', '=', promoter)
  return rows
}

/** By time the index gives the page as it is; by sum the period's rows are sorted (decision 080). */
const sorts = {
  newest: { ogpoKey: 'orders.created_at', homeKey: 'month.created_at', order: 'desc', type: 'timestamptz' },
  oldest: { ogpoKey: 'orders.created_at', homeKey: 'month.created_at', order: 'asc', type: 'timestamptz' },
  dearest: { ogpoKey: 'orders.amount', homeKey: 'month.amount', order: 'desc', type: 'integer' },
  cheapest: { ogpoKey: 'orders.amount', homeKey: 'month.amount', order: 'asc', type: 'integer' },
} as const

export type OrderRow = {
  id: string
  place: string
  number: string
  created_at: Date
  paid_at: Date | null
  state: string
  source: string
  insurer_code: string | null
  promoter_iin: string | null
  start_date: string | null
  insurance_premium: number
  ogpo_plus_premium: number
  commission: number
  amount: number
  iin: string | null
}

const ogpo = (db: Sql, filter: Filter, by: RawBuilder<unknown>) =>
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
      'orders.insurance_premium',
      'orders.ogpo_plus_premium',
      'orders.commission',
      'orders.amount',
      by.as('place'),
      sql<string | null>`coalesce(policies.policyholder_iin, case when orders.promoter_iin is null then orders.buyer_iin end)`.as('iin'),
    ])

/** A page of orders after a place: each product's page by its own index, then the two put together. */
export async function orderPage(
  db: Sql,
  filter: Filter,
  sort: keyof typeof sorts,
  after: Place | null,
  limit: number,
): Promise<OrderRow[]> {
  const { ogpoKey, homeKey, order, type } = sorts[sort]
  const than = sql.raw(order === 'desc' ? '<' : '>')
  const afterPlace = (key: string, id: string) =>
    sql<boolean>`(${sql.ref(key)}, ${sql.ref(id)}) ${than} (${after?.[0]}::${sql.raw(type)}, ${after?.[1]})`
  let orders = ogpo(db, filter, sql.ref(ogpoKey)).orderBy(sql.ref(ogpoKey), order).orderBy('orders.id', order).limit(limit)
  if (after) orders = orders.where(afterPlace(ogpoKey, 'orders.id'))
  let homes = homeMonths(db, filter, sql.ref(homeKey)).orderBy(sql.ref(homeKey), order).orderBy('month.id', order).limit(limit)
  if (after) homes = homes.where(afterPlace(homeKey, 'month.id'))
  const both = filter.promoter ? sql`${orders}` : sql`(${orders}) union all (${homes})`
  const direction = sql.raw(order)
  const { rows } = await sql<OrderRow>`select id, number, created_at, paid_at, state, source, insurer_code, promoter_iin, start_date,
    insurance_premium, ogpo_plus_premium, commission, amount, iin, place::text as place
    from (${both}) as line order by line.place ${direction}, line.id ${direction} limit ${limit}`.execute(db)
  return rows
}
type Names = Awaited<ReturnType<typeof namesOf>>

const columns = (names: Names, locale: Locale): FileColumn<OrderRow>[] => [
  { title: 'number', kind: 'text', of: (row) => row.number },
  { title: 'created', kind: 'instant', of: (row) => row.created_at },
  { title: 'paid', kind: 'instant', of: (row) => row.paid_at },
  { title: 'status', kind: 'text', of: (row) => wordFor(orderStates[locale], row.state) },
  { title: 'source', kind: 'text', of: (row) => wordFor(saleSources[locale], row.source) },
  { title: 'insurer', kind: 'text', of: (row) => names.insurer(row.insurer_code) },
  { title: 'promoter', kind: 'text', of: (row) => names.promoter(row.promoter_iin) },
  { title: 'iin', kind: 'text', of: (row) => row.iin },
  { title: 'start', kind: 'day', of: (row) => row.start_date },
  { title: 'premium', kind: 'money', of: (row) => row.insurance_premium },
  { title: 'ogpoPlus', kind: 'money', of: (row) => row.ogpo_plus_premium },
  { title: 'commission', kind: 'money', of: (row) => row.commission },
  { title: 'amount', kind: 'money', of: (row) => row.amount },
]

export const reportOrders = handle('reportOrders', async (ask, context) => {
  const { reports: db, locale } = context
  const { since, until } = instantsOf(ask, context)
  const filter: Filter = { ...ask, since, until, promoter: await promoterIin(db, ask.promoter) }
  if (ask.format !== 'json') {
    // A file is in the order of time: by sum each batch would sort the whole period anew.
    const sort = ask.sort === 'oldest' ? 'oldest' : 'newest'
    const { status, source, insurer, promoter } = ask
    return answerFile(context, {
      name: 'orders',
      format: ask.format,
      period: ask,
      filters: { status, source, insurer, promoter },
      words: { status: orderStates[locale], source: saleSources[locale] },
      columns: columns(await namesOf(db, locale), locale),
      rows: batches((after, limit) => orderPage(db, filter, sort, after, limit)),
      count: () => counted(db, filter),
    })
  }
  const [names, rows, totals] = await Promise.all([
    namesOf(db, locale),
    orderPage(db, filter, ask.sort, placeOf(ask.cursor, ask.sort), PAGE + 1),
    ask.cursor ? null : totalsOf(db, filter),
  ])
  const { shown, next } = pageOf(rows)
  return { ...ok(shown.map((row) => lineOf(row, names))), next, totals }
})

/** How many rows a spreadsheet would have; counting ends where they are too many. */
async function counted(db: Sql, filter: Filter): Promise<number> {
  const orders = matching(db, filter)
    .select('orders.id')
    .limit(XLSX_ROWS + 1)
  const months = homeMonths(db, filter, sql`1`).limit(filter.promoter ? 0 : XLSX_ROWS + 1)
  const { rows } = await sql<{ n: number }>`select (select count(*)::int from (${orders}) as line)
    + (select count(*)::int from (${months}) as line) as n`.execute(db)
  return rows[0]?.n ?? 0
}

const lineOf = (row: OrderRow, names: Names) => ({
  id: row.id,
  number: row.number,
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
  status: row.state,
  source: row.source,
  insurer: row.insurer_code,
  promoter: names.promoter(row.promoter_iin),
  client: maskedIin(row.iin),
  startDate: row.start_date,
  premium: row.insurance_premium,
  ogpoPlus: row.ogpo_plus_premium,
  commission: row.commission,
  amount: row.amount,
})

type Sums = { state: string; count: string; amount: string; premium: string; ogpo_plus: string; commission: string }
const sums = sql`count(*) as count, sum(amount) as amount, sum(insurance_premium) as premium, sum(ogpo_plus_premium) as ogpo_plus,
  sum(commission) as commission`

/** Sums of the period, grouped by state: orders from their index alone, one pass (decision 080). */
async function totalsOf(db: Sql, filter: Filter) {
  const orders = matching(db, filter).select([
    'orders.state',
    'orders.amount',
    'orders.insurance_premium',
    'orders.ogpo_plus_premium',
    'orders.commission',
  ])
  const months = homeMonths(db, filter, sql`1`)
  const homes = filter.promoter ? sql`` : sql`union all select state, ${sums} from (${months}) as month group by state`
  const { rows } = await sql<Sums>`select state, ${sums} from (${orders}) as line group by state ${homes}`.execute(db)
  const sum = (key: Exclude<keyof Sums, 'state'>) => total(rows.map((row) => row[key]))
  return {
    count: sum('count'),
    amount: sum('amount'),
    premium: sum('premium'),
    ogpoPlus: sum('ogpo_plus'),
    commission: sum('commission'),
    byStatus: [...new Set(rows.map(({ state }) => state))].sort().map((status) => {
      const of = rows.filter(({ state }) => state === status)
      return { status, count: total(of.map(({ count }) => count)), amount: total(of.map(({ amount }) => amount)) }
    }),
  }
}

const total = (of: readonly (string | number)[]) => of.reduce<number>((all, one) => all + Number(one), 0)
