import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { verifyAudit } from '#server/audit/audit-seals.ts'
import { connect } from '#server/db/connect.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { queue } from '#server/jobs/queue.ts'
import { createLog } from '#server/telemetry/log.ts'
import type { Files } from '#systems/files/client.ts'
import { load } from './load.ts'
import { PLAIN_SESSION, proofOf } from './proof.ts'
import type { Proof } from './records.ts'
import { type Note, partsOf } from './records.ts'
import { leaveNumbersFree, markAsRequested } from './recovered.ts'
import { BadBackup, opening } from './sealed.ts'

/**
 * What stands in one of two and not in the other, in words; empty when nothing was lost and nothing
 * was added.
 */
export function differences(taken: Proof, restored: Proof): string[] {
  const names = [...new Set([...Object.keys(taken.tables), ...Object.keys(restored.tables)])].sort()
  const wrong = names.flatMap((name) => {
    const [before, after] = [taken.tables[name], restored.tables[name]]
    if (!before || !after)
      return [`${name}: only ${before ? 'in the backup' : 'in the restored database'}`]
    if (before.rows !== after.rows)
      return [`${name}: ${before.rows} rows taken, ${after.rows} restored`]
    return before.digest === after.digest ? [] : [`${name}: rows differ`]
  })
  const kinds = [...new Set([...Object.keys(taken.ledger), ...Object.keys(restored.ledger)])].sort()
  return [
    ...wrong,
    ...kinds.flatMap((kind) =>
      taken.ledger[kind] === restored.ledger[kind]
        ? []
        : [
            `ledger, ${kind}: ${taken.ledger[kind] ?? 0} tenge taken, ${restored.ledger[kind] ?? 0} restored`,
          ],
    ),
  ]
}

export type Restored = {
  takenAt: Date
  ms: number
  files: number
  proof: Proof
  /** What differs from the moment the backup was taken; nothing, if all is well. */
  lost: string[]
  /** Seals of the audit log computed anew. */
  auditSeals: number
}

/**
 * Restores a backup into an empty database and an empty place for files, then compares every table
 * with what was taken and computes the audit log's seals anew; then what waits is marked as
 * requested. The schema is made by the migrations the backup names; a later build applies its own
 * when it starts.
 */
export async function restoreBackup(
  path: string,
  secret: string,
  to: { databaseUrl: string; files: Files },
): Promise<Restored> {
  const began = performance.now()
  const parts = partsOf(plainOf(path, secret))
  const head = (await parts.next()).value
  if (!head || Buffer.isBuffer(head) || head.kind !== 'head')
    throw new BadBackup('the backup does not begin with its head')
  await prepare(to.databaseUrl, head)

  const connections = new pg.Pool({
    connectionString: to.databaseUrl,
    max: 2,
    options: '-c statement_timeout=0',
  })
  const client = await connections.connect()
  // Whoever drops the database ends what is still closing.
  connections.on('error', () => {})
  client.on('error', () => {})
  try {
    await client.query(PLAIN_SESSION)
    await client.query('begin')
    // Triggers and references were true of the data when they were taken; the comparison below
    // shows that they are the same data.
    await client.query('set local session_replication_role = replica')
    const end = await load(client, parts, to.files)
    await setSequences(client, end.proof)
    await client.query('commit')
    const proof = await proofOf(client)
    const lost = differences(end.proof, proof)
    const audit = await auditOf(connections)
    if (audit.broken) lost.push(`the audit log does not verify: ${audit.broken}`)
    lost.push(...(await filesLost(client, to.files)))
    await markAsRequested(client, new Date())
    return {
      takenAt: new Date(head.takenAt),
      ms: performance.now() - began,
      files: end.files,
      proof,
      lost,
      auditSeals: audit.seals,
    }
  } finally {
    client.release(true)
    await connections.end()
    await parts.return()
  }
}

function plainOf(path: string, secret: string): AsyncIterable<Buffer> {
  const plain = createZstdDecompress()
  // The reader below hears of a failure as well; here it only must not stay unheard.
  pipeline(createReadStream(path), opening(secret), plain).catch(() => {})
  return plain
}

async function prepare(
  databaseUrl: string,
  { migrations, queueVersion }: Extract<Note, { kind: 'head' }>,
): Promise<void> {
  const unknown = migrations.filter((name) => !migrationNames().includes(name))
  if (unknown.length > 0)
    throw new BadBackup(
      `a newer build took this backup (it has ${unknown.join(', ')}): restore with that one`,
    )
  const connections = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  try {
    const { rows } = await connections.query<{ count: string }>(
      "select count(*) from pg_tables where schemaname in ('public', 'pgboss')",
    )
    if (rows[0]?.count !== '0') throw new BadBackup('the database to restore into is not empty')
    await migrate(connections, migrations)
    const jobs = await queue(databaseUrl, connections, createLog('silent'), 300)
    await jobs.stop()
    const made = await connections.query<{ version: number }>('select version from pgboss.version')
    if (made.rows[0]?.version !== queueVersion)
      throw new BadBackup(
        'the queue of this build is another version: restore with the build that took it',
      )
  } finally {
    await connections.end()
  }
}

async function setSequences(client: pg.ClientBase, { sequences }: Proof): Promise<void> {
  for (const [name, value] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [name, value])
  await leaveNumbersFree(client)
}

/**
 * Documents of claims whose file is not there or not what was uploaded. A row without a claim is an
 * upload that never ended, the bytes of an infected file are destroyed; an older backup knows of no
 * scans.
 */
async function filesLost(client: pg.ClientBase, files: Files): Promise<string[]> {
  const { rows } = await client.query<{ key: string; sha256: Buffer }>(
    `select storage_key as key, sha256 from files where claim_id is not null
     and to_jsonb(files) ->> 'scan' is distinct from 'infected' order by storage_key`,
  )
  const lost: string[] = []
  for (const { key, sha256 } of rows) {
    const hash = createHash('sha256')
    const found = await files
      .read(key)
      .then((bytes) => pipeline(bytes, hash))
      .then(() => true)
      .catch(() => false)
    if (!found) lost.push(`the file ${key} is missing`)
    else if (!hash.digest().equals(sha256)) lost.push(`the file ${key} is another one`)
  }
  return lost
}

/** The whole chain, part by part. */
async function auditOf(connections: pg.Pool): Promise<{ seals: number; broken: string | null }> {
  const db = connect(connections)
  let seals = 0
  let before: string | undefined
  for (;;) {
    const part = await verifyAudit(db, before)
    seals += part.seals
    if (part.broken)
      return {
        seals,
        broken: `seal ${part.broken.seal}, rows ${part.broken.from} to ${part.broken.to}`,
      }
    if (!part.next) return { seals, broken: null }
    before = part.next
  }
}
