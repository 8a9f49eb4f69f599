import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import { isBroken } from './failures.ts'
import { type Backend, backendSql, silence } from './silence.ts'

/**
 * What is known of a pool's connections: since when they stand, and whether their server is gone.
 */
export type Vigil = {
  watch(client: pg.ClientBase): void
  /**
   * Asks whose backend this is, sets how long a statement may take there, and refuses one that
   * takes no writes where they are wanted.
   */
  verify(client: pg.ClientBase, done: (cause?: Error) => void): void
  /** A connection's error: those that were made before it are of the same server. */
  heard(cause: unknown): void
  /** Made after the last broken connection. */
  isTrusted(client: pg.ClientBase): boolean
  /** An error within the last seconds, or an answer that does not come. */
  isTroubled(): boolean
}

/** Watches the connections of one pool (decision 214); `writes`: of a database that takes them. */
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
           from pg_stat_activity where pid = pg_backend_pid()`,
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

/** As the server says it of the first write. */
const readOnly = () =>
  Object.assign(new Error('the database takes no writes: it follows another'), { code: '25006' })
