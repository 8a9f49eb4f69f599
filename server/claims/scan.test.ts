import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerRequest } from '#contract/claims.ts'
import { uploadReport } from '#contract/staff-claim-acts.ts'
import { eicar, eicarSignature } from '#systems/antivirus/sandbox.ts'
import { jpeg, pdf, sends, withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, type TestApp, testApp, until } from '#tests/test-app.ts'
import { scanFile } from './scan.ts'

const at = sharedTestApp()
const desk = { iin: '880808399905', phone: '77010000777' }
/** A picture and a PDF in which the test file hides. */
const badPicture = Buffer.concat([jpeg, Buffer.from(eicar)])
const badPdf = Buffer.concat([pdf, Buffer.from(eicar)])

let standing: Promise<{ client: string; staff: string; globalId: string }> | null = null
const people = () => (standing ??= begin(at()))
async function begin(of: TestApp) {
  const { token, globalId } = await withPolicy(of)
  await account(of, desk, { role: 'staff' })
  return { client: token, staff: await signedIn(of, desk), globalId }
}

const filesOf = (of: TestApp, claim: string) =>
  of.db
    .selectFrom('files')
    .selectAll()
    .where('claim_id', '=', claim)
    .orderBy('created_at')
    .execute()
const settledFiles = (of: TestApp, claim: string) =>
  until(
    () => filesOf(of, claim),
    (files) =>
      files.length > 0 &&
      files.every(({ scan, destroyed_at }) => scan === 'clean' || destroyed_at !== null),
  )
const isKept = (of: TestApp, key: string) =>
  access(join(of.config.filesDir, ...key.split('/'))).then(
    () => true,
    () => false,
  )
async function seen(of: TestApp, claim_id: string, staff: string) {
  const { body } = await of.api('staffClaim', { claim_id }, staff)
  if (!body.success) throw new Error('no claim')
  return body.data
}
async function clientSees(of: TestApp, claim_id: string, client: string) {
  const { body } = await of.api('claimGetClaim', { claim_id }, client)
  if (!body.success) throw new Error('no claim')
  return body.data
}
const opens = async (of: TestApp, id: string, token: string) => {
  const { body } = await of.api('cabinetFileLink', { id }, token)
  return body.success ? (await fetch(body.url)).status : body.code
}
async function posts(
  of: TestApp,
  path: string,
  token: string,
  fields: Record<string, string>,
  name: string,
  content: Buffer,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(name, new Blob([new Uint8Array(content)]), 'құжат.pdf')
  const answer = await fetch(`${of.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return answer.json()
}
const messagesOf = async (of: TestApp, claim: string) =>
  (await of.messages(buyer.phone))
    .filter(({ text }) => text.includes(claim))
    .map(({ text }) => text)

test('an infected paper is destroyed, asked for again and told to both; the one sent anew opens', {
  timeout: 60_000,
}, async () => {
  spec('7.2.ours-uploads-scanned-viruses')

  const { client, staff, globalId } = await people()
  const { body } = await sends(at(), client, globalId, { files: { event_document: badPicture } })
  const claim = body.claim_id
  const files = await settledFiles(at(), claim)
  const infected = files.find(({ slot }) => slot === 'event_document')
  expect(files.filter(({ scan }) => scan === 'clean')).toHaveLength(5)
  expect(infected).toMatchObject({
    scan: 'infected',
    signature: eicarSignature,
    size: badPicture.length,
  })
  expect(await isKept(at(), infected?.storage_key ?? '')).toBe(false)
  expect(await opens(at(), infected?.id ?? '', client)).toBe(14088)
  expect(await opens(at(), infected?.id ?? '', staff)).toBe(14088)
  expect(await opens(at(), files.find(({ scan }) => scan === 'clean')?.id ?? '', staff)).toBe(200)

  const messages = await until(
    () => messagesOf(at(), claim),
    (texts) => texts.length > 0,
  )
  expect(messages).toEqual([expect.stringContaining('вирус табылды')])
  const [asked] = (await clientSees(at(), claim, client)).missing_documents
  expect(asked).toMatchObject({ slot: 'event_document', note: '', infected: true })
  const desks = await seen(at(), claim, staff)
  expect(desks.documents.find(({ type }) => type === 'event_document')).toMatchObject({
    scan: 'infected',
    signature: eicarSignature,
  })
  expect(desks.events.at(-1)).toMatchObject({
    what: 'infected',
    note: 'event_document',
    by: { kind: 'scanner' },
  })
  expect(desks.requests).toMatchObject([{ slot: 'event_document', by: null, answered_at: null }])
  const audited = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('object_id', '=', infected?.id ?? '')
    .execute()
  expect(audited).toMatchObject([
    {
      actor: 'job:file-scan',
      action: 'file.infected',
      details: { claim, signature: eicarSignature },
    },
  ])

  const again = await posts(
    at(),
    answerRequest.path,
    client,
    { claim_id: claim, request_id: asked?.id ?? '' },
    'document',
    pdf,
  )
  const after = await settledFiles(at(), claim)
  expect(after).toHaveLength(7)
  expect(await opens(at(), again.file_id, client)).toBe(200)
  expect((await clientSees(at(), claim, client)).missing_documents).toEqual([])
})

test('an infected report is seen by nobody and asked of nobody; the client hears of a clean one when it is scanned', async () => {
  const { client, staff, globalId } = await people()
  const { body } = await sends(at(), client, globalId)
  const claim = body.claim_id
  await settledFiles(at(), claim)
  const sent = await posts(
    at(),
    uploadReport.path,
    staff,
    { claim_id: claim, visible: 'true' },
    'report',
    badPdf,
  )
  await settledFiles(at(), claim)
  expect(await opens(at(), sent.file_id, staff)).toBe(14088)
  const desks = await seen(at(), claim, staff)
  expect(desks).toMatchObject({
    visible_to_client: false,
    requests: [],
    reports: [{ scan: 'infected' }],
  })
  expect(desks.events.at(-1)).toMatchObject({ what: 'report_infected' })
  expect(await clientSees(at(), claim, client)).toMatchObject({
    evaluation_report: null,
    missing_documents: [],
  })
  expect(
    (await at().api('staffClaimShowReport', { claim_id: claim, visible: true }, staff)).body,
  ).toMatchObject({ code: 14060 })
  expect(await messagesOf(at(), claim)).toEqual([])

  const clean = await posts(
    at(),
    uploadReport.path,
    staff,
    { claim_id: claim, visible: 'true' },
    'report',
    pdf,
  )
  const messages = await until(
    () => messagesOf(at(), claim),
    (texts) => texts.length > 0,
  )
  expect(messages).toEqual([expect.stringContaining('бағалау туралы есеп')])
  expect(await opens(at(), clean.file_id, client)).toBe(200)
})

test('while the scanner is away a claim is taken and nothing of it opens; when it is back everything does', {
  timeout: 60_000,
}, async () => {
  const of = await testApp()
  const { client, staff, globalId } = await begin(of)
  await of.fault('antivirus', 'unavailable', { times: 1_000 })
  const { body } = await sends(of, client, globalId)
  expect(body).toMatchObject({ success: true, claim_number: expect.stringMatching(/^QC/) })
  await until(
    () => of.journal('antivirus'),
    (calls) => calls.length >= 6,
  )
  const waiting = await filesOf(of, body.claim_id)
  expect(new Set(waiting.map(({ scan }) => scan))).toEqual(new Set(['waiting']))
  expect(await opens(of, waiting[0]?.id ?? '', client)).toBe(14087)
  expect(await opens(of, waiting[0]?.id ?? '', staff)).toBe(14087)
  expect(
    (await seen(of, body.claim_id, staff)).documents.every(({ scan }) => scan === 'waiting'),
  ).toBe(true)
  const looks = await of.db
    .selectFrom('audit')
    .select('action')
    .where('action', '=', 'file.opened')
    .execute()
  expect(looks).toEqual([])
  const state = async () => {
    const { body: status } = await of.api('staffStatus', {}, staff)
    return status.success
      ? status.data.systems.find(({ system }) => system === 'antivirus')?.state
      : null
  }
  expect(await until(state, (found) => found === 'down')).toBe('down')

  await of.control('DELETE', '/control/faults')
  await settledFiles(of, body.claim_id)
  expect(await opens(of, waiting[0]?.id ?? '', staff)).toBe(200)
  await until(state, (found) => found === 'up' || found === 'failing')
})

test('what lost its job, or was there before the scanner, is scanned and destroyed by the sweep', async () => {
  const { client, globalId } = await people()
  const { body } = await sends(at(), client, globalId, { files: { id_back: badPicture } })
  const claim = body.claim_id
  await settledFiles(at(), claim)
  const hourAgo = new Date(at().server.deps.clock.now().getTime() - 3_600_000)
  const files = at().db.updateTable('files').where('claim_id', '=', claim)
  await files
    .set({ scan: 'waiting', scanned_at: null, created_at: hourAgo })
    .where('scan', '=', 'clean')
    .execute()
  await files
    .set({ destroyed_at: null, scanned_at: hourAgo })
    .where('scan', '=', 'infected')
    .execute()
  expect((await settledFiles(at(), claim)).map(({ scan }) => scan).sort()).toEqual([
    ...Array(5).fill('clean'),
    'infected',
  ])
})

test('of two scans at once one verdict is kept, and a paper that is asked for already is not asked for twice', async () => {
  const { client, globalId } = await people()
  const { deps } = at().server
  const { body } = await sends(at(), client, globalId, { files: { id_back: badPicture } })
  const claim = body.claim_id
  const infected = (await settledFiles(at(), claim)).find(({ scan }) => scan === 'infected')
  if (!infected) throw new Error('nothing infected')
  const events = () =>
    at()
      .db.selectFrom('claim_events')
      .select('id')
      .where('claim_id', '=', claim)
      .where('what', '=', 'infected')
      .execute()
  const { id, storage_key } = infected
  await scanFile(deps, id)
  expect(await events()).toHaveLength(1)

  await deps.systems.files.put(
    storage_key,
    (async function* () {
      yield badPicture
    })(),
  )
  await at()
    .db.updateTable('files')
    .set({ scan: 'waiting', destroyed_at: null })
    .where('id', '=', id)
    .execute()
  await Promise.allSettled([scanFile(deps, id), scanFile(deps, id)])
  await settledFiles(at(), claim)
  expect(await events()).toHaveLength(2)
  expect(
    await at().db.selectFrom('claim_requests').select('id').where('claim_id', '=', claim).execute(),
  ).toHaveLength(1)
  expect(await isKept(at(), storage_key)).toBe(false)
})
