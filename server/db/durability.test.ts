import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connectedTo } from '#tests/database-pair.ts'
import { requireDurability } from './connect.ts'
import { startEmbedded } from './embedded.ts'

/** Runs a query on a server of its own with these settings. */
async function serverWith(settings: Record<string, string>) {
  const home = mkdtempSync(join(process.getuid?.() === 0 ? '/var/tmp' : tmpdir(), 'qorgan-safe-'))
  const server = await startEmbedded({ home, settings })
  const connection = await connectedTo(server.url)
  onTestFinished(async () => {
    await connection.end()
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  })
  return connection
}

test('a server whose commits wait for no other is refused, unless the loss is accepted', async () => {
  const connection = await serverWith({ fsync: 'on' })
  await expect(requireDurability(connection, 'synchronous')).rejects.toThrow(
    /DATABASE_DURABILITY=asynchronous/,
  )
  await requireDurability(connection, 'asynchronous')
})

test('one that waits for a standby is taken, one that tells before it has waited is not', async () => {
  const connection = await serverWith({ fsync: 'on', synchronous_standby_names: '*' })
  await requireDurability(connection, 'synchronous')
  await connection.query('set synchronous_commit = local')
  await expect(requireDurability(connection, 'synchronous')).rejects.toThrow(/synchronous standby/)
})
