import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ClientBase } from 'pg'
import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import { isBroken } from './failures.ts'

/** A server's process by its number and beginning: after a restart another may have the number. */
type Backend = `${number} ${string}`
/** SQL: the backend of the querying connection, or of each listed one. */
const backendSql = `pid || ' ' || extract(epoch from backend_start)`

type Asked = { since: number; looked: boolean }

/** Tracks connections that wait for an answer, and ends those whose answer does not come. */
export type Silence = {
  /** A connection has a query; its answer ends the wait. */
  begins(client: pg.ClientBase): () => void
  knowsBackend(client: pg.ClientBase, backend: Backend): void
  isAnyoneSilent(): boolean
}

/**
 * A host that vanishes sends nothing: its connections wait forever. Looks a connection silent for
 * `silentMs` up over a new one; unless its backend is at work there, it is `lost`. A slow server is
 * left alone.
 */
function silence(url: string, lost: (client: pg.ClientBase) => void): Silence {
  const backends = new WeakMap<pg.ClientBase, Backend>()
  const asked = new Map<pg.ClientBase, Asked>()
  let timer: NodeJS.Timeout | null = null
  let looking = false

  const silentFor = ({ since }: Asked) => performance.now() - since
  const silent = () => [...asked].filter(([, one]) => silentFor(one) > databaseLimits.silentMs)
  const judge = (client: pg.ClientBase, one: Asked, atWork: Set<Backend> | null) => {
    // It has another query meanwhile: not the one that was checked.
    if (asked.get(client) !== one) return
    const backend = backends.get(client)
    const missing =
      atWork && backend !== undefined
        ? !atWork.has(backend)
        : silentFor(one) > databaseLimits.silentAloneMs
    // An answer may be under way: only a backend missing twice is gone.
    if (missing && one.looked) {
      asked.delete(client)
      lost(client)
    }
    one.looked = missing
  }
  const look = async () => {
    if (asked.size === 0 && timer) {
      clearInterval(timer)
      timer = null
    }
    const waiting = silent()
    if (looking || waiting.length === 0) return
    looking = true
    try {
      const known = waiting.flatMap(([client]) => backends.get(client) ?? [])
      const atWork = await backendsAtWork(url, known)
      for (const [client, one] of waiting) judge(client, one, atWork)
    } finally {
      looking = false
    }
  }

  return {
    begins: (client) => {
      const one = { since: performance.now(), looked: false }
      asked.set(client, one)
      timer ??= setInterval(() => void look(), databaseLimits.silentLookMs).unref()
      return () => {
        if (asked.get(client) === one) asked.delete(client)
      }
    },
    knowsBackend: (client, backend) => void backends.set(client, backend),
    isAnyoneSilent: () => silent().length > 0,
  }
}

/** Returns the backends with work; null if no connection can be made. */
async function backendsAtWork(url: string, known: Backend[]): Promise<Set<Backend> | null> {
  const fresh = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.connectMs,
    query_timeout: databaseLimits.connectMs,
    application_name: 'qorgan-vigil',
  })
  fresh.on('error', () => {})
  try {
    await fresh.connect()
    const { rows } = await fresh.query<{ backend: Backend }>(
      `select ${backendSql} as backend from pg_stat_activity where ${backendSql} = any($1::text[])
       and (state = 'active' or state_change > now() - interval '1 second')`,
      [known],
    )
    return new Set(rows.map(({ backend }) => backend))
  } catch {
    return null
  } finally {
    void fresh.end().catch(() => {})
  }
}

/** Tracks a pool's connections: their age, and whether their server is gone. */
export type Vigil = {
  watch(client: pg.ClientBase): void
  /**
   * Reads the backend's number, sets its statement timeout, and refuses one that takes no writes if
   * they are wanted.
   */
  verify(client: pg.ClientBase, done: (cause?: Error) => void): void
  /** A connection's error: earlier connections belong to the same server. */
  heard(cause: unknown): void
  /** Made after the last broken connection. */
  isTrusted(client: pg.ClientBase): boolean
  /** True after an error within the last seconds, or while an answer does not come. */
  isTroubled(): boolean
}

/**
 * Watches the connections of one pool; `writes`: they must reach a database that accepts writes. A
 * host that vanished left the queue waiting for 1,007 s: Node sets no TCP user timeout, and
 * `query_timeout` would close slow statements that still work.
 */
export function vigil(url: string, writes: boolean): Vigil {
  const born = new WeakMap<pg.ClientBase, number>()
  let brokenAt = Number.NEGATIVE_INFINITY
  const heard = (cause: unknown) => {
    if (isBroken(cause)) brokenAt = performance.now()
  }
  const { begins, knowsBackend, isAnyoneSilent } = silence(url, (client) => {
    brokenAt = performance.now()
    if (client instanceof pg.Client) void client.end().catch(() => {})
  })
  return {
    heard,
    isTrusted: (client) => (born.get(client) ?? 0) > brokenAt,
    isTroubled: () => performance.now() - brokenAt < databaseLimits.troubledMs || isAnyoneSilent(),
    watch: (client) => {
      born.set(client, performance.now())
      const plain: (...given: unknown[]) => unknown = client.query.bind(client)
      Reflect.set(client, 'query', (...given: unknown[]) => {
        const ends = begins(client)
        const callback = given.at(-1)
        if (typeof callback === 'function')
          return plain(...given.slice(0, -1), (cause: unknown, result: unknown) => {
            ends()
            heard(cause)
            callback(cause, result)
          })
        const answer = plain(...given)
        if (answer instanceof Promise)
          answer.then(ends, (cause: unknown) => {
            ends()
            heard(cause)
          })
        return answer
      })
    },
    verify: (client, done) => {
      client
        .query<{ backend: Backend; standby: boolean }>(
          `select ${backendSql} as backend, pg_is_in_recovery() as standby, ${limitsSql}
           from pg_stat_get_activity(pg_backend_pid())`,
        )
        .then(({ rows: [row] }) => {
          if (row) knowsBackend(client, row.backend)
          done(row?.standby && writes ? readOnly() : undefined)
        }, done)
    },
  }
}

/** Set by a statement: a pooler in between takes no limits at the connection's beginning. */
const limitsSql = `
  set_config('statement_timeout', '${databaseLimits.statementMs}', false),
  set_config('idle_in_transaction_session_timeout', '${databaseLimits.idleTransactionMs}', false)`

/** The error the server itself gives on the first write. */
const readOnly = () =>
  Object.assign(new Error('the database takes no writes: it follows another'), { code: '25006' })

/** The begin of a transaction, or a question … */
const ASKS = /^\s*(?:begin|start transaction|select)\b/i
/** … that changes nothing and holds nothing. */
const HOLDS =
  /\bfor (?:no key )?update\b|\bfor (?:key )?share\b|\b(?:nextval|pg_(?:try_)?advisory|pg_notify)/i

/** More than a pool has connections of a lost server. */
const TRIES = 3

/**
 * Returns the pool for Kysely. Hands out no connection of a lost server; if the first statement of
 * a conversation meets one nevertheless, repeats it over a new one, if repeating does no harm.
 * Never repeats a write here: its outcome is unknown.
 */
export function steady(connections: pg.Pool, { isTrusted }: Vigil): PostgresPool {
  const taken = async () => {
    for (;;) {
      const client = await connections.connect()
      if (isTrusted(client)) return client
      client.release(true)
    }
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    let client = await taken()
    let held = true
    let first = true
    const query = async (text: string, values: readonly unknown[]) => {
      const mayRepeat = first && ASKS.test(text) && !HOLDS.test(text)
      first = false
      for (let tries = 1; ; tries += 1) {
        try {
          return await client.query(text, [...values])
        } catch (cause) {
          if (!mayRepeat || tries === TRIES || !isBroken(cause)) throw cause
          client.release(true)
          held = false
          client = await taken()
          held = true
        }
      }
    }
    const release = (destroy?: boolean) => {
      if (held) client.release(destroy || !isTrusted(client) ? true : undefined)
    }
    // Kysely queries by text alone here: nothing uses a cursor.
    return { query, release } as unknown as PostgresPoolClient
  }
  return { connect, end: () => connections.end(), options: connections.options }
}

/** More different statements than the product has; later ones are planned each time. */
const MOST = 600
/** Lists of rows are as many statements as they have lengths. */
const MOST_VALUES = 40
/** For a statement in parts, each of which writes one row of another table. */
const MOST_OF_PARTS = 120
const IN_PARTS = /^\s*with\b/i
/** Begins and ends of transactions, settings: nothing to plan, and one text may hold several. */
const NOT_PLANNED = /^\s*(?!with|select|insert|update|delete)\w|;/i

/**
 * Matches a statement that returns whatever columns exist: `select *`, `"orders".*`, `returning *`.
 */
const WHOLE_ROWS = /(?:\b(?:select|returning|distinct)\s|,)\s*(?:"?\w+"?\.)?\*/i
/** A new job of the queue: its `select *` is over a list of its own, and it returns an id. */
const NEW_JOB = /^\s*with ins as \(\s*insert into pgboss\.job/i

/**
 * Caches the plans of recurring statements per pool connection: planning costs PostgreSQL more than
 * running them. Measured: 4.0 instead of 5.5 ms of its processor for a calculation, 8.1 instead of
 * 11.8 for an order. Kysely cannot name statements, so this sits between it and the client, the
 * only place that knows of it. Excludes statements with `*`: a newer process's migration would
 * change their columns, which a cached plan refuses.
 */
export function planKeeper(): (client: ClientBase) => void {
  const names = new Map<string, string>()
  return (client) => {
    const plain: (...given: unknown[]) => unknown = client.query.bind(client)
    Reflect.set(client, 'query', (...given: unknown[]) => {
      // The pool's own `query` asks with a callback behind.
      const [text, values, ...callback] = given
      const name =
        typeof text === 'string' && Array.isArray(values)
          ? nameOf(names, text, values.length)
          : null
      return name ? plain({ name, text, values }, ...callback) : plain(...given)
    })
  }
}

function nameOf(names: Map<string, string>, text: string, values: number): string | null {
  const known = names.get(text)
  if (known) return known
  if (
    values > (IN_PARTS.test(text) ? MOST_OF_PARTS : MOST_VALUES) ||
    names.size >= MOST ||
    NOT_PLANNED.test(text)
  )
    return null
  if (WHOLE_ROWS.test(text) && !NEW_JOB.test(text)) return null
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
