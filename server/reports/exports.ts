import { type Selectable, sql } from 'kysely'
import { ExportAsk, exportReports } from '#contract/report-exports.ts'
import { exportsAtOnce, exportsPerDay } from '#domain/constants.ts'
import { type Locale, parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { refusalText } from '#texts/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Tx } from '../db/connect.ts'
import type { Exports } from '../db/rows.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { exportJob } from '../jobs/definitions.ts'
import { mimes, nameOf } from '../sheets/report-file.ts'
import { instantsOf } from './period.ts'

/** How many of an accountant's files are listed. */
const LISTED = 50
const states = ['queued', 'making', 'done', 'failed', 'stopped', 'gone'] as const
/** The place of a file among the stored ones. */
export const keyOfExport = (id: string): string => `exports/${id}`

type Row = Selectable<Exports>

const shown = (row: Row, locale: Locale, now: Date) => {
  const { from, to } = ExportAsk.parse(row.asked)
  const over = row.state === 'done' && row.expires_at !== null && row.expires_at <= now
  return {
    id: row.id,
    report: exportReports.find((one) => one === row.report) ?? ('orders' as const),
    format: row.format === 'csv' ? ('csv' as const) : ('xlsx' as const),
    from,
    to,
    persons: row.persons === 'full' ? ('full' as const) : ('masked' as const),
    reason: row.reason,
    state: over
      ? ('gone' as const)
      : (states.find((one) => one === row.state) ?? ('failed' as const)),
    failure:
      row.state !== 'failed'
        ? null
        : row.failure === 'too_long'
          ? refusalText(refusals.reportTooLong, locale)
          : fieldText('export_failed', locale),
    rowsDone: row.rows_done,
    rowsAll: row.rows_all,
    bytes: row.bytes === null ? null : Number(row.bytes),
    downloads: row.downloads,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

export const reportExports = handle('reportExports', async (_ask, { db, me, locale, clock }) => {
  const account = await myAccount(db, me())
  const rows = await db
    .selectFrom('exports')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('created_at', 'desc')
    .limit(LISTED)
    .execute()
  return ok(rows.map((row) => shown(row, locale, clock.now())))
})

/** Written down, said in the audit log, and asked of a job, all or nothing. */
export const reportStartExport = handle('reportStartExport', async (asked, context) => {
  const { db, clock, me, locale, queue } = context
  const { report, format, persons, reason, ask } = asked
  instantsOf(ask, context)
  const account = await myAccount(db, me())
  const now = clock.now()
  const id = await db.transaction().execute(async (tx) => {
    // Two windows of one person count together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`exports:${account.id}`}, 0))`.execute(
      tx,
    )
    if (await hasTooMany(tx, account.id, now)) return null
    const row = await tx
      .insertInto('exports')
      .values({
        report,
        format,
        persons,
        locale,
        account_id: account.id,
        asked: JSON.stringify(ask),
        reason: persons === 'full' ? reason : '',
        created_at: now,
        touched_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, now, {
      actor: `accountant:${account.id}`,
      action: 'report.export_asked',
      object: { kind: 'report', id: report },
      details: { format, persons, export: row.id, from: ask.from, to: ask.to },
    })
    await queue.enqueue(tx, exportJob, { exportId: row.id })
    return row.id
  })
  return id ? ok({ id }) : refuse(locale, refusals.tooManyExports)
})

/** As many unfinished files, or files of the last 24 hours, as one person may ask for. */
async function hasTooMany(tx: Tx, account: string, now: Date): Promise<boolean> {
  const { open, ofDay } = await tx
    .selectFrom('exports')
    .select([
      sql<string>`count(*) filter (where state in ('queued', 'making'))`.as('open'),
      sql<string>`count(*)`.as('ofDay'),
    ])
    .where('account_id', '=', account)
    .where('created_at', '>', new Date(now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow()
  return Number(open) >= exportsAtOnce || Number(ofDay) >= exportsPerDay
}

/** Stops one's own file; what is stored of it is taken away. */
export const reportStopExport = handle(
  'reportStopExport',
  async ({ id }, { db, me, clock, systems }) => {
    const account = await myAccount(db, me())
    const stopped = await db
      .updateTable('exports')
      .set({ state: 'stopped', touched_at: clock.now(), expires_at: null })
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .where('state', 'in', ['queued', 'making', 'done'])
      .returning('id')
      .executeTakeFirst()
    if (!stopped) throw notFound()
    await systems.files.remove(keyOfExport(id))
    return { success: true as const }
  },
)

/** One's own file within its day; that it was downloaded is written down before it is sent. */
export const reportExportFile = handle('reportExportFile', async ({ id }, context) => {
  const { db, me, clock, systems } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const row = await db.transaction().execute(async (tx) => {
    const found = await tx
      .updateTable('exports')
      .set((expression) => ({ downloads: expression('downloads', '+', 1) }))
      .where('id', '=', id)
      .where('account_id', '=', account.id)
      .where('state', '=', 'done')
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (!found) throw notFound()
    await audit(tx, now, {
      actor: `accountant:${account.id}`,
      action: 'report.exported',
      object: { kind: 'report', id: found.report },
      details: { format: found.format, persons: found.persons, export: id },
    })
    return found
  })
  const { report, format, from, to } = shown(row, parseLocale(row.locale), now)
  const name = nameOf({ name: report, period: { from, to } }, format, row.created_at)
  return new FileAnswer(name, mimes[format], await systems.files.read(keyOfExport(id)))
})
