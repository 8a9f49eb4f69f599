import { sql } from 'kysely'
import type { z } from 'zod'
import { ClaimState } from '#contract/claims.ts'
import type { claims as claimsCall } from '#contract/reports.ts'
import type { Locale } from '#domain/locale.ts'
import { NO_PROMOTER } from '#domain/report.ts'
import { claimColumns } from '#texts/report-columns.ts'
import { claimants, claimCases, saleSources, wordFor } from '#texts/report-words.ts'
import { claimStates } from '#texts/states.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
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
  instantsOf,
  type Keyed,
  PAGE,
  type Place,
  pageOf,
  placeOf,
  skippedBy,
} from './reports.ts'

type Ask = z.output<typeof claimsCall.body>
type Filter = Pick<Ask, 'status' | 'source' | 'insurer'> & {
  since: Date
  until: Date
  promoter: string | null
}

const matching = (db: Sql, { since, until, status, source, insurer, promoter }: Filter) => {
  let rows = db
    .selectFrom('claims')
    .where('claims.created_at', '>=', since)
    .where('claims.created_at', '<', until)
  if (status) rows = rows.where('claims.state', '=', status)
  if (source) rows = rows.where('claims.source', '=', source)
  if (insurer) rows = rows.where('claims.insurer_code', '=', insurer)
  if (promoter === NO_PROMOTER) rows = rows.where('claims.promoter_iin', 'is', null)
  else if (promoter) rows = rows.where('claims.promoter_iin', '=', promoter)
  return rows
}

function claimPage(
  db: Sql,
  filter: Filter,
  sort: Ask['sort'],
  after: Place | null,
  limit: number,
  skipped = 0,
) {
  const order = sort === 'newest' ? 'desc' : 'asc'
  let rows = matching(db, filter)
  if (after)
    rows = rows.where(
      sql<boolean>`(claims.created_at, claims.id) ${sql.raw(order === 'desc' ? '<' : '>')} (${after[0]}::timestamptz, ${after[1]})`,
    )
  return rows
    .select([
      'claims.id',
      'claims.created_at',
      'claims.state',
      'claims.source',
      'claims.insurer_code',
      'claims.promoter_iin',
      'claims.iin',
      'claims.claim_case',
      'claims.claim_status',
      'claims.damage_type',
      'claims.asked_sum',
      'claims.estimated_sum',
      'claims.payable_sum',
      'claims.decided_on',
      'claims.paid_on',
      // The policy's number; the claim stores that of its sale.
      sql<string>`(select global_id from policies where id = claims.policy_id)`.as('policy'),
      sql<string>`claims.created_at::text`.as('place'),
    ])
    .orderBy('claims.created_at', order)
    .orderBy('claims.id', order)
    .limit(limit)
    .offset(skipped)
    .execute()
}
type Row = Awaited<ReturnType<typeof claimPage>>[number]
type Names = Awaited<ReturnType<typeof namesOf>>

const kept = (row: Row, names: Names): KeptLine<typeof claimColumns> & Keyed => ({
  id: row.id,
  place: row.place,
  createdAt: row.created_at,
  status: row.state,
  policyNumber: row.policy,
  source: row.source,
  insurer: row.insurer_code,
  promoter: names.promoter(row.promoter_iin),
  client: row.iin,
  claimCase: row.claim_case,
  claimStatus: row.claim_status,
  damageType: row.damage_type,
  asked: row.asked_sum,
  estimated: row.estimated_sum,
  payable: row.payable_sum,
  decidedOn: row.decided_on,
  paidOn: row.paid_on,
})

/** The report as a file. */
export async function claimsFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  const { from, to, status, source, insurer, promoter } = ask
  const span = instantsOf(ask, { locale })
  const filter: Filter = { ...ask, ...span, promoter: await promoterIin(db, promoter) }
  const names = await namesOf(db, locale)
  const sort = ask.sort === 'oldest' ? 'oldest' : 'newest'
  return reportFile({
    name: 'claims',
    locale,
    period: { from, to },
    filters: { status, source, insurer, promoter },
    words: { status: claimStates[locale], source: saleSources[locale] },
    columns: fileColumns(claimColumns, locale, {
      status: (code) => wordFor(claimStates[locale], code),
      source: (code) => wordFor(saleSources[locale], code),
      insurer: names.insurer,
      claimCase: (code) => wordFor(claimCases[locale], code),
      claimStatus: (code) => wordFor(claimants[locale], code),
    }),
    rows: batches(async (after, limit) =>
      (await claimPage(db, filter, sort, after, limit)).map((row) => kept(row, names)),
    ),
    count: async () => {
      const some = matching(db, filter)
        .select('claims.id')
        .limit(XLSX_ROWS + 1)
        .as('some')
      const { n } = await db
        .selectFrom(some)
        .select((expression) => expression.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
  })
}

export const reportClaims = handle('reportClaims', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await claimsFile(db, locale, ask))
  const { since, until } = instantsOf(ask, context)
  const filter: Filter = { ...ask, since, until, promoter: await promoterIin(db, ask.promoter) }
  const [names, rows, totals] = await Promise.all([
    namesOf(db, locale),
    claimPage(db, filter, ask.sort, placeOf(ask.cursor), PAGE + 1, skippedBy(ask)),
    ask.cursor ? null : totalsOf(db, filter),
  ])
  const { shown, next } = pageOf(rows)
  const lines = shown.map((row) => ({
    ...sentLine(claimColumns, kept(row, names)),
    status: ClaimState.parse(row.state),
  }))
  return { ...ok(lines), next, totals }
})

async function totalsOf(db: Sql, filter: Filter) {
  const sumOf = (column: 'asked_sum' | 'estimated_sum' | 'payable_sum') =>
    sql<number>`coalesce(sum(${sql.ref(`claims.${column}`)}), 0)::float8`.as(column)
  const rows = await matching(db, filter)
    .select((expression) => [
      'claims.state',
      expression.fn.countAll<string>().as('count'),
      sumOf('asked_sum'),
      sumOf('estimated_sum'),
      sumOf('payable_sum'),
    ])
    .groupBy('claims.state')
    .orderBy('claims.state')
    .execute()
  const byStatus = rows.map(({ state, count }) => ({ status: state, count: Number(count) }))
  const whole = (column: 'asked_sum' | 'estimated_sum' | 'payable_sum') =>
    rows.reduce((all, row) => all + row[column], 0)
  return {
    count: byStatus.reduce((all, { count }) => all + count, 0),
    asked: whole('asked_sum'),
    estimated: whole('estimated_sum'),
    payable: whole('payable_sum'),
    byStatus,
  }
}
