import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pool } from '../../server/db/connect.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { seed } from '../../server/setup/seed.ts'
import { fill, keptFolder } from './data/kept.ts'
import { clientsOf } from './data/sale.ts'
import { playedShare, type Share } from './database/load.ts'
import { remembering } from './database/memory.ts'
import { recorder } from './database/recorder.ts'
import { type Given, recorded, scriptsOf, type Tapes, tokenInSql } from './database/tapes.ts'
import { limited } from './day/apart.ts'
import { familyOf } from './day/cpu.ts'
import { buyer, sale } from './sale.ts'
import { productServer } from './server.ts'

/** Policies of earlier years in the database. */
const POLICIES = Number(process.env.POLICIES ?? 100_000)
/** Of the whole day, before more is asked for; then each step. */
const SECONDS = Number(process.env.SECONDS ?? 600)
const STEP_SECONDS = Number(process.env.STEP_SECONDS ?? 60)
const STEP = 0.2
const MOST_STEPS = 20
const WARM_SECONDS = 15
/** Cores that PostgreSQL may use, and no more; without it whatever the machine has. */
const CORES = Number(process.env.CORES ?? 0)
/** Gigabytes that PostgreSQL and the pages of its files may take, and no more. */
const MEMORY = Number(process.env.MEMORY ?? 0)
/** Where there are no policies, clients of as many come. */
const FEWEST = 60_000

/**
 * PostgreSQL alone at the country's stress day. One process of the product is recorded at a
 * calculation, a contract and a question; then players say the same for as many clients as come at
 * the whole day and more, until it ends: fewer than 97 of 100 are over, or half a second is not
 * enough for the statements of 95 of 100 calculations.
 */
export async function databaseBench() {
  const tapes = await recordedTapes()
  const kept = keptFolder(POLICIES)
  if (kept) mkdirSync(kept, { recursive: true })
  const home =
    kept ?? mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-database-'))
  const database = await startEmbedded({ home })
  const sql = await filled(database.url, home)
  const groups: string[] = []
  try {
    await withQueue(sql, home)
    const own = [buyer.iin, buyer.phone, sale().vehicles[0]?.registrationNumber ?? '']
    const clients = await withTokens(sql)
    const postmaster = Number(
      readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    const server = () => familyOf(postmaster)
    if (CORES > 0) groups.push(limited('database-alone', server(), CORES))
    if (MEMORY > 0) groups.push(remembering(server(), MEMORY))
    return await shares(sql, postmaster, {
      databaseUrl: database.url,
      clients,
      ...scriptsOf(tapes, own),
    })
  } finally {
    await sql.end()
    await database.stop()
    for (const group of groups) rmdirSync(group)
    if (!kept) rmSync(home, { recursive: true, force: true })
  }
}

/**
 * Of a product on a database of its own: on the filled one it would go on with the orders of whoever
 * played there before.
 */
async function recordedTapes(): Promise<Tapes> {
  const tape = recorder()
  const product = await productServer({ TIMINGS: 'production' })
  const tapes = await recorded(product, tape)
  await product.close()
  rmSync(product.home, { recursive: true, force: true })
  return tapes
}

/** A connection to a migrated database with so many policies. */
async function filled(url: string, home: string): Promise<pg.Client> {
  const connections = pool(url, 2)
  await migrate(connections)
  await seed(connections)
  await connections.end()
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  await sql.query('set statement_timeout = 0')
  if (POLICIES > 0) await fill(sql, { policies: POLICIES, seed: 1 }, home)
  return sql
}

/** The tables of the queue, which the product makes when it starts. */
async function withQueue(sql: pg.Client, home: string): Promise<void> {
  const { rows } = await sql.query("select to_regclass('pgboss.job') as there")
  if (rows[0]?.there) return
  const product = await productServer({}, { folder: home })
  await product.close()
}

/** Every client has a token that may buy; how many they are. */
async function withTokens(sql: pg.Client): Promise<number> {
  const clients = clientsOf({ policies: Math.max(POLICIES, FEWEST), seed: 1 })
  await sql.query(
    `insert into tokens (hash, kind, iin, phone, created_at, used_at, expires_at)
     select ${tokenInSql}, 'purchase', '850315399904', '77010000001', '2026-11-20T06:00:00Z',
       '2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z' from generate_series(0, $1::int - 1) as n
     on conflict do nothing`,
    [clients],
  )
  await sql.query('vacuum analyze tokens')
  return clients
}

async function shares(sql: pg.Client, postmaster: number, given: Given) {
  const live = async (factor: number, seconds: number) => {
    const share = await playedShare(sql, postmaster, given, {
      factor,
      seconds,
      warmSeconds: WARM_SECONDS,
    })
    console.log(share.told)
    return share
  }
  const whole = await live(1, SECONDS)
  let [carried, broke]: [Share | null, Share | null] = whole.holds ? [whole, null] : [null, whole]
  for (let step = 1; step <= MOST_STEPS && !broke; step += 1) {
    const share = await live(1 + step * STEP, STEP_SECONDS)
    if (share.holds) carried = share
    else broke = share
  }
  const { rows } = await sql.query<{ gb: string }>(
    'select round(pg_database_size(current_database()) / 1e9, 1)::text as gb',
  )
  return {
    name: 'the share of the stress day that PostgreSQL alone carries',
    ratio: carried?.factor ?? 0,
    goal: '≥ 1',
    detail: `${POLICIES} policies of earlier years, ${rows[0]?.gb} GB${MEMORY > 0 ? ` with ${MEMORY} GB of memory` : ''}; ${broke ? `it ends at ${broke.factor}: ${broke.why}` : 'it did not end'}`,
  }
}
