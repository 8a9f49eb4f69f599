import { connect, createServer } from 'node:net'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyOfTemplate } from '#tests/database.ts'
import { connectedTo } from '#tests/database-pair.ts'
import { freePort } from '#tests/http.ts'
import { testAppOn } from '#tests/test-app.ts'
import { databaseLimits } from '../settings/time-limits.ts'
import { onDatabase } from './connect.ts'

/**
 * Settings PgBouncer lets a client name on connecting, by default (its documentation of
 * `ignore_startup_parameters`, and 1.18 tried); it refuses any other.
 */
const KNOWN = [
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]

/**
 * A pooler in session mode as a client sees it: it refuses unknown settings, and gives each line a
 * session.
 */
async function poolerBefore(url: string) {
  const { host, port, database } = new pg.Client({ connectionString: url })
  const refused = new Set<string>()
  const front = createServer((client) => {
    client.once('data', (first) => {
      const unknown = namedIn(first).filter((name) => !KNOWN.includes(name.toLowerCase()))
      if (unknown.length > 0) {
        for (const name of unknown) refused.add(name)
        return client.destroy()
      }
      const server = connect(`${host}/.s.PGSQL.${port}`)
      server.write(first)
      client.pipe(server).pipe(client)
      server.on('error', () => client.destroy())
      client.on('error', () => server.destroy())
    })
  })
  const own = await freePort()
  await new Promise<void>((resolve) => front.listen(own, '127.0.0.1', resolve))
  onTestFinished(() => void front.close())
  return { url: `postgres://postgres@127.0.0.1:${own}/${database}`, refused }
}
/** The names of a start-up message: length, version, then name and value in turn. */
const namedIn = (message: Buffer) =>
  message
    .subarray(8)
    .toString()
    .split('\0')
    .filter((word, at) => at % 2 === 0 && word)

test('behind a pooler no connection is refused, and no statement lasts for ever', async () => {
  const root = inject('databaseUrl')
  const owner = await connectedTo(root)
  await owner.query(copyOfTemplate('pooled'))
  onTestFinished(async () => {
    await owner.query('drop database pooled with (force)')
    await owner.end()
  })
  const pooler = await poolerBefore(onDatabase(root, 'pooled'))
  const { server } = await testAppOn(pooler.url)
  const { rows } = await server.deps.pool.query(
    `select name, setting from pg_settings where name in
       ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )
  expect([...pooler.refused]).toEqual([])
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: `${databaseLimits.idleTransactionMs}` },
    { name: 'statement_timeout', setting: `${databaseLimits.statementMs}` },
  ])
})
