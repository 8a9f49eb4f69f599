import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import { expect, onTestFinished, test } from 'vitest'
import { joinedPhotographs } from '#documents/joined-photographs.ts'
import { eicar } from '#systems/antivirus/sandbox.ts'
import { pdf, withPolicy } from '#tests/claim.ts'
import { hitMe, jpegOf, photographs, pngChunk, pngOf } from '#tests/claim-way.ts'
import { codeOn, signedIn, stranger } from '#tests/client.ts'
import { subscribed } from '#tests/home.ts'
import { buyer, clockTo } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'
import type { Tx } from '../db/connect.ts'
import { interruptSteps } from '../jobs/steps.ts'
import { sweep } from '../jobs/sweep.ts'
import { recoveries } from '../work.ts'

const at = sharedTestApp()
let standing: Promise<{ token: string; globalId: string }> | null = null
/** The client of these tests; the accident was yesterday, two days after the policy began. */
const mine = () => (standing ??= begins())
async function begins() {
  const policy = await withPolicy(at())
  await clockTo(at(), '2026-11-23T06:00:00Z')
  return { ...policy, token: await signedIn(at()) }
}
async function begun() {
  const { token, globalId } = await mine()
  const id = randomUUID()
  const saved = await at().api('claimDraftSave', { id, answers: hitMe(globalId) }, token)
  if (!saved.body.success) throw new Error(JSON.stringify(saved.body))
  return { token, globalId, id, version: saved.body.data.version }
}
const kept = () =>
  readdirSync(at().server.deps.config.filesDir, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile(),
  ).length
const slotsOf = async (claim: string) =>
  at()
    .db.selectFrom('files')
    .select(['id', 'kind', 'slot', 'mime', 'storage_key', 'name'])
    .where('claim_id', '=', claim)
    .orderBy('slot')
    .execute()

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
      ...{ key, errors },
      status: key === 'file_too_large' ? 413 : 422,
    })
  }
  const large = Buffer.concat([jpegOf({ ended: false }), Buffer.alloc(10_300_000), jpegOf()])
  const together = await photographs(at(), token, { draft: id, shows: 'damage' }, large)
  expect(together.body.errors[0].message).toBe(fieldText('photos_too_large', 'ru'))
  // Of what is told as received each is there once; sent again, it is the same one.
  const again = { draft: id, id: randomUUID(), shows: 'damage' as const }
  const first = await photographs(at(), token, again, jpegOf({ orientation: 3 }))
  const second = await photographs(at(), token, again, jpegOf())
  // Its scan may have come between the two.
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

type Draft = { token: string; id: string; version: number }
/** Papers and the code under them. */
async function asksCode({ token, id, version }: Draft): Promise<string> {
  const shown = await at().api('claimDraftPapers', { id }, token)
  expect(shown.body).toMatchObject({ data: { version } })
  const earlier = await codeOn(at(), buyer.phone)
  const asked = await at().api('claimDraftCode', { id, version }, token)
  if (!asked.body.success) throw new Error(JSON.stringify(asked.body))
  return until(
    async () => (await codeOn(at(), buyer.phone)) ?? '',
    (found) => found !== earlier,
  )
}
/** Papers, code, sent. */
async function signs({ token, id, version }: Draft) {
  const code = await asksCode({ token, id, version })
  const sent = await at().api('claimDraftSend', { id, version, code }, token)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  const again = await at().api('claimDraftSend', { id, version, code }, token)
  expect(again.body).toEqual(sent.body)
  return sent.body.claim_id
}

test('answers become a signed claim of the specification’s slots, and what is missing is asked for', async () => {
  const { token, globalId, id, version } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf({ orientation: 6 }))
  await photographs(at(), token, { draft: id, shows: 'damage' }, pngOf())
  const shown = await at().api('claimDraftPapers', { id }, token)
  if (!shown.body.success) throw new Error(JSON.stringify(shown.body))
  expect(shown.body.data).toMatchObject({ missing: ['event_document'], phone: '•• 01' })
  const link = await at().api('cabinetFileLink', { id: shown.body.data.claim_application }, token)
  const opened = await fetch(String(link.body.success && link.body.url))
  expect(opened.headers.get('content-type')).toBe('application/pdf')
  expect(
    (
      await at().api(
        'cabinetFileLink',
        { id: shown.body.data.claim_application },
        await signedIn(at(), stranger),
      )
    ).status,
  ).toBe(404)

  // Another answer after the papers were shown: nothing is signed unseen.
  const changed = await at().api('claimDraftSave', { id, answers: { drives: false } }, token)
  expect(changed.body).toMatchObject({ data: { version: version + 1 } })
  expect((await at().api('claimDraftCode', { id, version }, token)).body).toMatchObject({
    code: 14060,
  })
  const claim = await signs({ token, id, version: version + 1 })
  expect(await slotsOf(claim)).toMatchObject([
    { kind: 'slot', slot: 'claim_application', mime: 'application/pdf' },
    { kind: 'photo', slot: 'damage' },
    { kind: 'slot', slot: 'damage_document', mime: 'application/pdf' },
    { kind: 'slot', slot: 'id_front', mime: 'application/pdf' },
    { kind: 'photo', slot: 'overview' },
    { kind: 'slot', slot: 'payment_application', mime: 'application/pdf' },
  ])
  const damage = (await slotsOf(claim)).find(({ slot }) => slot === 'damage_document')
  const bytes = await at().server.deps.systems.files.read(damage?.storage_key ?? '')
  const pages = await PDFDocument.load(Buffer.concat(await bytes.toArray()))
  // The first lay on its side: upright it is taller than wide.
  expect(pages.getPages().map((page) => page.getWidth() > page.getHeight())).toEqual([false, true])
  const whole = await at().api('claimGetClaim', { claim_id: claim }, token)
  expect(whole.body).toMatchObject({
    data: {
      global_id: globalId,
      claim_case: 'owner',
      claim_status: 'injured',
      damage_type: 'Алдыңғы бампер, Сол жақ фара',
      missing_documents: [{ slot: 'event_document', infected: false }],
    },
  })
  const verdict = await at().api('claimVerdict', { claim_id: claim }, token)
  expect(verdict.body).toMatchObject({
    data: {
      complete: false,
      missing: [{ paper: 'event_document', where: 'police' }],
      photographs: 2,
      plate: '123ABC02',
      payment_days: 15,
      deadlines: [
        { kind: 'missing_documents', on: '2026-11-26', state: 'ahead' },
        { kind: 'decision', on: '2026-12-02', state: 'waits' },
        { kind: 'payment', on: '2026-12-14', state: 'waits' },
      ],
    },
  })
  const foreign = await at().api(
    'claimVerdict',
    { claim_id: claim },
    await signedIn(at(), stranger),
  )
  expect(foreign.status).toBe(404)
  const row = await at()
    .db.selectFrom('claims')
    .select('details')
    .where('id', '=', claim)
    .executeTakeFirstOrThrow()
  expect(row.details).toMatchObject({
    by: 'policyholder',
    identity: 'register',
    signed: { how: 'code' },
    answers: { other_plate: '417BDA02', drives: false },
  })
  expect((await at().api('claimDrafts', {}, token)).body).not.toMatchObject({ data: [{ id }] })
})

test('a code signs the answers it was asked for, and no others', async () => {
  const { token, id, version } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf())
  const code = await asksCode({ token, id, version })
  const iban = 'KZ75125KZT1001300335'
  const changed = await at().api('claimDraftSave', { id, answers: { iban } }, token)
  expect(changed.body).toMatchObject({ data: { version: version + 1 } })
  const stale = await at().api('claimDraftSend', { id, version: version + 1, code }, token)
  expect(stale.body).toMatchObject({ success: false, code: 14014 })
  await signs({ token, id, version: version + 1 })
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

/** A PDF whose table of objects is `size` bytes when it is unpacked, and next to nothing before. */
function packedPdf(size: number): Buffer {
  const table =
    '2 0 3 40 '.padEnd(20) +
    '<< /Type /Catalog /Pages 3 0 R >>'.padEnd(40) +
    '<< /Type /Pages /Kids [] /Count 0 >>'
  const packed = deflateSync(table.padEnd(size))
  const head = `/Type /ObjStm /N 2 /First 20 /Filter /FlateDecode /Length ${packed.length}`
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${head} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 2 0 R >>\n%%EOF'),
  ])
}

test('a sheet that would unpack to all of the memory is told as one that does not open', async () => {
  const { token, id, version } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf())
  const sheet = (size: number) =>
    photographs(at(), token, { draft: id, shows: 'event_document' }, packedPdf(size))
  await sheet(100_000)
  const { body } = await sheet(80_000_000)
  const code = await asksCode({ token, id, version })
  const refused = await at().api('claimDraftSend', { id, version, code }, token)
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'photographs', message: fieldText('photo_unreadable', 'kz') }] },
  })
  await at().api('claimDraftDropPhotograph', { draft_id: id, id: body.photograph.id }, token)
  await sheet(200_000)
  await signs({ token, id, version })
})

test('a PNG whose parts are not what they say is told as one that does not open', async () => {
  const png = pngOf()
  const end = png.length - 12
  const within = (name: string, body: Buffer) =>
    Buffer.concat([png.subarray(0, end), pngChunk(name, body), png.subarray(end)])
  const read = (bytes: Buffer) =>
    joinedPhotographs([{ bytes, mime: 'image/png', turns: 0, caption: '' }], {
      ...{ title: '', locale: 'kz', at: new Date(0) },
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

test('without a code the signed papers are asked for, and an insurer who takes none takes them', async () => {
  const { token, id, version } = await begun()
  await at().db.updateTable('people').set({ document_valid: false }).execute()
  await at().db.updateTable('insurers').set({ signs_claims_by_code: false }).execute()
  await until(
    async () => (await at().api('claimDraft', { id }, token)).body,
    (body) => body.success && !body.data.signs_by_code && body.data.asks_identity,
  )
  expect((await at().api('claimDraftCode', { id, version }, token)).body).toMatchObject({
    code: 14012,
  })
  const lacks = await at().api('claimDraftSend', { id, version }, token)
  expect(lacks.body).toMatchObject({
    errors: [
      'damage_document',
      'id_front',
      'id_back',
      'claim_application',
      'payment_application',
    ].map((path) => ({ path })),
  })
  for (const shows of ['overview', 'id_front', 'id_back', 'claim_application'] as const)
    await photographs(at(), token, { draft: id, shows }, jpegOf())
  // Of a paper there is one: another takes its place.
  await photographs(at(), token, { draft: id, shows: 'id_back' }, pngOf())
  await photographs(at(), token, { draft: id, shows: 'payment_application' }, pdf)
  for (const shows of ['event_document', 'event_document'] as const)
    await photographs(at(), token, { draft: id, shows }, jpegOf())
  const sent = await at().api('claimDraftSend', { id, version }, token)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  const files = await slotsOf(sent.body.claim_id)
  expect(files.filter(({ kind }) => kind === 'slot').map(({ slot, mime }) => [slot, mime])).toEqual(
    [
      ['claim_application', 'image/jpeg'],
      ['damage_document', 'application/pdf'],
      ['event_document', 'application/pdf'],
      ['id_back', 'image/png'],
      ['id_front', 'image/jpeg'],
      ['payment_application', 'application/pdf'],
    ],
  )
  const { body } = await at().api('claimGetClaim', { claim_id: sent.body.claim_id }, token)
  expect(body).toMatchObject({ data: { missing_documents: [] } })
  await at().db.updateTable('people').set({ document_valid: true }).execute()
  await at().db.updateTable('insurers').set({ signs_claims_by_code: true }).execute()
  const next = await begun()
  // The terms of insurers are remembered for a moment.
  await until(
    async () => (await at().api('claimDraft', { id: next.id }, token)).body,
    (body) => body.success && body.data.signs_by_code,
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

test('a claim at home names its address, its cause and whose property, by the same way', async () => {
  const { token } = await mine()
  await subscribed(at(), token)
  const { global_id: globalId } = await at()
    .db.selectFrom('policies')
    .select('global_id')
    .where('kind', '=', 'home')
    .executeTakeFirstOrThrow()
  await clockTo(at(), '2026-11-24T06:00:00Z')
  const id = randomUUID()
  const { other_plate, drives, ...answers } = hitMe(globalId)
  expect([other_plate, drives]).not.toContain(undefined)
  const home = { happened: 'home', on: '2026-11-24' } as const
  const saved = await at().api(
    'claimDraftSave',
    { id, answers: { ...answers, ...home, zones: ['ceiling', 'cupboard'] } },
    token,
  )
  if (!saved.body.success) throw new Error(JSON.stringify(saved.body))
  const lacks = await at().api('claimDraftPapers', { id }, token)
  expect(lacks.body).toMatchObject({ errors: [{ path: 'cause' }, { path: 'harmed' }] })
  const whose = { cause: 'water_own', harmed: 'owner-and-third-party' } as const
  const whole = await at().api('claimDraftSave', { id, answers: whose }, token)
  if (!whole.body.success) throw new Error(JSON.stringify(whole.body))
  await photographs(at(), token, { draft: id, shows: 'source' }, jpegOf())
  const claim = await signs({ token, id, version: whole.body.data.version })
  const { body } = await at().api('claimGetClaim', { claim_id: claim }, token)
  expect(body).toMatchObject({
    data: {
      policy_type: 'home',
      property_address: expect.stringContaining('1-пәтер'),
      claim_case: 'owner-and-third-party',
      claim_status: 'at_fault',
      damage_type: 'Төбе, Шкаф',
    },
  })
  const verdict = await at().api('claimVerdict', { claim_id: claim }, token)
  expect(verdict.body).toMatchObject({
    data: {
      complete: false,
      missing: [{ paper: 'event_document', where: 'building_service' }],
      identity: 'register',
      plate: null,
    },
  })
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
      ...{ owner_id: owner, draft_id: id, kind: 'slot', slot: 'claim_application', name: 'a.pdf' },
      ...{ mime: 'application/pdf', size: 1, sha256: Buffer.alloc(32), storage_key: 'claims/left' },
      created_at: old,
    })
    .execute()
  await db.updateTable('claim_drafts').set({ updated_at: old }).where('id', '=', id).execute()
  await sweep(at().server.deps, recoveries)
  const left = await db.selectFrom('claim_drafts').select('id').where('id', '=', id).execute()
  expect(left).toEqual([])
})
