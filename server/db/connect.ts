import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import { planKeeper } from './prepared.ts'
import type { DB } from './rows.ts'
import { steady } from './steady.ts'
import { type Vigil, vigil } from './vigil.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** What a query needs: the database or a transaction of it. */
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
  // One that ends between two queries of a transaction: the next query says so; without a listener
  // the process would end instead.
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

/** A connection of the pool broke just now, or does not answer: what is late is late for it. */
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
