import {
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { manyOrders } from '#tests/many-orders.ts'
import { ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { testAppOn, until } from '#tests/test-app.ts'
import { seed } from '../setup/seed.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

const accountant = { iin: '850505499909', phone: '77010000555' }
const OCTOBER = 'from=2026-10-01&to=2026-10-31'

/** A primary with the product's tables, and a real standby that follows it. */
async function pair() {
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
  return { primary, standby }
}

/**
 * A base backup by the server's own functions: the folder of a running server, told before and
 * after.
 */
async function copied(url: string, from: string, to: string) {
  const client = await connected(url)
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

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

test('reports are read from a standby that keeps up; behind, away or promoted, they come from where everything is written', async () => {
  const { primary, standby } = await pair()
  const [first, second] = [await connected(primary.url), await connected(standby.url)]
  for (const one of [first, second]) one.on('error', () => {})
  const at = await testAppOn(primary.url, { DATABASE_REPORTS_URL: standby.url })
  await account(at, accountant, { role: 'accountant' })
  const token = await signedIn(at, accountant)
  const count = async (): Promise<number> => {
    const { body } = await at.raw(`/api/reports/orders?${OCTOBER}`, { method: 'GET', token })
    return body.totals.count
  }
  const shows = (wanted: number) => until(count, (found) => found === wanted)
  /** So many orders of October are of July now. */
  const away = (orders: number) =>
    first.query(
      `update orders set created_at = created_at - interval '90 days'
       where id in (select id from orders where created_at between '2026-10-01' and '2026-10-31' limit $1)`,
      [orders],
    )

  const buying = await purchaseToken(at)
  const { orderId } = await ordered(at, buying)
  await paysBill(at)
  await settled(at, buying, orderId)
  await manyOrders(first, 10, { from: '2026-10-01T00:00:00+05:00', days: 10 })
  await shows(10)
  // What the standby has not been told is not in the report: it is read there.
  await second.query('select pg_wal_replay_pause()')
  await away(4)
  expect(await count()).toBe(10)
  // Too far behind, it is asked no longer.
  await first.query(
    `create table filler as select repeat(md5(n::text), 200) as text from generate_series(1, 4000) as n`,
  )
  await first.query(`alter table filler alter column text set storage external`)
  await first.query(`update filler set text = text || 'x'`)
  await shows(6)
  // One that took over is another database from then on.
  await second.query('select pg_wal_replay_resume()')
  await second.query('select pg_promote(false)')
  await away(2)
  await shows(4)
  await second.end()
  await standby.stop()
  await away(1)
  await shows(3)
  await first.end()
})
