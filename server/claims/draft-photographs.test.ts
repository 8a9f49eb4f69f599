import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { joinedPhotographs } from '#documents/joined-photographs.ts'
import { eicar } from '#systems/antivirus/sandbox.ts'
import { begunClaims } from '#tests/begun-claims.ts'
import { pdf } from '#tests/claim.ts'
import { jpegOf, photographs, pngChunk, pngOf } from '#tests/claim-way.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'
import type { Tx } from '../db/connect.ts'
import { interruptSteps } from '../jobs/steps.ts'

const at = sharedTestApp()
const { begun, kept, slotsOf, asksCode, signs } = begunClaims(at)

test('every photograph that is none has its sentence, and leaves nothing', async () => {
  const { token, id } = await begun()
  const before = kept()
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(2_000, 1)])
  const pngLarge = pngOf()
  pngLarge.writeUInt32BE(30_000, 16)
  const own = jpegOf()
  const twice = await photographs(at(), token, { draft: id }, own)
  expect(twice.status).toBe(200)
  for (const [key, content] of [
    ['photo_heic', heic],
    ['photo_kind', Buffer.from('just words, no photograph at all')],
    ['photo_kind', pdf],
    ['photo_small', pngOf(1, 1)],
    ['photo_large', jpegOf({ width: 9_000, height: 6_000 })],
    ['photo_png_large', pngLarge],
    ['photo_unreadable', jpegOf({ ended: false, orientation: 6 })],
    ['photo_unreadable', pngOf(640, 480).subarray(0, 300)],
    ['photo_twice', own],
    ['file_too_large', Buffer.concat([jpegOf(), Buffer.alloc(10 * 1024 * 1024)])],
    ['file_empty', Buffer.alloc(0)],
  ] as const) {
    const { status, body } = await photographs(at(), token, { draft: id }, content)
    const errors = [{ path: 'photograph', message: fieldText(key, 'ru') }]
    expect({ key, status, errors: body.errors }).toEqual({
      key,
      errors,
      status: key === 'file_too_large' ? 413 : 422,
    })
  }
  const large = Buffer.concat([jpegOf({ ended: false }), Buffer.alloc(10_300_000), jpegOf()])
  const together = await photographs(at(), token, { draft: id, shows: 'damage' }, large)
  expect(together.body.errors[0].message).toBe(fieldText('photos_too_large', 'ru'))
  // Each photograph reported as received exists once; a repeated upload is the same one.
  const again = { draft: id, id: randomUUID(), shows: 'damage' as const }
  const first = await photographs(at(), token, again, jpegOf({ orientation: 3 }))
  const second = await photographs(at(), token, again, jpegOf())
  // The scan may have finished between the two.
  const { scan, ...same } = first.body.photograph
  expect(scan).toBeDefined()
  expect(second.body).toMatchObject({ success: true, photograph: same })
  expect(kept()).toBe(before + 2)
})

test('of thirty photographs at once twenty are kept, and each of the others is told why', async () => {
  const { token, id } = await begun()
  const sent = await Promise.all(
    Array.from({ length: 30 }, () =>
      photographs(at(), token, { draft: id, shows: 'more' }, jpegOf()),
    ),
  )
  const kept = sent.filter(({ status }) => status === 200)
  expect(kept).toHaveLength(20)
  for (const { status, body } of sent.filter((one) => !kept.includes(one)))
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: [{ path: 'photograph', message: fieldText('photos_too_many', 'ru') }],
    })
  expect((await at().api('claimDraft', { id }, token)).body).toMatchObject({
    data: { photographs: { length: 20 } },
  })
  await at().api('claimDraftDrop', { id }, token)
})

test('a photograph with a virus is told beside it, its bytes go and it is in no claim', async () => {
  const { token, id, version } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf())
  await photographs(at(), token, { draft: id, shows: 'damage' }, jpegOf({ own: eicar }))
  const scans = await until(
    async () => {
      const { body } = await at().api('claimDraft', { id }, token)
      return body.success ? body.data.photographs.map(({ scan }) => scan) : []
    },
    (found) => found.length === 2 && !found.includes('waiting'),
  )
  expect(scans.toSorted()).toEqual(['clean', 'infected'])
  const claim = await signs({ token, id, version })
  expect((await slotsOf(claim)).filter(({ kind }) => kind === 'photo')).toMatchObject([
    { slot: 'overview' },
  ])
})

test('a photograph that comes or goes while the claim is sent is neither lost nor half in it', async () => {
  const { token, id, version } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf())
  await photographs(at(), token, { draft: id, shows: 'damage' }, jpegOf())
  const own = () => at().db.selectFrom('files').selectAll().where('draft_id', '=', id)
  const [first, second] = await own().where('kind', '=', 'photo').orderBy('created_at').execute()
  if (!first || !second) throw new Error('two photographs were received')
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(at().db)
    return rows.length > 0
  }
  for (const meanwhile of [
    (tx: Tx) => tx.updateTable('files').set({ draft_id: null }).where('id', '=', first.id),
    (tx: Tx) => tx.updateTable('files').set({ draft_id: id }).where('id', '=', first.id),
    (tx: Tx) => tx.updateTable('files').set({ scan: 'infected' }).where('id', '=', second.id),
  ]) {
    const code = await asksCode({ token, id, version })
    const sent = await at()
      .db.transaction()
      .execute(async (tx) => {
        await tx.selectFrom('claim_drafts').where('id', '=', id).forUpdate().execute()
        const answer = at().api('claimDraftSend', { id, version, code }, token)
        await until(isWaiting, Boolean)
        await meanwhile(tx).execute()
        return { answer }
      })
    expect(await sent.answer).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'photographs', message: fieldText('photos_changed', 'kz') }] },
    })
  }
  const claim = await signs({ token, id, version })
  expect((await slotsOf(claim)).filter(({ kind }) => kind === 'photo')).toMatchObject([
    { id: first.id },
  ])
})

test('a photograph whose commit came through without an answer is there when it is sent again', async () => {
  const { token, id } = await begun()
  const of = { draft: id, id: randomUUID() }
  const content = jpegOf()
  onTestFinished(() => interruptSteps(null))
  interruptSteps((where) => where === 'after:cabinet.claim.photograph')
  expect((await photographs(at(), token, of, content)).status).toBe(500)
  interruptSteps(null)
  expect((await photographs(at(), token, of, content)).status).toBe(200)
  const row = await at()
    .db.selectFrom('files')
    .select('storage_key')
    .where('id', '=', of.id)
    .executeTakeFirstOrThrow()
  expect(existsSync(join(at().server.deps.config.filesDir, row.storage_key))).toBe(true)
})

test('a PNG whose parts are not what they say is told as one that does not open', async () => {
  const png = pngOf()
  const end = png.length - 12
  const within = (name: string, body: Buffer) =>
    Buffer.concat([png.subarray(0, end), pngChunk(name, body), png.subarray(end)])
  const read = (bytes: Buffer) =>
    joinedPhotographs([{ bytes, mime: 'image/png', turns: 0, caption: '' }], {
      title: '',
      locale: 'kz',
      at: new Date(0),
    })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(2_000, 0)
  header.writeUInt32BE(2_000, 4)
  header.set([8, 2], 8)
  await expect(read(within('IHDR', header))).rejects.toThrow('header')
  const packed = deflateSync(Buffer.alloc(20_000_000))
  const bomb = Buffer.concat([png.subarray(0, 33), pngChunk('IDAT', packed), png.subarray(end)])
  await expect(read(bomb)).rejects.toThrow()
  const long = Buffer.concat([png.subarray(0, end), Buffer.from('7fffffff49444154', 'hex')])
  await expect(read(Buffer.concat([long, png.subarray(end)]))).rejects.toThrow('longer')
  // Words without an end are passed over.
  expect((await read(within('tEXt', Buffer.from('Comment')))).length).toBeGreaterThan(0)
})
