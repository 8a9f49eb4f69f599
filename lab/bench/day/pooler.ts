import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../tests/http.ts'

/** More than our processes hold together, and less than PostgreSQL allows. */
const CONNECTIONS = 90
/** It does not run as root; who started us is enough else. */
const ACCOUNT = process.getuid?.() === 0 ? ['user = nobody'] : []

/**
 * PgBouncer before the database at `url`, in its session mode, which gives a client one connection
 * of the server until it leaves: what our locks and `LISTEN` need. All else is as it comes.
 */
export async function pooler(
  url: string,
  home: string,
): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort()
  const { searchParams } = new URL(url.replace('@/', '@localhost/'))
  const settings = join(home, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      '[databases]',
      `postgres = host=${searchParams.get('host')} port=${searchParams.get('port')} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = session',
      `default_pool_size = ${CONNECTIONS}`,
      'max_client_conn = 200',
      ...ACCOUNT,
    ].join('\n'),
  )
  const made = spawn(process.env.PGBOUNCER ?? 'pgbouncer', ['-q', settings], { stdio: 'inherit' })
  await once(made, 'spawn')
  const pooled = `postgres://postgres@127.0.0.1:${port}/postgres`
  await answering(pooled)
  return { url: pooled, process: made }
}

async function answering(url: string) {
  for (let left = 50; ; left -= 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (cause) {
      if (left === 0) throw cause
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
