import { join } from 'node:path'
import pg from 'pg'
import { until } from '../http.ts'

/** A row that staff set (their screen comes later): whether public sales ask for the position. Waits until the product has read it. */
export async function positionRequired(required: boolean): Promise<void> {
  const home = process.env.JOURNEY_HOME ?? ''
  const client = new pg.Client({
    connectionString: `postgres://postgres@/postgres?host=${encodeURIComponent(join(home, 'data'))}&port=5432`,
  })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "update settings set value = $1, changed_at = now() where name = 'public_position_required' and value <> $1",
      [JSON.stringify(required)],
    )
    // The product keeps its reference rows for three seconds.
    const changedAt = performance.now()
    if (rowCount)
      await until(
        async () => performance.now() - changedAt,
        (waited) => waited > 3_500,
      )
  } finally {
    await client.end()
  }
}
