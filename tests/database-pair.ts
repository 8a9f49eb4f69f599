import {
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/setup/seed.ts'
import { until } from './http.ts'

/** A primary with the product's tables, and a real standby that follows it. */
export async function databasePair() {
  const home = mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-two-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const primary = await startEmbedded({
    home,
    name: 'a',
    settings: { fsync: 'off', max_wal_senders: '4' },
  })
  onTestFinished(() => primary.stop())
  const connections = new pg.Pool({ connectionString: primary.url, max: 2 })
  await migrate(connections)
  await seed(connections)
  await connections.end()
  await copied(primary.url, join(home, 'a'), join(home, 'b'))
  const source = `host=${join(home, 'a')} port=5432 user=postgres`
  const standby = await startEmbedded({
    home,
    name: 'b',
    settings: { primary_conninfo: source, fsync: 'off' },
  })
  onTestFinished(() => standby.stop())
  return {
    primary: { ...primary, socket: socketIn(join(home, 'a')), kill: killer(join(home, 'a')) },
    standby: { ...standby, socket: socketIn(join(home, 'b')) },
  }
}

const socketIn = (folder: string) => join(folder, '.s.PGSQL.5432')

/** As a machine that loses its power: nothing is ended, nobody is told. */
const killer = (folder: string) => () => {
  const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

/**
 * A base backup by the server's own functions: the folder of a running server, told before and
 * after.
 */
async function copied(url: string, from: string, to: string) {
  const client = await connectedTo(url)
  await client.query(`select pg_backup_start('standby', true)`)
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !/postmaster\.(pid|opts)$|\.s\.PGSQL/.test(path),
  })
  const { rows } = await client.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(false)',
  )
  await client.end()
  writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '')
  writeFileSync(join(to, 'standby.signal'), '')
  const { uid, gid } = statSync(from)
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), uid, gid)
}

export async function connectedTo(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** From here on nothing is committed that the standby does not hold. */
export async function followSynchronously(primaryUrl: string): Promise<void> {
  const client = await connectedTo(primaryUrl)
  await client.query(`alter system set synchronous_standby_names = '*'`)
  await client.query('select pg_reload_conf()')
  await until(
    async () =>
      (
        await client.query<{ state: string }>(
          `select sync_state as state from pg_stat_replication where state = 'streaming'`,
        )
      ).rows[0]?.state,
    (state) => state === 'sync',
  )
  await client.end()
}
