import { join } from 'node:path'
import pg from 'pg'
import { until } from '../http.ts'

/** A statement straight into the product's database: what only time or staff would do. */
export const inDatabase = async (statement: string, values: unknown[] = []): Promise<number> =>
  (await asked(statement, values)).rowCount ?? 0

/** What the product's database holds. */
export const rowsOf = async (
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> =>
  (await asked<Record<string, unknown>>(statement, values)).rows

async function asked<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  return withDatabase((client) => client.query<Row>(statement, values))
}

/** Several statements by one connection. */
export async function withDatabase<Answer>(
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const home = process.env.JOURNEY_HOME ?? ''
  const client = new pg.Client({
    connectionString: `postgres://postgres@/postgres?host=${encodeURIComponent(join(home, 'data'))}&port=5432`,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A row that staff set (their screen comes later): whether public sales ask for the position. Waits
 * until the product has read it.
 */
export async function positionRequired(required: boolean): Promise<void> {
  const changed = await inDatabase(
    "update settings set value = $1, changed_at = now() where name = 'public_position_required' and value <> $1",
    [JSON.stringify(required)],
  )
  // The product keeps its reference rows for three seconds.
  const changedAt = performance.now()
  if (changed)
    await until(
      async () => performance.now() - changedAt,
      (waited) => waited > 3_500,
    )
}
