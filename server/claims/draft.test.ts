import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begunClaims } from '#tests/begun-claims.ts'
import { jpegOf, photographs } from '#tests/claim-way.ts'
import { signedIn, stranger } from '#tests/client.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'
import { sweep } from '../jobs/workers.ts'
import { recoveries } from '../work.ts'

const at = sharedTestApp()
const { mine, begun, kept, signs } = begunClaims(at)

test('a claim that is begun waits on the server, on any device, for its client alone', async () => {
  const { token, id, globalId } = await begun()
  const more = await at().api(
    'claimDraftSave',
    { id, answers: { words: 'Басқа құрылғыдан', place: '' } },
    await signedIn(at()),
  )
  expect(more.body).toMatchObject({
    data: { version: 3, answers: { policy: globalId, words: 'Басқа құрылғыдан', place: '' } },
  })
  const list = await at().api('claimDrafts', {}, token)
  expect(list.body).toMatchObject({ data: [{ id, asks_identity: false, signs_by_code: true }] })
  const other = await signedIn(at(), stranger)
  for (const answer of [
    await at().api('claimDraft', { id }, other),
    await at().api('claimDraftSave', { id, answers: {} }, other),
    await at().api('claimDraftDrop', { id }, other),
    await photographs(at(), other, { draft: id }, jpegOf()),
  ])
    expect(answer.status).toBe(404)
  const before = kept()
  await photographs(at(), token, { draft: id }, jpegOf())
  expect(kept()).toBe(before + 1)
  await at().api('claimDraftDrop', { id }, token)
  expect(kept()).toBe(before)
  expect((await at().api('claimDraft', { id }, token)).status).toBe(404)
})

test('a day that cannot be is told with its reason, and nothing of it is kept', async () => {
  const { token, id } = await begun()
  const wrong = async (answers: object) => {
    const { status, body } = await at().api('claimDraftSave', { id, answers }, token)
    return { status, errors: 'errors' in body ? body.errors : null }
  }
  const on = (key: string) => ({
    status: 422,
    errors: [{ path: 'on', message: fieldText(key, 'kz') }],
  })
  expect(await wrong({ on: '2026-11-24' })).toEqual(on('claim_future'))
  expect(await wrong({ on: '2026-11-23', at: '11:01' })).toEqual(on('claim_future'))
  expect(await wrong({ on: '2023-11-22' })).toEqual(on('claim_too_long_ago'))
  expect(await wrong({ on: '2026-11-20' })).toEqual(on('claim_not_insured'))
  expect(await wrong({ other_plate: '12' })).toMatchObject({
    errors: [{ path: 'answers.other_plate', message: fieldText('plate', 'kz') }],
  })
  expect(await wrong({ policy: 'NOT-MINE' })).toMatchObject({ errors: [{ path: 'policy' }] })
  const same = await at().api('claimDraft', { id }, token)
  expect(same.body).toMatchObject({ data: { version: 2, answers: { on: '2026-11-22' } } })
})

test('a begun claim moves its day past no end of the policy: ended before it, or cancelled, it insured nobody', async () => {
  const { token, id, globalId } = await begun()
  const { id: policy } = await at()
    .db.selectFrom('policies')
    .select('id')
    .where('global_id', '=', globalId)
    .executeTakeFirstOrThrow()
  const { id: line } = await at()
    .db.insertInto('policy_history')
    .values({
      policy_id: policy,
      state: 'terminated',
      actor: 'test',
      reason: 'sold',
      at: new Date('2026-11-22T06:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const says = async (on: string) => {
    const { body } = await at().api('claimDraftSave', { id, answers: { on, at: '08:40' } }, token)
    return 'errors' in body ? body.errors : null
  }
  const fault = [{ path: 'on', message: fieldText('claim_not_insured', 'kz') }]
  try {
    expect(await says('2026-11-23')).toEqual(fault)
    expect(await says('2026-11-22')).toBeNull()
    await at()
      .db.updateTable('policies')
      .set({ state: 'cancelled' })
      .where('id', '=', policy)
      .execute()
    expect(await says('2026-11-22')).toEqual(fault)
  } finally {
    await at().db.deleteFrom('policy_history').where('id', '=', line).execute()
    await at()
      .db.updateTable('policies')
      .set({ state: 'active' })
      .where('id', '=', policy)
      .execute()
  }
})

test('of more claims than may be begun at a time, asked for at once, one too many is refused', async () => {
  const other = await signedIn(at(), stranger)
  const answers = await Promise.all(
    Array.from({ length: 22 }, () =>
      at().api('claimDraftSave', { id: randomUUID(), answers: {} }, other),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, body }) => [status, 'errors' in body && body.errors])).toEqual(
    Array.from({ length: 2 }, () => [
      422,
      [{ path: 'id', message: fieldText('claims_too_many', 'kz') }],
    ]),
  )
})

test('the other car is told insured or not, with its insurer and nobody’s name', async () => {
  const { token } = await mine()
  const found = await at().api('claimOtherCar', { plate: '123ABC02', on: '2026-11-22' }, token)
  expect(found.body).toEqual({
    success: true,
    data: { insured: true, insurer: expect.stringContaining('«') },
  })
  const none = await at().api('claimOtherCar', { plate: '999ZZZ02', on: '2026-11-22' }, token)
  expect(none.body).toEqual({ success: true, data: { insured: false, insurer: null } })
})

test('what nobody went on with for thirty days goes, with its photographs', async () => {
  const { token, id } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf())
  const photograph = await at()
    .db.selectFrom('files')
    .select('storage_key')
    .where('draft_id', '=', id)
    .executeTakeFirstOrThrow()
  const bytes = join(at().server.deps.config.filesDir, photograph.storage_key)
  expect(existsSync(bytes)).toBe(true)
  const month = 31 * 86_400_000
  const old = new Date(at().server.deps.clock.now().getTime() - month)
  await at().db.updateTable('claim_drafts').set({ updated_at: old }).where('id', '=', id).execute()
  await sweep(at().server.deps, recoveries)
  expect(existsSync(bytes)).toBe(false)
  expect((await at().api('claimDraft', { id }, token)).status).toBe(404)
})

test('of a claim that was sent the memory goes after thirty days, whatever still names its draft', async () => {
  const { token, id, version } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf())
  await signs({ token, id, version })
  const old = new Date(at().server.deps.clock.now().getTime() - 31 * 86_400_000)
  const { db } = at()
  // A paper that was shown while the claim was being sent.
  const { account_id: owner } = await db
    .selectFrom('claim_drafts')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('files')
    .values({
      owner_id: owner,
      draft_id: id,
      kind: 'slot',
      slot: 'claim_application',
      name: 'a.pdf',
      mime: 'application/pdf',
      size: 1,
      sha256: Buffer.alloc(32),
      storage_key: 'claims/left',
      created_at: old,
    })
    .execute()
  await db.updateTable('claim_drafts').set({ updated_at: old }).where('id', '=', id).execute()
  await sweep(at().server.deps, recoveries)
  const left = await db.selectFrom('claim_drafts').select('id').where('id', '=', id).execute()
  expect(left).toEqual([])
})
