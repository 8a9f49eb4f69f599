import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { seed } from '#server/setup/seed.ts'
import { onDatabase } from '../database.ts'
import { until } from '../http.ts'

const old = migrationNames().filter((name) => name < '150')
/** The migration that is tried, and what came after it. */
export const rest = migrationNames().filter((name) => name >= '150')

/**
 * A database of the last release before decision 150, with its first rows; it goes when the test is
 * over.
 */
export async function databaseAt141() {
  const root = inject('databaseUrl')
  const name = `m_${randomBytes(6).toString('hex')}`
  const admin = new pg.Pool({ connectionString: root, max: 1 })
  await admin.query(`create database ${name}`)
  const url = onDatabase(root, name)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  onTestFinished(async () => {
    await pool.end()
    // A pool has ended before the server has seen all its connections go.
    const connected = async () =>
      (await admin.query('select from pg_stat_activity where datname = $1', [name])).rowCount
    await until(connected, (count) => count === 0)
    await admin.query(`drop database if exists ${name}`)
    await admin.end()
  })
  await migrate(pool, old)
  // The first rows are written by the program of today, which keeps commissions apart; 171 makes
  // those of the insurers' rows.
  await pool.query(
    `alter table insurers alter commission_percent set default 15;
     create table commissions (insurer_code text, product text, commission_percent numeric, effective_from date,
       unique (insurer_code, product, effective_from))`,
  )
  await seed(pool)
  await pool.query(
    'drop table commissions; alter table insurers alter commission_percent drop default',
  )
  return { pool, url }
}

export const rows = async <Row extends Record<string, unknown> = Record<string, unknown>>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await pool.query<Row>(text, values)).rows
