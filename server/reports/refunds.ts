import { sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import { refundWayOf } from '#domain/payment-ways.ts'
import {
  refundNarrowings,
  refundSorts,
  registerStates,
  type SortOf,
  sortedBy,
} from '#domain/report.ts'
import { refundColumns } from '#texts/report-columns.ts'
import { refundReasons, refundWays, wordFor } from '#texts/report-words.ts'
import { refundNarrowings as narrowingWords, refundStates as stateWords } from '#texts/states.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  fileColumns,
  type KeptLine,
  type ReportFile,
  reportFile,
  sentLine,
} from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
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

type Filter = {
  since: Date
  until: Date
  status?: (typeof refundNarrowings)[number] | undefined
  reason?: string | undefined
}

/** Refunds that need the client's bank details, or already have them. */
export const needsDetails = sql<boolean>`refunds.state = 'failed' and (refunds.error = 'bank details needed'
  or exists (select from refund_details where refund_details.refund_id = refunds.id))`

/** The state shown: a frozen refund is not on its way. */
const shownState = sql<string>`case when refunds.state <> 'done' and refunds.frozen_since is not null then 'frozen' else refunds.state end`

function matching(db: Sql, { since, until, status, reason }: Filter) {
  let rows = db
    .selectFrom('refunds')
    .where('refunds.created_at', '>=', since)
    .where('refunds.created_at', '<', until)
  if (status === 'open') rows = rows.where('refunds.state', '<>', 'done')
  else if (status === 'details') rows = rows.where(needsDetails)
  else if (status) rows = rows.where(shownState, '=', status)
  if (reason) rows = rows.where('refunds.reason', '=', reason)
  return rows
}

/** Sort columns of the register; by time the index gives the order. */
const places = {
  createdAt: { column: sql.ref('refunds.created_at'), type: sql`timestamptz` },
  amount: { column: sql.ref('refunds.amount'), type: sql`integer` },
  orderId: { column: sql.ref('refunds.order_id'), type: sql`text` },
  status: { column: shownState, type: sql`text` },
} as const satisfies Record<keyof typeof refundSorts, unknown>
type Sort = SortOf<typeof refundSorts>

function refundPage(
  db: Sql,
  filter: Filter,
  sort: Sort,
  after: Place | null,
  limit: number,
  skipped = 0,
) {
  const { key, order } = sortedBy(refundSorts, sort)
  const { column, type } = places[key]
  let rows = matching(db, filter)
  if (after)
    rows = rows.where(
      sql<boolean>`(${column}, refunds.id) ${order === 'desc' ? sql`<` : sql`>`} (${after[0]}::${type}, ${after[1]})`,
    )
  return (
    rows
      .leftJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
      .leftJoin('refund_details', 'refund_details.refund_id', 'refunds.id')
      // Receipts of Home refunds used to be known by the payment.
      .leftJoin('fiscal_receipts', (join) =>
        join.on(
          sql<boolean>`fiscal_receipts.id in ('refund:' || refunds.id, 'refund:' || refunds.attempt_id)`,
        ),
      )
      .select([
        'refunds.id',
        'refunds.order_id',
        'refunds.attempt_id',
        'refunds.amount',
        'refunds.reason',
        shownState.as('state'),
        'refunds.created_at',
        'refunds.done_at',
        // A refund that the payment did not accept goes to bank details.
        sql<
          string | null
        >`case when refund_details.refund_id is null then payment_attempts.system end`.as('system'),
        'fiscal_receipts.number as receipt',
        sql<string>`${column}::text`.as('place'),
      ])
      .orderBy(column, order)
      .orderBy('refunds.id', order)
      .limit(limit)
      .offset(skipped)
      .execute()
  )
}
type Row = Awaited<ReturnType<typeof refundPage>>[number]
const stateOf = (row: Row) => registerStates.find((state) => state === row.state) ?? 'due'

const kept = (row: Row): KeptLine<typeof refundColumns> & Keyed => ({
  id: row.id,
  place: row.place,
  createdAt: row.created_at,
  doneAt: row.done_at,
  orderId: row.order_id,
  attemptId: row.attempt_id,
  way: refundWayOf(row.system),
  reason: row.reason,
  status: row.state,
  receipt: row.receipt,
  amount: row.amount,
})

/** The register as a file. */
export async function refundsFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  const status = refundNarrowings.find((state) => state === ask.status)
  const filter = { ...instantsOf(ask, { locale }), status, reason: ask.reason }
  const sort = ask.sort === 'oldest' ? 'oldest' : 'newest'
  return reportFile({
    name: 'refunds',
    locale,
    period: { from: ask.from, to: ask.to },
    filters: { status, reason: ask.reason },
    words: {
      status: { ...stateWords[locale], ...narrowingWords[locale] },
      reason: refundReasons[locale],
    },
    columns: fileColumns(refundColumns, locale, {
      way: (code) => wordFor(refundWays[locale], code),
      reason: (code) => wordFor(refundReasons[locale], code),
      status: (code) => wordFor({ ...stateWords[locale], ...narrowingWords[locale] }, code),
    }),
    rows: batches(async (after, limit) =>
      (await refundPage(db, filter, sort, after, limit)).map(kept),
    ),
  })
}

export const reportRefunds = handle('reportRefunds', async (ask, context) => {
  const { db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await refundsFile(db, locale, ask))
  const filter = { ...instantsOf(ask, context), status: ask.status, reason: ask.reason }
  const [rows, totals] = await Promise.all([
    refundPage(
      db,
      filter,
      ask.sort,
      placeOf(ask.cursor, formOf(sortedBy(refundSorts, ask.sort).key)),
      PAGE + 1,
      skippedBy(ask),
    ),
    ask.cursor ? null : totalsOf(db, filter),
  ])
  const { shown, next } = pageOf(rows)
  const lines = shown.map((row) => ({
    ...sentLine(refundColumns, kept(row)),
    way: refundWayOf(row.system),
    status: stateOf(row),
  }))
  return { ...ok(lines), next, totals }
})

/** Returns the number of refunds and their total. */
async function totalsOf(db: Sql, filter: Filter) {
  const { count, amount } = await matching(db, filter)
    .select((expression) => [
      expression.fn.countAll<string>().as('count'),
      expression.fn.sum<string | null>('refunds.amount').as('amount'),
    ])
    .executeTakeFirstOrThrow()
  return { count: Number(count), amount: Number(amount ?? 0) }
}
