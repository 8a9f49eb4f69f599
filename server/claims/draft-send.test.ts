import { randomUUID } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { begunClaims } from '#tests/begun-claims.ts'
import { hitMe, jpegOf, photographs, pngOf } from '#tests/claim-way.ts'
import { signedIn, stranger } from '#tests/client.ts'
import { subscribed } from '#tests/home.ts'
import { clockTo } from '#tests/sale.ts'
import { sheetOf } from '#tests/sheets.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { mine, begun, slotsOf, asksCode, signs } = begunClaims(at)

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
      payment_days: 7,
      deadlines: [
        { kind: 'missing_documents', on: '2026-11-26', state: 'ahead' },
        { kind: 'decision', on: '2026-12-02', state: 'waits' },
        { kind: 'payment', on: '2026-12-02', state: 'waits' },
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
  // Only one paper of a kind: another replaces it.
  await photographs(at(), token, { draft: id, shows: 'id_back' }, pngOf())
  await photographs(at(), token, { draft: id, shows: 'payment_application' }, sheetOf())
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
