import { sql } from 'kysely'
import type { Locale } from '#brand'
import { refundReasons, refundStates, refundWays, wordFor } from '#texts/report-words.ts'
import { reportColumns } from '#texts/reports.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { answerFile } from './answer-file.ts'
import { batches, PAGE, type Place, pageOf, placeOf } from './page.ts'
import { instantsOf } from './period.ts'
import type { FileColumn } from './table-file.ts'

const states = ['due', 'done', 'failed'] as const
const ways = ['mobile_bank', 'card'] as const
type Filter = { since: Date; until: Date; status?: (typeof states)[number] | undefined }

function refundPage(db: Sql, { since, until, status }: Filter, after: Place | null, limit: number) {
  let rows = db
    .selectFrom('refunds')
    .where('refunds.created_at', '>=', since)
    .where('refunds.created_at', '<', until)
  if (status) rows = rows.where('refunds.state', '=', status)
  if (after)
    rows = rows.where(
      sql<boolean>`(refunds.created_at, refunds.id) < (${after[0]}::timestamptz, ${after[1]})`,
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
        'refunds.state',
        'refunds.created_at',
        'refunds.done_at',
        // A refund that the payment did not take goes to bank details.
        sql<
          string | null
        >`case when refund_details.refund_id is null then payment_attempts.system end`.as('system'),
        'fiscal_receipts.number as receipt',
        sql<string>`refunds.created_at::text`.as('place'),
      ])
      .orderBy('refunds.created_at', 'desc')
      .orderBy('refunds.id', 'desc')
      .limit(limit)
      .execute()
  )
}
type Row = Awaited<ReturnType<typeof refundPage>>[number]
const wayOf = (row: Row): 'mobile_bank' | 'card' | 'bank_details' =>
  ways.find((way) => way === row.system) ?? 'bank_details'

const columns = (locale: Locale): FileColumn<Row>[] => [
  { title: reportColumns.id[locale], kind: 'text', of: (row) => row.id },
  { title: reportColumns.created[locale], kind: 'instant', of: (row) => row.created_at },
  { title: reportColumns.done[locale], kind: 'instant', of: (row) => row.done_at },
  { title: reportColumns.order[locale], kind: 'text', of: (row) => row.order_id },
  { title: reportColumns.attempt[locale], kind: 'text', of: (row) => row.attempt_id },
  { title: reportColumns.way[locale], kind: 'text', of: (row) => refundWays[locale][wayOf(row)] },
  {
    title: reportColumns.reason[locale],
    kind: 'text',
    of: (row) => wordFor(refundReasons[locale], row.reason),
  },
  {
    title: reportColumns.status[locale],
    kind: 'text',
    of: (row) => wordFor(refundStates[locale], row.state),
  },
  { title: reportColumns.receipt[locale], kind: 'text', of: (row) => row.receipt },
  { title: reportColumns.refund[locale], kind: 'money', of: (row) => row.amount },
]

export const reportRefunds = handle('reportRefunds', async (ask, context) => {
  const { db, locale } = context
  const filter = { ...instantsOf(ask, context), status: ask.status }
  if (ask.format !== 'json')
    return answerFile(context, {
      name: 'refunds',
      format: ask.format,
      period: ask,
      filters: { status: ask.status },
      words: { status: refundStates[locale] },
      columns: columns(locale),
      rows: batches((after, limit) => refundPage(db, filter, after, limit)),
    })
  const { shown, next } = pageOf(await refundPage(db, filter, placeOf(ask.cursor), PAGE + 1))
  const lines = shown.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    way: wayOf(row),
    amount: row.amount,
    reason: row.reason,
    status: states.find((state) => state === row.state) ?? 'due',
    createdAt: row.created_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
    receipt: row.receipt,
  }))
  return { ...ok(lines), next }
})
