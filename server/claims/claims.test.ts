import { request } from 'node:http'
import { expect, test } from 'vitest'
import { sendDocs } from '#contract/claims.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { type ClaimForm, jpeg, pdf, png, scanned, sends, withPolicy } from '#tests/claim.ts'
import { signedIn, stranger } from '#tests/client.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, type TestApp, testApp } from '#tests/test-app.ts'

const MB = 1024 * 1024

const at = sharedTestApp()
let policy: Promise<{ token: string; globalId: string }> | null = null
const mine = () => (policy ??= withPolicy(at()))

const filesKept = async (of: TestApp) =>
  Number(
    (
      await of.db
        .selectFrom('files')
        .select((e) => e.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('six documents become one claim that waits, with the law’s working days', async () => {
  spec(
    '3.3.claim-global_id-claim_id-claim_date',
    '3.3.claim-status-wait-creation',
    '3.3.claim-case-owner',
    '7.2.cabinet-claim-senddocs',
    '9.claim-document-slots',
  )

  const { token, globalId } = await mine()
  const sent = await sends(at(), token, globalId, {
    files: { id_back: jpeg, claim_application: pdf },
  })
  expect(sent).toMatchObject({
    status: 200,
    body: { success: true, claim_number: expect.stringMatching(/^QC\d{8}$/) },
  })
  const list = await at().api('claimGetClaims', {}, token)
  if (!list.body.success) throw new Error('no list')
  const claim = list.body.data.find(({ claim_number }) => claim_number === sent.body.claim_number)
  expect(claim).toMatchObject({
    global_id: globalId,
    status: 'wait',
    claim_date: '2026-11-20',
    damage_type: 'Бампер',
    claim_case: 'owner',
    claim_status: 'injured',
    evaluation_report: null,
    deadlines: [
      { kind: 'missing_documents', due: '2026-11-25', late: false },
      { kind: 'decision', due: '2026-12-01', late: false },
      // Asked of one's own insurer.
      { kind: 'payment', due: '2026-12-01', late: false },
    ],
  })
  const whole = await at().api('claimGetClaim', { claim_id: sent.body.claim_id }, token)
  expect(whole.body).toMatchObject({
    data: { history: [{ status: 'wait' }], messages: [], missing_documents: [] },
  })
  if (!whole.body.success) throw new Error('no claim')
  expect(new Map(whole.body.data.documents.map(({ type, mime }) => [type, mime]))).toEqual(
    new Map(
      claimSlots.map((slot) => [
        slot,
        slot === 'id_back'
          ? 'image/jpeg'
          : slot === 'claim_application'
            ? 'application/pdf'
            : 'image/png',
      ]),
    ),
  )
})

test('a document opens by its link once, for its owner; another client finds neither claim nor file', async () => {
  spec('3.3.claim-uploaded-documents')

  const { token, globalId } = await mine()
  const { body } = await sends(at(), token, globalId)
  const whole = await at().api('claimGetClaim', { claim_id: body.claim_id }, token)
  const file = whole.body.success ? whole.body.data.documents[0] : undefined
  await scanned(at(), body.claim_id)
  const link = await at().api('cabinetFileLink', { id: file?.id ?? '' }, token)
  if (!link.body.success) throw new Error('no link')
  const opened = await fetch(link.body.url)
  expect(opened.headers.get('content-type')).toBe('image/png')
  expect(opened.headers.get('content-disposition')).toContain('filename*=UTF-8')
  expect(Buffer.from(await opened.arrayBuffer()).equals(png)).toBe(true)
  expect((await fetch(link.body.url)).status).toBe(404)

  const other = await signedIn(at(), stranger)
  expect((await at().api('claimGetClaim', { claim_id: body.claim_id }, other)).status).toBe(404)
  expect((await at().api('cabinetFileLink', { id: file?.id ?? '' }, other)).status).toBe(404)
  expect((await at().api('claimGetClaims', {}, other)).body).toEqual({ success: true, data: [] })
  expect((await sends(at(), other, globalId)).status).toBe(404)
})

test('the evaluation report is the client’s to see only when staff made it visible', async () => {
  spec('3.3.claim-evaluation-report-visible')

  const { token, globalId } = await mine()
  const { body } = await sends(at(), token, globalId)
  const claim_id = body.claim_id
  const owner = await at()
    .db.selectFrom('claims')
    .select('account_id')
    .where('id', '=', claim_id)
    .executeTakeFirstOrThrow()
  const { id } = await at()
    .db.insertInto('files')
    .values({
      owner_id: owner.account_id,
      claim_id,
      kind: 'evaluation_report',
      slot: '',
      name: 'report.pdf',
      mime: 'application/pdf',
      size: 1,
      sha256: Buffer.alloc(0),
      scan: 'clean',
      storage_key: `claims/report-${claim_id.toLowerCase()}`,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await at().api('claimGetClaim', { claim_id }, token)).body).toMatchObject({
    data: { evaluation_report: null },
  })
  expect((await at().api('cabinetFileLink', { id }, token)).status).toBe(404)
  await at()
    .db.updateTable('claims')
    .set({ visible_to_client: true })
    .where('id', '=', claim_id)
    .execute()
  expect((await at().api('claimGetClaim', { claim_id }, token)).body).toMatchObject({
    data: { evaluation_report: { id, type: 'evaluation_report' } },
  })
  expect((await at().api('cabinetFileLink', { id }, token)).body).toMatchObject({ success: true })
})

test('the same Idempotency-Key is the same claim, one after the other and both at once', async () => {
  const { token, globalId } = await mine()
  const key = crypto.randomUUID()
  const [one, two] = await Promise.all([
    sends(at(), token, globalId, { key }),
    sends(at(), token, globalId, { key }),
  ])
  const third = await sends(at(), token, globalId, { key })
  expect(new Set([one, two, third].map(({ body }) => body.claim_number)).size).toBe(1)
  const rows = await at()
    .db.selectFrom('files')
    .select('id')
    .where('claim_id', '=', one.body.claim_id)
    .execute()
  expect(rows).toHaveLength(6)
  expect(
    await at().db.selectFrom('files').select('id').where('claim_id', 'is', null).execute(),
  ).toEqual([])
})

test.each([
  [
    'a document is missing',
    { files: { id_back: null } },
    422,
    [{ path: 'documents[id_back]', message: 'Добавьте файл' }],
  ],
  [
    'a text calls itself png',
    { files: { id_front: Buffer.from('plain text') } },
    422,
    [{ path: 'documents[id_front]', message: 'Добавьте файл PNG, JPEG или PDF' }],
  ],
  [
    'a document is empty',
    { files: { id_front: Buffer.alloc(0) } },
    422,
    [{ path: 'documents[id_front]', message: 'Файл пустой' }],
  ],
  [
    'a document is over 10 MB',
    { files: { event_document: Buffer.concat([png, Buffer.alloc(10 * MB)]) } },
    413,
    [{ path: 'documents[event_document]', message: 'Файл не должен превышать 10\u00a0МБ' }],
  ],
  [
    'the status is not chosen',
    { fields: { claim_status: undefined } },
    422,
    [{ path: 'claim_status', message: 'Заполните поле' }],
  ],
] as [string, ClaimForm, number, unknown][])(
  '%s: the mistake is named and nothing stays',
  async (_what, form, status, errors) => {
    spec(
      '5.claim-files-png-jpeg',
      '5.claim-status-selection-required',
      '8.3.claim-field-errors-ошибка',
    )

    const { token, globalId } = await mine()
    const before = await filesKept(at())
    const answer = await sends(at(), token, globalId, form)
    expect(answer).toEqual({
      status,
      body: { success: false, message: 'Ошибка при отправке заявки', errors },
    })
    expect(await filesKept(at())).toBe(before)
  },
)

test('exactly 10 MB is taken, and a connection lost on the way leaves no claim', async () => {
  spec('9.claim-file-size')

  const here = await testApp()
  const { token, globalId } = await withPolicy(here)
  const large = Buffer.concat([png, Buffer.alloc(10 * MB - png.length)])
  expect((await sends(here, token, globalId, { files: { event_document: large } })).status).toBe(
    200,
  )
  const url = new URL(sendDocs.path, here.url)
  await new Promise<void>((resolve) => {
    const ask = request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '100000',
      },
    })
    ask.on('error', () => resolve())
    ask.write(
      '--x\r\ncontent-disposition: form-data; name="documents[id_front]"; filename="a.png"\r\n\r\n',
    )
    ask.write(png)
    setTimeout(() => ask.destroy(), 200)
  })
  expect(await here.db.selectFrom('claims').select('id').execute()).toHaveLength(1)
})

test('without a session nothing is read', async () => {
  const answer = await fetch(`${at().url}${sendDocs.path}`, {
    method: 'POST',
    body: new FormData(),
  })
  expect(answer.status).toBe(401)
})
