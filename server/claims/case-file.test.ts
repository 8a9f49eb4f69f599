import { Readable } from 'node:stream'
import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { answerRequest } from '#contract/claims.ts'
import { claimFileView } from '#documents/claim-file.ts'
import type { claimSlots } from '#domain/claims/papers.ts'
import { locales } from '#domain/locale.ts'
import { eicar } from '#systems/antivirus/sandbox.ts'
import { pdf } from '#tests/claim.ts'
import { jpegOf } from '#tests/claim-way.ts'
import { deskClaims } from '#tests/desk-claims.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { caseFacts } from './case-file.ts'

const at = sharedTestApp()
const { people, posts, newClaim, seen } = deskClaims(at)

const scannedAll = (claim: string) =>
  until(
    () => at().db.selectFrom('files').select('scan').where('claim_id', '=', claim).execute(),
    (files) => files.length > 0 && files.every(({ scan }) => scan !== 'waiting'),
  )
const fetched = (claim_id: string, token: string) =>
  fetch(`${at().url}/api/staff/claim/file?${new URLSearchParams({ claim_id })}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
  })

/** A claim with papers of every kind: whole, turned, of several pages, unreadable, infected. */
async function fullClaim() {
  const { staff, client } = await people()
  const claim_id = await newClaim()
  const sends = async (slot: (typeof claimSlots)[number], content: Buffer) => {
    await at().api('staffClaimRequest', { claim_id, slot, note: 'Пришлите заново' }, staff)
    const request = (await seen(claim_id)).requests.findLast((one) => one.slot === slot)
    const fields = { claim_id, request_id: request?.id ?? '' }
    const sent = await posts(answerRequest.path, client, fields, { document: content })
    expect(sent.body).toMatchObject({ success: true })
  }
  const pages = await PDFDocument.create()
  for (const turn of [0, 90, 180, 270]) {
    const page = pages.addPage([400, 600])
    page.setRotation({ type: 'degrees', angle: turn } as never)
  }
  await sends('damage_document', Buffer.from(await pages.save()))
  await sends('event_document', jpegOf({ orientation: 6 }))
  await sends('id_back', pdf)
  // One received before uploads were checked for readability.
  const { storage_key } = await at()
    .db.selectFrom('files')
    .select('storage_key')
    .where('claim_id', '=', claim_id)
    .where('slot', '=', 'id_back')
    .where('mime', '=', 'application/pdf')
    .executeTakeFirstOrThrow()
  await at().server.deps.systems.files.put(
    storage_key,
    Readable.from([Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')]),
  )
  await sends('id_front', Buffer.concat([jpegOf({}), Buffer.from(eicar)]))
  await scannedAll(claim_id)
  await at().api('staffClaimMessage', { claim_id, text: 'Бағалау күні: дүйсенбі' }, staff)
  const note = { about: 'claim', subject: claim_id, text: 'Между нами: проверить СТО' } as const
  await at().api('staffWriteNote', { ...note, key: crypto.randomUUID() }, staff)
  const move = { claim_id, from: 'wait', to: 'under_consideration' } as const
  await at().api('staffClaimMove', move, staff)
  await at().api(
    'staffClaimMove',
    {
      claim_id,
      from: 'under_consideration',
      to: 'accepted',
      payable: 120_000,
      reason: 'Бағалау есебі бойынша',
    },
    staff,
  )
  return { claim_id, staff, client }
}

test('a claim is one PDF for its insurer: numbered sheets, each paper whole, the broken ones named', async () => {
  spec('6.staff-claim-file')

  const { claim_id, staff, client } = await fullClaim()
  const answer = await fetched(claim_id, staff)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toContain(claim_id)
  const pdf = await PDFDocument.load(await answer.arrayBuffer())
  // Six pictures of the form, a picture and a PDF of four pages beside its own first sheets.
  expect(pdf.getPageCount()).toBeGreaterThanOrEqual(6 + 1 + 4 + 1)
  expect(pdf.getTitle()).toContain(claim_id)

  const seenBy = await at()
    .db.selectFrom('audit')
    .select('actor')
    .where('action', '=', 'claim.file')
    .where('object_id', '=', claim_id)
    .execute()
  expect(seenBy).toHaveLength(1)
  expect((await fetched(claim_id, client)).status).toBe(403)
  expect((await fetched('QC99999999', staff)).status).toBe(404)
})

test('the first sheets say who, the decision, each paper with its sheets, letters and history, and no note', async () => {
  const { claim_id } = await fullClaim()
  const facts = await caseFacts(at().server.deps, claim_id, 'staff:nobody', 'ru')
  if (!facts) throw new Error('no claim')
  for (const locale of locales) {
    const view = claimFileView(
      facts,
      locale,
      facts.papers.map(({ attached }, at) =>
        typeof attached === 'string' ? attached : { from: at + 3, to: at + 3 },
      ),
      20,
    )
    const said = JSON.stringify(view)
    for (const part of ['850315399904', '120\u00a0000\u00a0₸', 'Бағалау есебі бойынша'])
      expect(said).toContain(part)
    for (const part of ['Бағалау күні: дүйсенбі', 'Пришлите заново']) expect(said).toContain(part)
    expect(said).not.toContain('Между нами')
    expect(view.index.rows).toHaveLength(10)
    expect(new Set(view.index.rows.map(({ sheets }) => sheets)).size).toBe(10)
  }
})
