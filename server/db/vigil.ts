import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import { isBroken } from './failures.ts'

/** What is known of a pool's connections: since when they stand, and who waits for an answer. */
export type Vigil = {
  watch(client: pg.ClientBase): void
  /** Asks whose backend this is, and refuses one that takes no writes where they are wanted. */
  verify(client: pg.ClientBase, done: (cause?: Error) => void): void
  /** A connection's error: those that were made before it are of the same server. */
  heard(cause: unknown): void
  /** Made after the last broken connection. */
  isTrusted(client: pg.ClientBase): boolean
  /** An error within the last seconds, or an answer that does not come. */
  isTroubled(): boolean
}

type Asked = { since: number; looked: boolean }

/**
 * A host that vanishes says nothing: its connections wait for ever. One that is silent for
 * `silentMs` is looked up over a new connection; unless its backend is at work there, it is closed,
 * and who waits is told so. A server that is slow stays in peace.
 */
export function vigil(url: string, writes: boolean): Vigil {
  const born = new WeakMap<pg.ClientBase, number>()
  const pids = new WeakMap<pg.ClientBase, number>()
  const asked = new Map<pg.ClientBase, Asked>()
  let brokenAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let looking = false

  const heard = (cause: unknown) => {
    if (isBroken(cause)) brokenAt = performance.now()
  }
  const silent = () =>
    [...asked].filter(([, { since }]) => performance.now() - since > databaseLimits.silentMs)
  const close = (client: pg.ClientBase) => {
    asked.delete(client)
    brokenAt = performance.now()
    if (client instanceof pg.Client) void client.end().catch(() => {})
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
      const atWork = await backendsAtWork(
        url,
        waiting.flatMap(([client]) => pids.get(client) ?? []),
      )
      for (const [client, one] of waiting) {
        const pid = pids.get(client)
        // Asked something else meanwhile: not the one that was looked at.
        if (asked.get(client) !== one) continue
        const lost =
          atWork && pid !== undefined
            ? !atWork.has(pid)
            : performance.now() - one.since > databaseLimits.silentAloneMs
        // An answer may be on its way: only who is missing twice is gone.
        if (lost && one.looked) close(client)
        one.looked = lost
      }
    } finally {
      looking = false
    }
  }
  const begins = (client: pg.ClientBase): Asked => {
    const one = { since: performance.now(), looked: false }
    asked.set(client, one)
    timer ??= setInterval(() => void look(), databaseLimits.silentLookMs).unref()
    return one
  }
  const ends = (client: pg.ClientBase, one: Asked, cause: unknown) => {
    if (asked.get(client) === one) asked.delete(client)
    if (cause) heard(cause)
  }

  return {
    heard,
    isTrusted: (client) => (born.get(client) ?? 0) > brokenAt,
    isTroubled: () =>
      performance.now() - brokenAt < databaseLimits.troubledMs || silent().length > 0,
    watch: (client) => {
      born.set(client, performance.now())
      const plain: (...given: unknown[]) => unknown = client.query.bind(client)
      Reflect.set(client, 'query', (...given: unknown[]) => {
        const one = begins(client)
        const callback = given.at(-1)
        if (typeof callback === 'function')
          return plain(...given.slice(0, -1), (cause: unknown, result: unknown) => {
            ends(client, one, cause)
            callback(cause, result)
          })
        const answer = plain(...given)
        if (answer instanceof Promise)
          answer.then(
            () => ends(client, one, null),
            (cause: unknown) => ends(client, one, cause),
          )
        return answer
      })
    },
    verify: (client, done) => {
      client
        .query<{ pid: number; standby: boolean }>(
          'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
        )
        .then(({ rows: [row] }) => {
          if (row) pids.set(client, row.pid)
          done(row?.standby && writes ? readOnly() : undefined)
        }, done)
    },
  }
}

/** As the server says it of the first write. */
const readOnly = () =>
  Object.assign(new Error('the database takes no writes: it follows another'), { code: '25006' })

/** Which of the backends have work; null where nobody can be asked. */
async function backendsAtWork(url: string, pids: number[]): Promise<Set<number> | null> {
  const fresh = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseLimits.connectMs,
    query_timeout: databaseLimits.connectMs,
    application_name: 'qorgan-vigil',
  })
  fresh.on('error', () => {})
  try {
    await fresh.connect()
    const { rows } = await fresh.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1::int[]) and (state = 'active'
       or state_change > now() - interval '1 second')`,
      [pids],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch {
    return null
  } finally {
    void fresh.end().catch(() => {})
  }
}
