import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { png, scanned, sends, withPolicy } from '#tests/claim.ts'
import { objectStorage } from '#tests/object-storage.ts'
import { spec } from '#tests/spec.ts'
import { testApp, until } from '#tests/test-app.ts'
import { sweep } from '../jobs/workers.ts'
import { recoveries } from '../work.ts'

test('papers of a claim in object storage: stored, opened, left by a dead process and swept, refused while the storage is away', async () => {
  spec('5.claim-files-object-storage')

  const storage = await objectStorage()
  const at = await testApp(storage.settings)
  const { deps } = at.server
  const rows = async () =>
    (
      await at.db.selectFrom('files').select(['storage_key', 'sha256', 'claim_id']).execute()
    ).toSorted(byKey)
  const keys = () => Array.fromAsync(deps.systems.files.keys('claims'))
  const { token, globalId } = await withPolicy(at)

  const large = Buffer.concat([png, Buffer.alloc(claimFileMaxBytes - png.length, 7)])
  const sent = await sends(at, token, globalId, { files: { damage_document: large } })
  expect(sent).toMatchObject({ status: 200, body: { success: true } })
  expect(await keys()).toEqual((await rows()).map(({ storage_key }) => storage_key))
  const whole = await at.api('claimGetClaim', { claim_id: sent.body.claim_id }, token)
  const file = whole.body.success
    ? whole.body.data.documents.find(({ type }) => type === 'damage_document')
    : undefined
  await scanned(at, sent.body.claim_id)
  const link = await at.api('cabinetFileLink', { id: file?.id ?? '' }, token)
  const opened = await fetch(link.body.success ? link.body.url : '')
  expect(opened.headers.get('content-length')).toBe(String(claimFileMaxBytes))
  const hash = createHash('sha256').update(Buffer.from(await opened.arrayBuffer()))
  expect(hash.digest().equals(createHash('sha256').update(large).digest())).toBe(true)

  // A process that died between the bytes and the claim leaves a row without one.
  const left = 'claims/2026-11/left'
  const [known] = await at.db
    .selectFrom('files')
    .selectAll()
    .where('claim_id', 'is not', null)
    .limit(1)
    .execute()
  if (!known) throw new Error('no file')
  const { id: _id, ...row } = known
  const hoursAgo = new Date(deps.clock.now().getTime() - 2 * 3_600_000)
  // The bytes first: the worker may sweep the row as soon as it exists.
  await deps.systems.files.put(left, (async function* () {})())
  await at.db
    .insertInto('files')
    .values({ ...row, claim_id: null, storage_key: left, created_at: hoursAgo })
    .execute()
  await sweep(deps, recoveries)
  await until(rows, (found) => found.every(({ claim_id }) => claim_id !== null))
  await until(keys, (found) => !found.includes(left))
  expect(await keys()).toEqual((await rows()).map(({ storage_key }) => storage_key))

  await storage.close()
  expect(await sends(at, token, globalId)).toMatchObject({ status: 503, body: { success: false } })
  expect(await at.db.selectFrom('claims').select('id').execute()).toHaveLength(1)
})

const byKey = (one: { storage_key: string }, other: { storage_key: string }) =>
  one.storage_key < other.storage_key ? -1 : 1
