import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#server/audit/audit.ts'
import { sealAudit } from '#server/audit/audit-seals.ts'
import { onDatabase } from '#server/db/connect.ts'
import { localFiles } from '#systems/files/local-files.ts'
import { placed, resting } from '#tests/chaos/at-house.ts'
import { account } from '#tests/client.ts'
import { objectStorage } from '#tests/object-storage.ts'
import { buyer, paysBill, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp, type TestApp } from '#tests/test-app.ts'
import { differences, restoreBackup } from './restore.ts'
import { testRestore } from './restore-test.ts'
import { backupSecret, opening, sealing } from './sealed.ts'
import { takeBackup } from './take.ts'

const secret = 'a secret of the tests, long enough for it'
// The files of the original are in a bucket, those of the copy in a folder.
const storage = await objectStorage()
afterAll(storage.close)
const at = sharedTestApp(storage.settings)
const folder = mkdtempSync(join(tmpdir(), 'qorgan-drill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const place = () => ({ databaseUrl: at().databaseUrl, files: at().server.deps.systems.files })
const nowhere = localFiles(join(folder, 'none'))
const FILE = 'claims/2026-11/6b1a3f3e-0d5f-4d1c-9c53-6e1c1f1b2a10'
let amount = 0

beforeAll(async () => {
  const token = await purchaseToken(at())
  const sold = await placed(at(), token, 'bill')
  amount = sold.amount
  await paysBill(at())
  await resting(at(), sold.orderId)
  const { db, clock, systems } = at().server.deps
  for (let entry = 0; entry < 3; entry += 1)
    await audit(db, clock.now(), {
      actor: 'job:test',
      action: 'order.looked_at',
      object: { kind: 'order', id: String(entry) },
    })
  await sealAudit(at().server.deps)
  await uploaded(at(), (await account(at(), buyer)).id)
  await systems.files.put('claims/2026-11/nobody', Readable.from([randomBytes(700_000)]))
  // A report that was asked for lately is in no backup.
  await systems.files.put('exports/report', Readable.from([Buffer.from('880101300011')]))
})

/** A claim's paper as the product keeps it: bytes in the folder, its hash in the row. */
async function uploaded({ server }: TestApp, owner: string) {
  const { db, clock, systems } = server.deps
  const bytes = Buffer.from('%PDF-1.7 a paper')
  await systems.files.put(FILE, Readable.from([bytes]))
  const policy = await db.selectFrom('policies').select(['id', 'number']).executeTakeFirstOrThrow()
  const day = clock.today()
  const claim = {
    id: 'QC00000001',
    account_id: owner,
    iin: buyer.iin,
    policy_id: policy.id,
    policy_number: policy.number,
    policy_type: 'ogpo',
  }
  const of = { claim_case: 'owner', claim_status: 'injured', damage_type: 'car', submitted_on: day }
  const times = { created_at: clock.now(), updated_at: clock.now() }
  await db
    .insertInto('claims')
    .values({ ...claim, ...of, ...times, state: 'wait' })
    .execute()

  const sha256 = createHash('sha256').update(bytes).digest()
  const file = {
    owner_id: owner,
    claim_id: claim.id,
    kind: 'slot',
    slot: 'id_front',
    name: 'a.pdf',
    mime: 'application/pdf',
  }
  await db
    .insertInto('files')
    .values({
      ...file,
      size: bytes.length,
      sha256,
      storage_key: FILE,
      scan: 'clean',
      created_at: clock.now(),
    })
    .execute()
}

test('what was committed when a backup began is in the restored copy to the last letter, and nothing is left behind', {
  timeout: 60_000,
}, async () => {
  const { taken, restored, since } = await testRestore(place(), folder, secret)
  expect(restored.lost).toEqual([])
  expect(restored.proof.tables).toEqual(taken.proof.tables)
  expect(restored.proof.tables['public.orders']?.rows).toBe(1)
  expect(restored.proof.tables['public.documents']?.rows).toBe(4)
  expect(restored.proof.ledger).toMatchObject({ payment: amount, premium: amount })
  expect(restored).toMatchObject({ files: 2, auditSeals: 1 })
  expect(since.filter((line) => line.includes('orders'))).toEqual([])
  // Numbers other systems know: what was given after the backup is never given again.
  const number = 'public.policy_numbers'
  expect(Number(restored.proof.sequences[number])).toBe(
    Number(taken.proof.sequences[number]) + 100_000,
  )
  const { rows } = await at().server.deps.pool.query(
    "select 1 from pg_database where datname like 'qorgan_drill_%'",
  )
  expect(rows).toEqual([])
})

test('a copy in which somebody changed one letter is told from the true one, in a table and in the audit log', async () => {
  const path = join(folder, 'changed')
  const { proof } = await takeBackup(place(), path, secret)
  const changed = structuredClone(proof)
  changed.tables['public.orders'] = { rows: 1, digest: '1' }
  changed.ledger.payment = 1
  delete changed.tables['public.policies']
  expect(differences(proof, changed)).toEqual([
    'public.orders: rows differ',
    'public.policies: only in the backup',
    `ledger, payment: ${amount} tenge taken, 1 restored`,
  ])
})

test('a backup is not written over a database that holds something', async () => {
  const path = join(folder, 'full')
  await takeBackup(place(), path, secret)
  await expect(restoreBackup(path, secret, { ...place(), files: nowhere })).rejects.toThrow(
    'is not empty',
  )
})

test('a backup that cannot be written ends at once and leaves nothing', async () => {
  await expect(takeBackup(place(), join(folder, 'nowhere', 'backup'), secret)).rejects.toThrow(
    'ENOENT',
  )
  await expect(
    takeBackup(
      { ...place(), databaseUrl: onDatabase(at().databaseUrl, 'nothing_here') },
      join(folder, 'b'),
      secret,
    ),
  ).rejects.toThrow()
  expect(existsSync(join(folder, 'b')) || existsSync(join(folder, 'b.part'))).toBe(false)
})

test('a backup with another key, a changed byte, a missing end or missing middle is refused, and nothing of it is kept', {
  timeout: 60_000,
}, async () => {
  const path = join(folder, 'bad')
  await takeBackup(place(), path, secret)
  const whole = readFileSync(path)
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(whole.includes(buyer.iin)).toBe(false)
  const name = at().databaseUrl.match(/t_[0-9a-f]{12}/)?.[0] ?? ''
  const empty = `${name}_empty`
  await at().server.deps.pool.query(`create database ${empty} template template0`)
  const databaseUrl = onDatabase(at().databaseUrl, empty)
  const restoring = (bytes: Buffer, key = secret) => {
    writeFileSync(path, bytes)
    return restoreBackup(path, key, { databaseUrl, files: nowhere })
  }
  try {
    await expect(restoring(whole, `${secret}!`)).rejects.toThrow('the key is another one')
    const flipped = Buffer.from(whole)
    flipped.writeUInt8(flipped.readUInt8(200) ^ 1, 200)
    await expect(restoring(flipped)).rejects.toThrow('damaged')
    await expect(restoring(whole.subarray(0, 100))).rejects.toThrow('cut off')
    await expect(
      restoring(Buffer.from('something else, a picture perhaps, of more than forty bytes')),
    ).rejects.toThrow('no backup')
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    expect(
      (await client.query("select 1 from pg_tables where schemaname = 'public'")).rows,
    ).toEqual([])
    await expect(restoring(whole.subarray(0, Math.round(whole.length * 0.8)))).rejects.toThrow(
      'cut off',
    )
    expect(
      (await client.query('select 1 from orders union all select 1 from documents')).rows,
    ).toEqual([])
    await client.end()
  } finally {
    await at().server.deps.pool.query(`drop database ${empty} with (force)`)
  }
})

test('a sealed stream of several frames opens to the same bytes, and none of its frames can be left out or exchanged', async () => {
  const plain = Buffer.alloc(700_000, 'қорған')
  const sealed = Buffer.concat(
    await Readable.from([plain.subarray(0, 5), plain.subarray(5)])
      .pipe(sealing(secret))
      .toArray(),
  )
  const opened = async (bytes: Buffer) => Buffer.concat(await opening(secret).end(bytes).toArray())
  expect((await opened(sealed)).equals(plain)).toBe(true)
  const head = sealed.subarray(0, 40)
  const frames: Buffer[] = []
  for (let from = 40; from < sealed.length; ) {
    const end = from + 4 + sealed.readUInt32BE(from)
    frames.push(sealed.subarray(from, end))
    from = end
  }
  const [first, second, third] = frames as [Buffer, Buffer, Buffer]
  expect(frames).toHaveLength(3)
  for (const wrong of [
    [first, second],
    [first, third],
    [second, first, third],
    [first, third, second],
  ])
    await expect(opened(Buffer.concat([head, ...wrong]))).rejects.toThrow('damaged')
})

test('a backup without a key or with a short one is not made', () => {
  expect(() => backupSecret(undefined)).toThrow('BACKUP_KEY is missing')
  expect(() => backupSecret('short')).toThrow('shorter than 32')
  expect(backupSecret(secret)).toBe(secret)
})

test('a photograph deleted between the list and its turn does not break the backup, a lost one does', {
  timeout: 60_000,
}, async () => {
  const { files, databaseUrl } = place()
  const gone = `${FILE}-gone`
  // As the storage answers where the deletion came in between: listed, and not there.
  const listing = {
    ...files,
    keys: async function* () {
      yield* files.keys()
      yield gone
    },
  }
  const taken = await takeBackup({ databaseUrl, files: listing }, join(folder, 'deleted'), secret)
  expect(taken.files).toBe(2)

  const { db } = at().server.deps
  const row = await db.selectFrom('files').selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('files')
    .values({ ...row, id: randomUUID(), storage_key: gone })
    .execute()
  const deleted = setTimeout(() => {
    void db.deleteFrom('files').where('storage_key', '=', gone).execute()
  }, 1_500)
  await takeBackup({ databaseUrl, files: listing }, join(folder, 'late'), secret)
  clearTimeout(deleted)

  await db
    .insertInto('files')
    .values({ ...row, id: randomUUID(), storage_key: gone })
    .execute()
  await expect(
    takeBackup({ databaseUrl, files: listing }, join(folder, 'lost'), secret),
  ).rejects.toThrow('files')
  await db.deleteFrom('files').where('storage_key', '=', gone).execute()
})
