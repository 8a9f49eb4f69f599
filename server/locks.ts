import type { Pool } from 'pg'

/**
 * Runs `work` while no other process does the same for this key; null when another is at it. The lock is a session's of the database, so
 * it is gone the moment the process dies. No transaction stays open while the work calls outside systems.
 */
export async function exclusively<T>(connections: Pool, key: string, work: () => Promise<T>): Promise<T | null> {
  const client = await connections.connect()
  let broken: Error | undefined
  const onError = (cause: Error) => {
    broken = cause
  }
  client.on('error', onError)
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [key])
    if (!rows[0]?.mine) return null
    try {
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch((cause: Error) => {
        broken = cause
      })
    }
  } finally {
    client.release(broken ?? false)
    client.off('error', onError)
  }
}
