import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/setup/seed.ts'
import type { Invoice } from '#systems/bank/sandbox.ts'
import { esbdPolicies } from '#systems/esbd/sandbox-policies.ts'
import { localFiles } from '#systems/files/local-files.ts'
import { Unavailable } from '#systems/http.ts'
import { placeOf, stubborn } from '../chaos/at-house.ts'
import { pays } from '../chaos/client.ts'
import { atRest, expectSoldOnce } from '../chaos/exactly-once.ts'
import { until } from '../http.ts'
import { purchaseToken } from '../sale.ts'
import { type TestApp, testAppOn } from '../test-app.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'

const SALES = 4
/** So often every client of a round is told to come again before there is room. */
const REFUSALS = 30

test('tables that cannot grow during sales: "try again", then everything once', {
  timeout: 300_000,
}, async () => {
  const disk = small(384)
  const url = await database({ data: disk.folder, log: roomy() })
  // At first only what needs room is refused; the next checkpoint ends the server.
  await survives(await testAppOn(url), disk, async (refused) => {
    await refused(10)
    await ending(url, 'checkpoint')
  })
})

test('a write-ahead log that cannot grow during sales: the server ends, is started again, then everything once', {
  timeout: 300_000,
}, async () => {
  const disk = small(96)
  const url = await database({ data: roomy(), log: disk.folder })
  // Others write too: the segment the sales began in comes to its end.
  const noise =
    "select count(pg_logical_emit_message(false, 'noise', repeat('x', 1000000))) from generate_series(1, 64)"
  await survives(await testAppOn(url), disk, () => ending(url, noise))
})

/** Something that needs room where none is left: the server does not outlive it. */
async function ending(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await expect(client.connect().then(() => client.query(statement))).rejects.toThrow()
  await client.end().catch(() => {})
}

test('an upload to a full disk is refused and leaves nothing', async () => {
  const disk = small(16)
  const files = localFiles(join(disk.folder, 'files'))
  const upload = () => files.put('claims/a', Readable.from([Buffer.alloc(2_000_000)]))
  await files.put('claims/before', Readable.from([Buffer.from('x')]))
  disk.fill()
  await expect(upload()).rejects.toBeInstanceOf(Unavailable)
  expect(await Array.fromAsync(files.keys())).toEqual(['claims/before'])
  disk.free()
  await upload()
  expect(await Array.fromAsync(files.keys())).toEqual(['claims/a', 'claims/before'])
})

/**
 * Clients buy while the disk is full and after there is room again: every answer is right or "try
 * again", every sale is one sale.
 */
async function survives(
  at: TestApp,
  disk: SmallDisk,
  ends: (refused: (times: number) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const token = await purchaseToken(at)
  const { rows, world } = placeOf(at)
  const client = { rows, world, control: at.control, sandboxUrl: at.sandbox.url }
  const again = async <T>(ask: () => Promise<T>): Promise<T | null> => ask().catch(() => null)
  const seen = new Map<number, number>()
  const answered = (status: number) => void seen.set(status, (seen.get(status) ?? 0) + 1)
  const sell = async () => {
    const sold = await stubborn(at, token, answered, 200_000)
    await until(
      async () => {
        await again(() => pays(client, sold.orderId))
        return again(() => atRest(client, sold.orderId))
      },
      (over) => over === true,
      200_000,
    )
    return sold
  }
  const crowd = () => Promise.all(Array.from({ length: SALES }, sell))

  const before = await crowd()
  const sales = [crowd(), crowd()]
  const refused = (times: number) =>
    until(
      async () => seen.get(503) ?? 0,
      (refusals) => refusals >= times,
      120_000,
    )
  disk.fill()
  await ends(refused)
  await refused(REFUSALS)
  // The process itself is well, and says that no sale can begin.
  expect((await at.raw('/health/live', { method: 'GET' })).status).toBe(200)
  disk.free()
  const room = performance.now()
  await until(
    () => again(() => at.raw('/health/ready', { method: 'GET' })),
    (health) => health?.status === 200,
    60_000,
  )
  const ready = performance.now() - room
  const during = (await Promise.all(sales)).flat()
  const all = performance.now() - room
  const after = await crowd()
  process.stdout.write(
    `${[...seen].map(([status, times]) => `${status} × ${times}`).join(', ')}; room again: ready after ${(ready / 1_000).toFixed(1)} s, ${during.length} sales over after ${(all / 1_000).toFixed(1)} s\n`,
  )
  for (const status of seen.keys()) expect([200, 409, 503]).toContain(status)
  for (const sold of [...before, ...during, ...after])
    await expectSoldOnce(client, sold.orderId, sold)
  // And nothing beside them, neither here nor there.
  const sold = 4 * SALES
  expect(await rows('select id from orders')).toHaveLength(sold)
  expect(world.store<Invoice>('bank.invoices').size).toBe(sold)
  expect(esbdPolicies(world)).toHaveLength(sold)
}

function small(megabytes: number): SmallDisk {
  const disk = smallDisk(megabytes)
  onTestFinished(disk.close)
  return disk
}

function roomy(): string {
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A migrated database with its tables in one folder and its write-ahead log in another. */
async function database({ data, log }: { data: string; log: string }): Promise<string> {
  const made = await startEmbedded({ home: data })
  await made.stop()
  const [from, to] = [join(data, 'data', 'pg_wal'), join(log, 'wal')]
  // With its owner: as root the server runs as somebody else.
  expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)
  rmSync(from, { recursive: true })
  symlinkSync(to, from)
  const said = roomy()
  chmodSync(said, 0o777)
  const settings = {
    logging_collector: 'on',
    log_directory: said,
    log_filename: 'log',
    log_line_prefix: '%t %e ',
    log_min_messages: 'error',
  }
  const server = await startEmbedded({
    home: data,
    settings: { ...settings, max_wal_size: '48MB', min_wal_size: '32MB' },
  })
  onTestFinished(server.stop)
  onTestFailed(
    () =>
      void process.stdout.write(
        readFileSync(join(said, 'log'), 'utf8').split('\n').slice(-40).join('\n'),
      ),
  )
  const connections = new pg.Pool({ connectionString: server.url, max: 2 })
  await migrate(connections)
  await seed(connections)
  await connections.end()
  return server.url
}
