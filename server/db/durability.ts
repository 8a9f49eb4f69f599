import type pg from 'pg'

/**
 * What becomes of a row that was told as written when its server is lost: `synchronous`: another
 * server holds it; `asynchronous`: it may be gone.
 */
export const durabilities = ['synchronous', 'asynchronous'] as const
export type Durability = (typeof durabilities)[number]

/**
 * As the server is set: a commit waits for a standby (`synchronous_standby_names`) and is not told
 * before it is safe (`synchronous_commit`).
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

/** Throws where the server keeps less than the product is told to rely on. */
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
