import { ExportAsk, exportReports } from '#contract/report-exports.ts'
import { type Locale, parseLocale } from '#domain/locale.ts'
import type { Sql } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Deps } from '../deps.ts'
import { exportJob } from '../jobs/definitions.ts'
import { asksFor, RECOVERED_AT_ONCE, type Recovery } from '../jobs/recovery.ts'
import { step } from '../jobs/steps.ts'
import { works } from '../jobs/work.ts'
import { type ReportFile, XLSX_ROWS } from '../sheets/report-file.ts'
import type { FileAsk } from './answer-file.ts'
import { claimsFile } from './claims.ts'
import { keyOfExport } from './exports.ts'
import { insurersFile } from './insurers.ts'
import { matchedFile } from './matched.ts'
import { movementsFile } from './movements.ts'
import { ordersFile } from './orders.ts'
import { promotersFile } from './promoters.ts'
import { refundsFile } from './refunds.ts'

/** A made file is kept a day. */
const KEPT_MS = 86_400_000
/** Whoever still writes a stopped file has left it by then. */
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

/** Whoever asked has stopped it: what is being written is of nobody. */
class Stopped extends Error {}

/**
 * Job: makes a report's file, telling how far it is. One that takes longer than a job may is begun
 * again while it goes on: the lock keeps two from writing the same file. Run twice it writes the
 * same place anew; a stopped one is left at the next batch of rows.
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
    // Counting ends where a spreadsheet would be too long: beyond that nobody knows.
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
    // It may be whole and only not be written down.
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

/** How far a file is; false when it is not being made any more. */
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
 * Sweep: files whose day is over are taken away; their rows stay. So is what a process that died
 * left of a stopped or failed one: `expires_at` says that it was looked for.
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

/** Files whose job got lost, and those whose day is over. */
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
