import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import type { Log } from '../telemetry/log.ts'
import { connect, type Db, pool, withTimeout } from './connect.ts'
import type { DB } from './rows.ts'

/** Bytes of the log a standby has not replayed; beyond this its figures are old. */
const MOST_BEHIND = 16 * 1024 * 1024
/** Reports are few and long. */
const CONNECTIONS = 6

/** Database for long reads. */
export type Reading = { db: Db; close(): Promise<void> }

/**
 * Returns a standby (`DATABASE_REPORTS_URL`) for long reads while it keeps up, so that they do not
 * slow sales down; without one, or while it is down or behind, the primary. Only for data that may
 * be seconds old.
 */
export function reading(url: string | undefined, primary: pg.Pool, log: Log): Reading {
  if (!url) return { db: connect(primary), close: async () => {} }
  const standby = pool(url, CONNECTIONS, { writes: false })
  let looked: { at: number; good: Promise<boolean> } | null = null
  let told = true
  const look = async () => {
    const good = await withTimeout(
      databaseLimits.standbyMs,
      () => keepsUp(standby, primary),
      () => new Error('late'),
    ).catch(() => false)
    if (good !== told)
      log.warn(
        { standby: good },
        good ? 'reports are read from the standby again' : 'the standby is away or behind',
      )
    told = good
    return good
  }
  const good = () => {
    if (!looked || performance.now() - looked.at > databaseLimits.standbyLookMs)
      looked = { at: performance.now(), good: look() }
    return looked.good
  }
  const connections = {
    connect: async () =>
      (await good()) ? standby.connect().catch(() => primary.connect()) : primary.connect(),
    end: () => standby.end(),
    options: standby.options,
  }
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) }),
    close: () => standby.end().catch(() => {}),
  }
}

/** One that was promoted is a standby no more. */
async function keepsUp(standby: pg.Pool, primary: pg.Pool): Promise<boolean> {
  const written = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  const { rows } = await standby.query<{ behind: string | null }>(
    'select case when pg_is_in_recovery() then pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) end::text as behind',
    [written.rows[0]?.at],
  )
  const behind = rows[0]?.behind ?? null
  return behind !== null && Number(behind) <= MOST_BEHIND
}
