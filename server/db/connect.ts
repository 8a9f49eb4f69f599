import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  replaceWithNoncontingentExpression,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import { planKeeper, steady, type Vigil, vigil } from './connection-watch.ts'
import { isMigrated } from './migrate.ts'
import type { DB } from './rows.ts'

/**
 * Fate of a row reported as written if its server is lost: `synchronous`: another server holds it;
 * `asynchronous`: it may be lost.
 */
export const durabilities = ['synchronous', 'asynchronous'] as const
type Durability = (typeof durabilities)[number]

/**
 * Returns the server's setting: a commit waits for a standby (`synchronous_standby_names`) and is
 * reported only when safe (`synchronous_commit`).
 */
export async function durabilityOf(
  connections: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>,
): Promise<Durability> {
  const { rows } = await connections.query<{ waits: boolean }>(
    `select current_setting('synchronous_standby_names') <> ''
       and current_setting('synchronous_commit') not in ('off', 'local')
       and current_setting('fsync') = 'on' as waits`,
  )
  return rows[0]?.waits ? 'synchronous' : 'asynchronous'
}

/** Throws if the server guarantees less than the product's setting relies on. */
export async function requireDurability(
  connections: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>,
  wanted: Durability,
): Promise<void> {
  if (wanted === 'asynchronous' || (await durabilityOf(connections)) === wanted) return
  throw new Error(
    'The database may lose what it said was written: give it a synchronous standby ' +
      '(synchronous_standby_names, synchronous_commit=on, fsync=on), ' +
      'or accept the loss by DATABASE_DURABILITY=asynchronous',
  )
}

export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** The target of a query: the database or a transaction of it. */
export type Sql = Db | Tx

// Days stay strings (a day in Almaty has no time zone), bigint ids stay strings, money fits an
// integer.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const vigils = new WeakMap<pg.Pool, Vigil>()

/** A pool for a database that takes writes, or for one that only answers (`writes: false`). */
export const pool = (url: string, max = 12, { writes = true } = {}): pg.Pool => {
  const guard = vigil(url, writes)
  const made = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: databaseLimits.connectMs,
    idleTimeoutMillis: databaseLimits.idleConnectionMs,
    keepAlive: true,
    application_name: 'qorgan',
    verify: guard.verify,
  })
  vigils.set(made, guard)
  // A connection the server ended while idle: the pool drops it and opens another.
  made.on('error', guard.heard)
  // If one ends between two queries of a transaction, the next query fails; without a listener the
  // process would end instead.
  const keepPlans = planKeeper()
  made.on('connect', (client) => {
    client.on('error', () => {})
    keepPlans(client)
    guard.watch(client)
  })
  return made
}

export const connect = (connections: pg.Pool): Db => {
  const guard = vigils.get(connections)
  return new Kysely<DB>({
    // `in ()` is no SQL: of an empty list nothing is in it, and all else is not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
    dialect: new PostgresDialect({ pool: guard ? steady(connections, guard) : connections }),
  })
}

/**
 * A connection of the pool has just broken, or does not answer: late statements are late because of
 * it.
 */
export const isTroubled = (connections: pg.Pool): boolean =>
  vigils.get(connections)?.isTroubled() ?? false

/**
 * The address of another database on the same server; Unix-socket addresses have no host to parse.
 */
export function onDatabase(url: string, name: string): string {
  if (url.includes('@/')) return url.replace(/@\/[^?]*/, `@/${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.toString()
}

/** The oldest PostgreSQL that has what the migrations use. */
const OLDEST = 150_000

/** Returns why the program would not start on the database at `url`; empty if it would. */
export async function databaseProblems(url: string, durability: Durability): Promise<string[]> {
  const connections = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: databaseLimits.connectMs,
    application_name: 'qorgan-settings',
  })
  // Dropping the database ends connections still closing.
  connections.on('error', () => {})
  connections.on('connect', (client) => client.on('error', () => {}))
  const problems: string[] = []
  try {
    const { rows } = await connections.query<{ version: string; icu: boolean }>(
      `select current_setting('server_version_num') as version,
         exists (select from pg_collation where collprovider = 'i') as icu`,
    )
    if (Number(rows[0]?.version) < OLDEST)
      problems.push('DATABASE_URL: PostgreSQL 15 or newer is needed')
    if (!rows[0]?.icu) problems.push('DATABASE_URL: this PostgreSQL was built without ICU')
    if (!(await isMigrated(connections)))
      problems.push('DATABASE_URL: not migrated yet; run `npm run migrate` as the owner')
    await requireDurability(connections, durability).catch(({ message }: Error) =>
      problems.push(`DATABASE_URL: ${message}`),
    )
  } catch (cause) {
    problems.push(`DATABASE_URL: no answer (${reasonOf(cause)})`)
  } finally {
    await connections.end()
  }
  return problems
}

/** The server's or the network's own word, which holds no password. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : 'unknown'

type Pending = { until: number; fail: () => void }

const LOOK_EVERY_MS = 250
const pending = new Set<Pending>()
let looking: NodeJS.Timeout | null = null

function look(): void {
  const now = performance.now()
  for (const one of pending) if (one.until <= now) one.fail()
  if (pending.size > 0 || !looking) return
  clearInterval(looking)
  looking = null
}

/**
 * Returns the work's outcome, or rejects with `late()` after `ms`; exact to a quarter of a second.
 * One clock watches all running work: a timer for every answer costs more than most answers do.
 */
export function withTimeout<T>(
  ms: number,
  work: () => Promise<T>,
  timeoutError: () => Error,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const one: Pending = {
      until: performance.now() + ms,
      fail: () => {
        pending.delete(one)
        reject(timeoutError())
      },
    }
    pending.add(one)
    looking ??= setInterval(look, LOOK_EVERY_MS)
    work().then(
      (value) => {
        pending.delete(one)
        resolve(value)
      },
      (cause: unknown) => {
        pending.delete(one)
        reject(cause)
      },
    )
  })
}

/** An instant as the database's JSON writes it. */
export const instant = (text: string | null): Date | null => (text === null ? null : new Date(text))

/**
 * Secrets of people at rest: AES-256-GCM under a key of its own, made of the signing key. A copy of
 * the database alone opens nothing.
 */
const keyOf = (signingKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', signingKey, '', `qorgan-sealed:${purpose}`, 32))
const IV = 12
const TAG = 16

/** `bound`: what the secret belongs to; sealed for one thing it does not open for another. */
export function sealed(
  signingKey: string,
  of: { purpose: string; bound: string },
  plain: string,
): Buffer {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyOf(signingKey, of.purpose), iv).setAAD(
    Buffer.from(of.bound),
  )
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Null when it is not ours to open: another key, another thing, a changed byte. */
export function opened(
  signingKey: string,
  of: { purpose: string; bound: string },
  secret: Buffer,
): string | null {
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(signingKey, of.purpose),
      secret.subarray(0, IV),
    )
    decipher.setAAD(Buffer.from(of.bound)).setAuthTag(secret.subarray(IV, IV + TAG))
    return Buffer.concat([decipher.update(secret.subarray(IV + TAG)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}

/**
 * Orders a column by the Kazakh alphabet, which includes the Russian one: by code points Ә, Қ and Ұ
 * would follow я.
 */
export const alphabetical = (column: string): RawBuilder<string> =>
  sql`${sql.ref(column)} collate "kk-x-icu"`
