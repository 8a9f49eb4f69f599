import pg from 'pg'
import { databaseLimits } from '../settings/time-limits.ts'
import { type Durability, requireDurability } from './durability.ts'
import { isMigrated } from './migrate.ts'

/** The oldest PostgreSQL that has what the migrations use. */
const OLDEST = 150_000

/** Why the program would not start on the database at `url`; nothing when it would. */
export async function databaseProblems(url: string, durability: Durability): Promise<string[]> {
  const connections = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: databaseLimits.connectMs,
    application_name: 'qorgan-settings',
  })
  // Whoever drops the database ends what is still closing.
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
