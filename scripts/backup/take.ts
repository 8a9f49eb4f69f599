import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import type { Files } from '#systems/files/client.ts'
import { copyOut } from './copy.ts'
import { PLAIN_SESSION, proofOf, tablesOf } from './proof.ts'
import { bytesOf, noteOf, type Proof } from './records.ts'
import { sealing } from './sealed.ts'

export type Taken = { path: string; bytes: number; ms: number; files: number; proof: Proof }

/**
 * Writes one sealed file with everything committed at one instant: all tables in one snapshot, then
 * the uploaded files (they are stored before their row and never change, so a row of the snapshot
 * has its file). Sales go on meanwhile. The file has its name only when it is whole.
 */
export async function takeBackup(
  from: { databaseUrl: string; files: Files },
  path: string,
  secret: string,
): Promise<Taken> {
  const began = performance.now()
  const client = new pg.Client({
    connectionString: from.databaseUrl,
    application_name: 'qorgan-backup',
  })
  client.on('error', () => {})
  await client.connect()
  const part = `${path}.part`
  const counted: Counted = { files: 0, proof: null }
  try {
    await client.query(PLAIN_SESSION)
    await client.query('begin isolation level repeatable read read only')
    await pipeline(
      Readable.from(everything(client, from.files, counted)),
      createZstdCompress(),
      sealing(secret),
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    await client.query('commit')
    await rename(part, path)
  } catch (cause) {
    await rm(part, { force: true })
    throw cause
  } finally {
    await client.end().catch(() => {})
  }
  if (!counted.proof) throw new Error('a backup without its proof')
  return {
    path,
    bytes: (await stat(path)).size,
    ms: performance.now() - began,
    files: counted.files,
    proof: counted.proof,
  }
}

type Counted = { files: number; proof: Proof | null }

async function* everything(
  client: pg.Client,
  files: Files,
  counted: Counted,
): AsyncGenerator<Buffer, void> {
  const migrations = await client.query<{ name: string }>(
    'select name from migrations order by name',
  )
  const queue = await client.query<{ version: number }>('select version from pgboss.version')
  const now = await client.query<{ now: Date }>('select now() as now')
  yield noteOf({
    kind: 'head',
    takenAt: (now.rows[0]?.now ?? new Date(0)).toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    queueVersion: queue.rows[0]?.version ?? 0,
  })
  for (const { name, columns } of await tablesOf(client)) {
    yield noteOf({ kind: 'table', name, columns })
    yield* gathered(copyOut(client, `copy ${name} (${columns.join(', ')}) to stdout`))
  }
  counted.proof = await proofOf(client)
  for await (const key of files.keys()) {
    // A report's file is somebody's for a day and whole IINs may stand in it: it outlives no day here.
    if (key.startsWith('exports/')) continue
    yield noteOf({ kind: 'file', key })
    yield* gathered(await files.read(key))
    counted.files += 1
  }
  yield noteOf({ kind: 'end', proof: counted.proof, files: counted.files })
}

const PART_BYTES = 128 * 1024
/** The server sends a row at a time; parts of a useful size cost less. */
async function* gathered(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield bytesOf(Buffer.concat(held))
    held = []
    size = 0
  }
  if (size > 0) yield bytesOf(Buffer.concat(held))
}
