import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import { vigil } from './connection-watch.ts'

/** The locks of one process. */
export type Locks = {
  /**
   * Returns false if this process or another holds the key. Throws if the holder may wait for a
   * lost database: its caller was sent away to retry, and so is this one.
   */
  take(key: string): Promise<boolean>
  /**
   * Marks the work as abandoned: its caller was sent away to retry, and it continues without a
   * waiting caller.
   */
  leave(key: string): Promise<void>
  free(key: string): Promise<void>
  close(): Promise<void>
}

/**
 * Locks of a database session, released the moment the process dies. One separate connection holds
 * all of a process's locks: work that waits seconds for an outside system takes no connection of
 * the pool. `isTroubled`: about the connections whose work is locked.
 */
export function locks(url: string, isTroubled = () => false): Locks {
  const guard = vigil(url, true)
  const connection = new pg.Pool({
    connectionString: url,
    max: 1,
    // A connection that is closed for being idle would take the locks along.
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: databaseLimits.connectMs,
    verify: guard.verify,
    query_timeout: databaseLimits.locksMs,
    application_name: 'qorgan-locks',
  })
  connection.on('error', guard.heard)
  connection.on('connect', (client) => {
    client.on('error', () => {})
    guard.watch(client)
  })
  const busy = (isLeft: boolean) => {
    if (isLeft || guard.isTroubled() || isTroubled()) throw changesOver()
    return false
  }
  const isLeftElsewhere = async (key: string) =>
    (
      await connection.query({
        name: 'left',
        text: `select from pg_locks where locktype = 'advisory' and granted
          and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`,
        values: [left(key)],
      })
    ).rowCount === 1
  /** A session may take its own lock again; what this process holds is known here. */
  const held = new Map<string, 'awaited' | 'left'>()
  const ask = together(
    async (wishes) =>
      (
        await connection.query<{ yes: boolean }>({
          name: 'locks',
          text: `select case when t.free
              then pg_advisory_unlock(hashtextextended(t.key, 0))
              else pg_try_advisory_lock(hashtextextended(t.key, 0)) end as yes
            from unnest($1::text[], $2::boolean[]) as t (key, free)`,
          values: [wishes.map(({ key }) => key), wishes.map(({ free }) => free)],
        })
      ).rows,
  )
  return {
    take: async (key) => {
      const here = held.get(key)
      if (here) return busy(here === 'left')
      held.set(key, 'awaited')
      try {
        if (await ask({ key, free: false })) return true
      } catch (cause) {
        held.delete(key)
        throw cause
      }
      held.delete(key)
      return busy(await isLeftElsewhere(key))
    },
    leave: async (key) => {
      if (!held.has(key)) return
      held.set(key, 'left')
      await ask({ key: left(key), free: false }).catch(() => {})
    },
    free: async (key) => {
      const keys = held.get(key) === 'left' ? [key, left(key)] : [key]
      // An error closes the connection, which frees the locks as well.
      await Promise.all(keys.map((one) => ask({ key: one, free: true }))).catch(() => {})
      held.delete(key)
    },
    close: () => connection.end(),
  }
}

/** A second lock beside the first tells other processes that no caller waits for it. */
const left = (key: string) => `left:${key}`

/** The error while the server cannot be queried. */
const changesOver = () =>
  Object.assign(new Error('the database changes over: who holds a lock is not known'), {
    code: '57P03',
  })

type Wish = { key: string; free: boolean }
type Waiting = Wish & PromiseWithResolvers<boolean>

/**
 * Batches wishes: those that arrive while a query runs go with the next one. In turn, the locks
 * were a busy process's bottleneck: each query waits for a turn of the event loop, and a full
 * machine made only forty a second.
 */
function together(
  askAll: (wishes: Wish[]) => Promise<{ yes: boolean }[]>,
): (wish: Wish) => Promise<boolean> {
  let waiting: Waiting[] = []
  let busy = false
  const askOn = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) {
      const now = waiting
      waiting = []
      try {
        const answers = await askAll(now)
        for (const [at, wish] of now.entries()) wish.resolve(answers[at]?.yes ?? false)
      } catch (cause) {
        for (const wish of now) wish.reject(cause)
      }
    }
    busy = false
  }
  return (wish) => {
    const one = { ...wish, ...Promise.withResolvers<boolean>() }
    waiting.push(one)
    if (!busy) void askOn()
    return one.promise
  }
}

/**
 * Runs `work` while no other process does the same for this key; returns null if another does.
 * Keeps no transaction and no connection of the pool open while the work calls outside systems.
 * `givenUp`: aborted when no caller waits for the work any more.
 */
export async function withLock<T>(
  of: Locks,
  key: string,
  work: () => Promise<T>,
  givenUp?: AbortSignal,
): Promise<T | null> {
  if (!(await of.take(key))) return null
  const stay = leavesWith(of, key, givenUp)
  try {
    return await work()
  } finally {
    stay()
    await of.free(key)
  }
}

/** Marks a held lock as abandoned when its work is given up; the answer ends that. */
export function leavesWith(of: Locks, key: string, givenUp?: AbortSignal): () => void {
  const leave = () => void of.leave(key)
  if (givenUp?.aborted) leave()
  else givenUp?.addEventListener('abort', leave)
  return () => givenUp?.removeEventListener('abort', leave)
}
