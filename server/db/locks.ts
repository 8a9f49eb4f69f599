import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'

/** The locks of one process. */
export type Locks = {
  /** False when this process or another holds the key. */
  take(key: string): Promise<boolean>
  free(key: string): Promise<void>
  close(): Promise<void>
}

/**
 * Locks of a session of the database, gone the moment the process dies. One connection of their own
 * holds all of a process's: work that waits for an outside system for seconds keeps none of the
 * pool from those who ask (decision 146).
 */
export function locks(url: string): Locks {
  const connection = new pg.Pool({
    connectionString: url,
    max: 1,
    // A connection that is closed for being idle would take the locks along.
    idleTimeoutMillis: 0,
    keepAlive: true,
    query_timeout: databaseLimits.locksMs,
    application_name: 'qorgan-locks',
  })
  connection.on('error', () => {})
  connection.on('connect', (client) => client.on('error', () => {}))
  /** A session may take its own lock again; what this process holds is known here. */
  const held = new Set<string>()
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
      if (held.has(key)) return false
      held.add(key)
      try {
        if (await ask({ key, free: false })) return true
      } catch (cause) {
        held.delete(key)
        throw cause
      }
      held.delete(key)
      return false
    },
    free: async (key) => {
      // An error closes the connection, which frees the lock as well.
      await ask({ key, free: true }).catch(() => {})
      held.delete(key)
    },
    close: () => connection.end(),
  }
}

type Wish = { key: string; free: boolean }
type Waiting = Wish & PromiseWithResolvers<boolean>

/**
 * What is wished for while an earlier question is on its way goes with the next one. One after
 * another the locks of a busy process were its narrowest place: each question waits for a turn of
 * the process, and forty a second were all there was while the machine was full.
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
 * Runs `work` while no other process does the same for this key; null when another is at it. No
 * transaction and no connection of the pool stays open while the work calls outside systems.
 */
export async function withLock<T>(
  of: Locks,
  key: string,
  work: () => Promise<T>,
): Promise<T | null> {
  if (!(await of.take(key))) return null
  try {
    return await work()
  } finally {
    await of.free(key)
  }
}
