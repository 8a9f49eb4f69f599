import { type Expression, sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import { orderSorts, type SortOf, sortedBy, WAS_PAID } from '#domain/report.ts'
import { orderColumns } from '#texts/report-columns.ts'
import { saleSources, wordFor } from '#texts/report-words.ts'
import { orderStates, wasPaid } from '#texts/states.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedOfLine, bookedOfLines } from '../payments/record.ts'
import type { Accounting, LineFilter } from '../products/product-accounting.ts'
import { allAccounting, holderIn, plateIn, salesBeside } from '../products/products.ts'
import {
  fileColumns,
  type KeptLine,
  type ReportFile,
  reportFile,
  sentLine,
  XLSX_ROWS,
} from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { namesOf, promoterIin } from './names.ts'
import {
  batches,
  formOf,
  instantsOf,
  type Keyed,
  PAGE,
  type Place,
  pageOf,
  placeOf,
  skippedBy,
} from './reports.ts'

/** Sums of a line that the ledger has; everything else is in the products' pages. */
const booked = ['premium', 'ogpoPlus', 'commission', 'paid'] as const
type Booked = (typeof booked)[number]
/** Columns of a line's sale, the same for every product. */
type OfSale = 'holder' | 'policyNumber' | 'plate' | 'endDate' | 'paymentId' | 'refunded'
/** Where the products' pages store each; the promoter by IIN. */
const kept = {
  number: 'number',
  createdAt: 'created_at',
  paidAt: 'paid_at',
  status: 'state',
  source: 'source',
  insurer: 'insurer_code',
  promoter: 'promoter_iin',
  client: 'iin',
  startDate: 'start_date',
  amount: 'amount',
} as const satisfies Record<Exclude<keyof typeof orderColumns, Booked | OfSale>, string>
type Sort = SortOf<typeof orderSorts>
type Row = KeptLine<typeof orderColumns> & Keyed

/** Returns a value of every product; omits products that have nothing under the filter. */
const ofProducts = (of: (accounting: Accounting) => Expression<unknown> | null) =>
  allAccounting().flatMap((accounting) => of(accounting) ?? [])

/**
 * Returns a page of orders after a place: merges each product's own page. By time the index gives
 * the order; by anything else the period's rows are sorted (decision 080).
 */
async function orderPage(
  db: Sql,
  filter: LineFilter,
  sort: Sort,
  after: Place | null,
  limit: number,
  skipped = 0,
): Promise<Row[]> {
  const { key, order } = sortedBy(orderSorts, sort)
  const page = { by: kept[key], order, after, limit: limit + skipped }
  const pages = ofProducts((accounting) => accounting.page(db, filter, page))
  const together = sql.join(
    pages.map((page) => sql`(${page})`),
    sql` union all `,
  )
  const direction = sql.raw(order)
  const columns = Object.entries(kept).map(
    ([key, name]) => sql`${sql.ref(`line.${name}`)} as ${sql.ref(key)}`,
  )
  const sums = booked.map((key) => sql`${sql.ref(`booked.${key}`)}::int as ${sql.ref(key)}`)
  const sale = salesBeside(sql`line.sale_id`)
  const facts = sql`made_from.facts`
  const paid = sql`attempt.order_id = line.sale_id and attempt.period = coalesce(line.period, 0)`
  const { rows } = await sql<Row>`
    select line.id, line.place::text as place, ${sql.join([...columns, ...sums])},
      ${holderIn(facts)} as holder, ${plateIn(facts)} as plate, made.global_id as "policyNumber",
      case when line.period is null then made.end_date
        else (line.start_date + interval '1 month' - interval '1 day')::date end as "endDate",
      (select attempt.id from payment_attempts as attempt where ${paid} and attempt.state in ('paid', 'refunding', 'refunded')
        order by attempt.created_at desc limit 1) as "paymentId",
      (select coalesce(sum(refunds.amount), 0)::int from refunds where refunds.order_id = line.sale_id
        and (line.period is null or refunds.attempt_id in (select attempt.id from payment_attempts as attempt where ${paid}))) as refunded
    from (select * from (${together}) as every order by place ${direction}, id ${direction} limit ${limit} offset ${skipped}) as line
      cross join ${bookedOfLine} as booked
      ${sale.join}
      cross join lateral (select ${sale.facts} as facts, ${sale.policy} as policy) as made_from
      left join policies as made on made.id = made_from.policy
    order by line.place ${direction}, line.id ${direction}`.execute(db)
  return rows
}
type Names = Awaited<ReturnType<typeof namesOf>>

const named = (row: Row, names: Names): Row => ({ ...row, promoter: names.promoter(row.promoter) })

/** The report as a file, by time: by anything else each batch would sort the whole period anew. */
export async function ordersFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  const { from, to, status, source, insurer, promoter } = ask
  const span = instantsOf(ask, { locale })
  const filter: LineFilter = { ...ask, ...span, promoter: await promoterIin(db, promoter) }
  const names = await namesOf(db, locale)
  const sort = ask.sort === 'oldest' ? 'oldest' : 'newest'
  return reportFile({
    name: 'orders',
    locale,
    standing: 'orders',
    period: { from, to },
    filters: { status, source, insurer, promoter },
    words: {
      status: { ...orderStates[locale], [WAS_PAID]: wasPaid[locale] },
      source: saleSources[locale],
    },
    columns: fileColumns(orderColumns, locale, {
      status: (code) => wordFor(orderStates[locale], code),
      source: (code) => wordFor(saleSources[locale], code),
      insurer: names.insurer,
    }),
    ...(ask.columns ? { only: ask.columns } : {}),
    rows: batches(async (after, limit) =>
      (await orderPage(db, filter, sort, after, limit)).map((row) => named(row, names)),
    ),
    count: () => counted(db, filter),
  })
}

export const reportOrders = handle('reportOrders', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await ordersFile(db, locale, ask))
  const { since, until } = instantsOf(ask, context)
  const filter: LineFilter = { ...ask, since, until, promoter: await promoterIin(db, ask.promoter) }
  const [names, rows, totals] = await Promise.all([
    namesOf(db, locale),
    orderPage(
      db,
      filter,
      ask.sort,
      placeOf(ask.cursor, formOf(sortedBy(orderSorts, ask.sort).key)),
      PAGE + 1,
      skippedBy(ask),
    ),
    ask.cursor ? null : totalsOf(db, filter),
  ])
  const { shown, next } = pageOf(rows)
  const lines = shown.map((row) => ({
    id: row.id,
    ...sentLine(orderColumns, named(row, names)),
  }))
  return { ...ok(lines), next, totals }
})

/** Counts the rows of a spreadsheet; stops at its limit. */
async function counted(db: Sql, filter: LineFilter): Promise<number> {
  const counts = ofProducts((accounting) => accounting.lines(db, filter)).map(
    (lines) =>
      sql`(select count(*)::int from (select 1 from (${lines}) as line limit ${XLSX_ROWS + 1}) as few)`,
  )
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Returns what the ledger says is paid and in force of the period's lines, and the number of lines
 * by state. Lines by state need the index only, one pass (decision 080).
 */
async function totalsOf(db: Sql, filter: LineFilter) {
  const lines = sql.join(
    ofProducts((accounting) => accounting.lines(db, filter)).map(
      (of) => sql`(select id, sale_id, period, state, amount from (${of}) as of_product)`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ status: string; count: number; amount: string }>`
    select state as status, count(*)::int as count, sum(amount) as amount
    from (${lines}) as line group by state order by state`.execute(db)
  const { policies, premium, ogpoPlus, commission, paid } = await bookedOfLines(db, lines)
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    policies,
    amount: paid,
    premium,
    ogpoPlus,
    commission,
    byStatus: rows.map((row) => ({ ...row, amount: Number(row.amount) })),
  }
}
