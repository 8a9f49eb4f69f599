import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { isBeforeBeginning } from '#server/db/migrate.ts'
import { copiesFolder } from '#server/lost/copy.ts'
import type { Files } from '#systems/files/client.ts'
import { Unavailable } from '#systems/http.ts'
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
export async function takeBackup(from: From, path: string, secret: string): Promise<Taken> {
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
      Readable.from(everything(client, from, counted)),
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

type From = { databaseUrl: string; files: Files }

async function* everything(
  client: pg.Client,
  from: From,
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
    migrations: migrations.rows.map(({ name }) => name).filter((name) => !isBeforeBeginning(name)),
    queueVersion: queue.rows[0]?.version ?? 0,
  })
  for (const { name, columns } of await tablesOf(client)) {
    yield noteOf({ kind: 'table', name, columns })
    yield* gathered(copyOut(client, `copy ${name} (${columns.join(', ')}) to stdout`))
  }
  counted.proof = await proofOf(client)
  for await (const key of from.files.keys()) {
    // A report's file is somebody's for a day and whole IINs may stand in it: it outlives no day
    // here. Copies of sales lie beside the database to outlive it, and are found beside a restored
    // one.
    if (key.startsWith('exports/') || key.startsWith(`${copiesFolder}/`)) continue
    const bytes = await stillThere(from, key)
    if (!bytes) continue
    yield noteOf({ kind: 'file', key })
    yield* gathered(bytes)
    counted.files += 1
  }
  yield noteOf({ kind: 'end', proof: counted.proof, files: counted.files })
}

/** How long a deletion may take from the file to its row. */
const DELETION_LOOKS = 20
const DELETION_LOOK_MS = 500

/**
 * The bytes of a listed file; null for one that was deleted since: its row is gone by now, too, or
 * goes in a moment. A file that is gone and whose row stands is lost, which no backup passes by.
 */
async function stillThere({ databaseUrl, files }: From, key: string): Promise<Readable | null> {
  try {
    return await files.read(key)
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    // Over another connection: the snapshot still has the row.
    const now = new pg.Client({ connectionString: databaseUrl, application_name: 'qorgan-backup' })
    await now.connect()
    try {
      for (let look = 0; look < DELETION_LOOKS; look += 1) {
        const { rowCount } = await now.query(
          `select from files where storage_key = $1 and scan is distinct from 'infected'`,
          [key],
        )
        if (!rowCount) return null
        await pause(DELETION_LOOK_MS)
      }
      throw cause
    } finally {
      await now.end()
    }
  }
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
