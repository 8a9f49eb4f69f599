import { type Expression, sql } from 'kysely'
import type { Locale } from '#brand'
import { orderStates, saleSources, wordFor } from '#texts/report-words.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Accounting, LineFilter } from '../products/product-accounting.ts'
import { allAccounting } from '../products/products.ts'
import { answerFile, XLSX_ROWS } from './answer-file.ts'
import { namesOf, promoterIin } from './names.ts'
import { batches, maskedIin, PAGE, type Place, pageOf, placeOf } from './page.ts'
import { instantsOf } from './period.ts'
import type { FileColumn } from './table-file.ts'

/**
 * By time the index gives the page as it is; by sum the period's rows are sorted (decision 080).
 */
const sorts = {
  newest: { by: 'created_at', order: 'desc' },
  oldest: { by: 'created_at', order: 'asc' },
  dearest: { by: 'amount', order: 'desc' },
  cheapest: { by: 'amount', order: 'asc' },
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

/** What every product has beside those that have nothing under the filter. */
const ofProducts = (of: (accounting: Accounting) => Expression<unknown> | null) =>
  allAccounting().flatMap((accounting) => of(accounting) ?? [])

/**
 * A page of orders after a place: each product's page by its own index, then they are put together.
 */
export async function orderPage(
  db: Sql,
  filter: LineFilter,
  sort: keyof typeof sorts,
  after: Place | null,
  limit: number,
): Promise<OrderRow[]> {
  const { by, order } = sorts[sort]
  const pages = ofProducts((accounting) => accounting.page(db, filter, { by, order, after, limit }))
  const together = sql.join(
    pages.map((page) => sql`(${page})`),
    sql` union all `,
  )
  const direction = sql.raw(order)
  const { rows } =
    await sql<OrderRow>`select id, number, created_at, paid_at, state, source, insurer_code, promoter_iin, start_date,
    insurance_premium, ogpo_plus_premium, commission, amount, iin, place::text as place
    from (${together}) as line order by line.place ${direction}, line.id ${direction} limit ${limit}`.execute(
      db,
    )
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
  const filter: LineFilter = { ...ask, since, until, promoter: await promoterIin(db, ask.promoter) }
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
async function counted(db: Sql, filter: LineFilter): Promise<number> {
  const counts = ofProducts((accounting) => accounting.lines(db, filter)).map(
    (lines) =>
      sql`(select count(*)::int from (select 1 from (${lines}) as line limit ${XLSX_ROWS + 1}) as few)`,
  )
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(db)
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

type Sums = {
  state: string
  count: string
  amount: string
  premium: string
  ogpo_plus: string
  commission: string
}
const sums = sql`count(*) as count, sum(amount) as amount, sum(insurance_premium) as premium, sum(ogpo_plus_premium) as ogpo_plus,
  sum(commission) as commission`

/** Sums of the period, grouped by state: orders from their index alone, one pass (decision 080). */
async function totalsOf(db: Sql, filter: LineFilter) {
  const groups = ofProducts((accounting) => accounting.lines(db, filter)).map(
    (lines) => sql`select state, ${sums} from (${lines}) as line group by state`,
  )
  const { rows } = await sql<Sums>`${sql.join(groups, sql` union all `)}`.execute(db)
  const sum = (key: Exclude<keyof Sums, 'state'>) => total(rows.map((row) => row[key]))
  return {
    count: sum('count'),
    amount: sum('amount'),
    premium: sum('premium'),
    ogpoPlus: sum('ogpo_plus'),
    commission: sum('commission'),
    byStatus: [...new Set(rows.map(({ state }) => state))].sort().map((status) => {
      const of = rows.filter(({ state }) => state === status)
      return {
        status,
        count: total(of.map(({ count }) => count)),
        amount: total(of.map(({ amount }) => amount)),
      }
    }),
  }
}

const total = (of: readonly (string | number)[]) =>
  of.reduce<number>((all, one) => all + Number(one), 0)
