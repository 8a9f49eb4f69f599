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
  const ask = async (name: string, text: string, key: string) =>
    (await connection.query<{ yes: boolean }>({ name, text, values: [key] })).rows[0]
  return {
    take: async (key) => {
      if (held.has(key)) return false
      held.add(key)
      try {
        const mine = await ask(
          'take',
          'select pg_try_advisory_lock(hashtextextended($1, 0)) as yes',
          key,
        )
        if (mine?.yes) return true
      } catch (cause) {
        held.delete(key)
        throw cause
      }
      held.delete(key)
      return false
    },
    free: async (key) => {
      // An error closes the connection, which frees the lock as well.
      await ask('free', 'select pg_advisory_unlock(hashtextextended($1, 0)) as yes', key).catch(
        () => {},
      )
      held.delete(key)
    },
    close: () => connection.end(),
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
