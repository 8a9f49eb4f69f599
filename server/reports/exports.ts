import { type Selectable, sql } from 'kysely'
import { ExportAsk, exportReports } from '#contract/report-exports.ts'
import { exportsAtOnce, exportsPerDay } from '#domain/constants.ts'
import { type Locale, parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { refusalText } from '#texts/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Exports } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { FileAnswer, handle } from '../http/route.ts'
import { exportJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { step } from '../jobs/steps.ts'
import { works } from '../jobs/work.ts'
import { mimes, nameOf, type ReportFile, XLSX_ROWS } from '../sheets/report-file.ts'
import type { FileAsk } from './answer-file.ts'
import { claimsFile } from './claims.ts'
import { movementsFile } from './movements.ts'
import { ordersFile } from './orders.ts'
import { promotersFile } from './promoters.ts'
import { refundsFile } from './refunds.ts'
import { instantsOf } from './reports.ts'
import { matchedFile } from './settle.ts'
import { insurersFile } from './settlements.ts'

/** Number of an accountant's files listed. */
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

/** Stores the export, its audit entry and its job, all or nothing. */
export const reportStartExport = handle('reportStartExport', async (asked, context) => {
  const { db, clock, me, locale, queue } = context
  const { report, format, persons, reason, ask } = asked
  instantsOf(ask, context)
  const account = await myAccount(db, me())
  const now = clock.now()
  const id = await db.transaction().execute(async (tx) => {
    // Serialises two windows of one person, so that both count.
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

/** Stops the caller's own export and deletes its stored file. */
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

/** Returns the caller's own file within its day; records the download before sending it. */
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

/** A finished file is stored for a day. */
const KEPT_MS = 86_400_000
/** After this time no process still writes a stopped file. */
const LEFT_MS = 3_600_000

type Maker = (db: Sql, locale: Locale, ask: FileAsk) => Promise<ReportFile>
const makers: Record<(typeof exportReports)[number], Maker> = {
  orders: ordersFile,
  movements: movementsFile,
  claims: claimsFile,
  matched: matchedFile,
  refunds: refundsFile,
  insurers: insurersFile,
  promoters: promotersFile,
}

/** The caller stopped the export: the file being written has no owner. */
class Stopped extends Error {}

/**
 * Job: writes a report's file and its progress. A job beyond its time limit may start again while
 * the first runs: the lock keeps two from writing one file. Idempotent: a second run overwrites the
 * same place; a stopped export ends at the next batch of rows.
 */
export async function makeExport(deps: Deps, id: string): Promise<void> {
  await withLock(deps.locks, `export:${id}`, () => makeLocked(deps, id))
}

async function makeLocked(deps: Deps, id: string): Promise<void> {
  const { db, clock, systems, reports, log } = deps
  const row = await db
    .updateTable('exports')
    .set({ state: 'making', touched_at: clock.now(), rows_done: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'making'])
    .returningAll()
    .executeTakeFirst()
  const report = exportReports.find((one) => one === row?.report)
  if (!row || !report) return
  const format = row.format === 'csv' ? 'csv' : 'xlsx'
  try {
    const file = await makers[report](reports, parseLocale(row.locale), ExportAsk.parse(row.asked))
    const all = file.count ? await file.count() : null
    if (format === 'xlsx' && all !== null && all > XLSX_ROWS)
      return await fails(deps, id, 'too_long')
    // Counting stops at the limit of a spreadsheet: the total beyond is unknown.
    if (all !== null && all <= XLSX_ROWS) await far(deps, id, { rows_all: all })
    let rows = 0
    let bytes = 0
    const written = file.bytes({
      format,
      now: clock.now(),
      masked: row.persons !== 'full',
      onRows: (count) => {
        rows = count
      },
    })
    async function* told() {
      let last = 0
      for await (const chunk of written) {
        bytes += chunk.length
        yield chunk
        if (rows === last) continue
        last = rows
        if (!(await far(deps, id, { rows_done: rows }))) throw new Stopped()
      }
    }
    await step('report.export.put', () => systems.files.put(keyOfExport(id), told()))
    const done = await step('report.export.commit', () =>
      far(deps, id, {
        state: 'done',
        rows_done: rows,
        rows_all: rows,
        bytes,
        expires_at: new Date(clock.now().getTime() + KEPT_MS),
      }),
    )
    if (!done) await systems.files.remove(keyOfExport(id))
  } catch (cause) {
    if (cause instanceof Stopped) return systems.files.remove(keyOfExport(id))
    log.error({ err: cause, export: id }, 'a report could not be made')
    // The file may be complete but unrecorded.
    await systems.files.remove(keyOfExport(id))
    await fails(deps, id, 'error')
  }
}

type Change = {
  state?: string
  rows_done?: number
  rows_all?: number
  bytes?: number
  expires_at?: Date
}

/** Records progress; returns false if the export is no longer running. */
async function far({ db, clock }: Deps, id: string, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ ...change, touched_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const fails = ({ db, clock }: Deps, id: string, failure: 'too_long' | 'error') =>
  db
    .updateTable('exports')
    .set({ state: 'failed', failure, touched_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'making')
    .execute()
    .then(() => {})

/**
 * Sweep: deletes files whose day is over; their rows stay. Deletes too what a dead process left of
 * a stopped or failed one: `expires_at` records that this was done.
 */
export async function dropExports({ db, clock, systems }: Deps): Promise<void> {
  const now = clock.now()
  const over = await db
    .selectFrom('exports')
    .select(['id', 'state'])
    .where((expression) =>
      expression.or([
        expression.and([expression('state', '=', 'done'), expression('expires_at', '<=', now)]),
        expression.and([
          expression('state', 'in', ['stopped', 'failed']),
          expression('expires_at', 'is', null),
          expression('touched_at', '<=', new Date(now.getTime() - LEFT_MS)),
        ]),
      ]),
    )
    .limit(RECOVERED_AT_ONCE)
    .execute()
  for (const { id, state } of over) {
    await systems.files.remove(keyOfExport(id))
    const looked = state === 'done' ? { state: 'gone' } : { expires_at: now }
    await db.updateTable('exports').set(looked).where('id', '=', id).execute()
  }
}

/** Restarts exports whose job was lost, and deletes expired files. */
export const exportRecoveries: readonly Recovery[] = [
  asksFor('report files not made', exportJob, async ({ db }, { forgotten }) => {
    const waiting = await db
      .selectFrom('exports')
      .select('id')
      .where('state', 'in', ['queued', 'making'])
      .where('touched_at', '<', forgotten)
      .limit(RECOVERED_AT_ONCE)
      .execute()
    return waiting.map(({ id }) => ({ exportId: id }))
  }),
  { name: 'report files whose day is over', recover: dropExports },
]

export const exportWork = [
  works(exportJob, (deps, { exportId }) => makeExport(deps, exportId), { concurrency: 1 }),
]
