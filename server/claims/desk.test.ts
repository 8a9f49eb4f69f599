import { expect, test } from 'vitest'
import { answerRequest, claimSlots, sendDocs } from '#contract/claims.ts'
import { uploadReport } from '#contract/staff-claims.ts'
import { scanned } from '#tests/claim.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

const at = sharedTestApp()
const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '880808399915', phone: '77010000778' }
let standing: Promise<{
  staff: string
  colleague: string
  client: string
  globalId: string
}> | null = null
const people = () => (standing ??= begin())

async function begin() {
  const buying = await purchaseToken(at())
  const { orderId } = await ordered(at(), buying)
  await paysBill(at())
  const issued = await settled(at(), buying, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error('not issued')
  await account(at(), first, { role: 'staff' })
  await account(at(), second, { role: 'staff' })
  return {
    staff: await signedIn(at(), first),
    colleague: await signedIn(at(), second),
    client: await signedIn(at()),
    globalId: issued.data.globalId,
  }
}

async function posts(
  path: string,
  token: string,
  fields: Record<string, string>,
  files: Record<string, Buffer>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, content] of Object.entries(files))
    form.set(name, new Blob([new Uint8Array(content)]), 'құжат.pdf')
  const answer = await fetch(`${at().url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}

/** A new claim of the client; its number. */
async function newClaim(): Promise<string> {
  const { client, globalId } = await people()
  const fields = {
    policy_number: globalId,
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'injured',
    damage_type: 'Бампер',
  }
  const files = Object.fromEntries(claimSlots.map((slot) => [`documents[${slot}]`, png]))
  const { body } = await posts(sendDocs.path, client, fields, files)
  return body.claim_id
}

const seen = async (claim_id: string) => {
  const { staff } = await people()
  const { body } = await at().api('staffClaim', { claim_id }, staff)
  if (!body.success) throw new Error('no claim')
  return body.data
}
const clientSees = async (claim_id: string) => {
  const { client } = await people()
  const { body } = await at().api('claimGetClaim', { claim_id }, client)
  if (!body.success) throw new Error('no claim')
  return body.data
}
/** Waits until the client's phone has an SMS about the claim with these words. */
const hears = (claim: string, words: RegExp) =>
  until(
    async () =>
      (await at().messages(buyer.phone))
        .filter(({ text }) => text.includes(claim))
        .map(({ text }) => text),
    (texts) => texts.some((text) => words.test(text)),
  )

test('a claim is taken, accepted and completed; each step is told by SMS and stands with who did it', async () => {
  spec('4.1.claim-statuses-set-staff')

  const { staff } = await people()
  const claim_id = await newClaim()
  const move = (
    from: 'wait' | 'under_consideration' | 'accepted',
    to: 'under_consideration' | 'accepted' | 'completed',
  ) =>
    at().api(
      'staffClaimMove',
      { claim_id, from, to, ...(to === 'accepted' ? { payable: 120_000 } : {}) },
      staff,
    )
  expect((await move('wait', 'under_consideration')).body).toEqual({ success: true })
  await hears(claim_id, /қаралуда/)
  expect((await clientSees(claim_id)).deadlines.map(({ kind }) => kind)).toEqual([
    'decision',
    'payment',
  ])
  expect((await move('under_consideration', 'accepted')).body).toEqual({ success: true })
  expect((await move('accepted', 'completed')).body).toEqual({ success: true })
  await hears(claim_id, /аяқталды/)
  const { events, status, next } = await seen(claim_id)
  expect({ status, next }).toEqual({ status: 'completed', next: [] })
  expect(events.map(({ what }) => what)).toEqual([
    'sent',
    'under_consideration',
    'accepted',
    'completed',
  ])
  expect(events[0]?.by.kind).toBe('client')
  expect(events[1]?.by.kind).toBe('staff')
  expect(
    await at()
      .db.selectFrom('claims')
      .select(['decided_on', 'paid_on'])
      .where('id', '=', claim_id)
      .executeTakeFirst(),
  ).toEqual({
    decided_on: '2026-11-20',
    paid_on: '2026-11-20',
  })
})

test('of two who decide about one claim the slower one is told, and nothing of theirs is kept', async () => {
  spec('6.staff-claims-two-who')

  const { staff, colleague } = await people()
  const claim_id = await newClaim()
  const answers = await Promise.all(
    [staff, colleague].map((token) =>
      at().api(
        'staffClaimMove',
        { claim_id, from: 'wait', to: 'under_consideration' },
        token,
        'ru',
      ),
    ),
  )
  expect(answers.map(({ body }) => body.success).sort()).toEqual([false, true])
  expect(answers.find(({ body }) => !body.success)?.body).toMatchObject({
    code: 14060,
    message: expect.stringContaining('Обновите'),
  })
  expect((await seen(claim_id)).events.map(({ what }) => what)).toEqual([
    'sent',
    'under_consideration',
  ])
})

test('a rejection needs its reason, which the client reads; the claim may be taken up again', async () => {
  const { staff } = await people()
  const claim_id = await newClaim()
  const reject = (reason: string) =>
    at().api('staffClaimMove', { claim_id, from: 'wait', to: 'rejected', reason }, staff)
  const bare = await reject('')
  expect(bare).toMatchObject({ status: 422, body: { errors: [{ path: 'reason' }] } })
  expect((await reject('Оқиға полистің мерзімінен тыс болған')).body).toEqual({ success: true })
  await hears(claim_id, /бас тартылды/)
  const told = await clientSees(claim_id)
  expect(told.history.at(-1)).toMatchObject({
    status: 'rejected',
    reason: 'Оқиға полистің мерзімінен тыс болған',
  })
  const again = await at().api(
    'staffClaimMove',
    { claim_id, from: 'rejected', to: 'under_consideration' },
    staff,
  )
  expect(again.body).toEqual({ success: true })
  const wrong = await at().api(
    'staffClaimMove',
    { claim_id, from: 'under_consideration', to: 'completed' },
    staff,
  )
  expect(wrong.body).toMatchObject({ success: false, code: 14060 })
})

test('a missing paper is asked for, seen in the cabinet, uploaded, and the working days count anew', async () => {
  spec('3.3.claim-missing-documents-asked', '7.2.ours-list-claims-says')

  const { staff, client } = await people()
  const claim_id = await newClaim()
  await at().api(
    'staffClaimRequest',
    { claim_id, slot: 'damage_document', note: 'Суреті анық емес' },
    staff,
  )
  await hears(claim_id, /құжат жетіспейді/)
  const twice = await at().api('staffClaimRequest', { claim_id, slot: 'damage_document' }, staff)
  expect(twice.body).toMatchObject({ success: false, code: 14060 })
  const [asked] = (await clientSees(claim_id)).missing_documents
  expect(asked).toMatchObject({ slot: 'damage_document', note: 'Суреті анық емес' })
  // The list says so too, before the claim is opened.
  const listed = async () => {
    const { body } = await at().api('claimGetClaims', {}, client)
    return body.success && body.data.find((claim) => claim.claim_id === claim_id)?.asked
  }
  expect(await listed()).toBe(1)

  const fields = { claim_id, request_id: asked?.id ?? '' }
  const empty = await posts(answerRequest.path, client, fields, {})
  expect(empty).toMatchObject({ status: 422, body: { errors: [{ path: 'document' }] } })
  const wrongKind = await posts(answerRequest.path, client, fields, {
    document: Buffer.from('text'),
  })
  expect(wrongKind.status).toBe(422)
  const sent = await posts(answerRequest.path, client, fields, { document: pdf })
  expect(sent).toMatchObject({ status: 200, body: { success: true } })
  const again = await posts(answerRequest.path, client, fields, { document: pdf })
  expect(again.body).toMatchObject({ success: false, code: 14060 })
  expect(await listed()).toBe(0)

  const claim = await seen(claim_id)
  expect(claim.requests[0]?.answered_at).not.toBeNull()
  expect(claim.documents.filter(({ type }) => type === 'damage_document')).toHaveLength(2)
  expect(claim.documents).toHaveLength(7)
  expect((await clientSees(claim_id)).missing_documents).toEqual([])
  expect(
    await at()
      .db.selectFrom('claims')
      .select('documents_on')
      .where('id', '=', claim_id)
      .executeTakeFirst(),
  ).toEqual({
    documents_on: '2026-11-20',
  })
  const { body } = await at().api('staffClaims', { number: claim_id.toLowerCase() }, staff)
  expect(body.success && body.data.claims).toMatchObject([{ claim_id, client_acted: true }])
})

test('staff and client write to each other', async () => {
  spec('7.4.cabinet-claim-writemessage-answerrequest')

  const { staff, client } = await people()
  const claim_id = await newClaim()
  await at().api('staffClaimMessage', { claim_id, text: 'Бізге қоңырау шалыңыз' }, staff)
  await hears(claim_id, /жаңа хабарлама/)
  await at().api('claimWriteMessage', { claim_id, text: 'Жарайды' }, client)
  expect((await clientSees(claim_id)).messages.map(({ from, text }) => [from, text])).toEqual([
    ['staff', 'Бізге қоңырау шалыңыз'],
    ['client', 'Жарайды'],
  ])
})

test('the evaluation report is the client’s to see only when staff say so', async () => {
  const { staff, client } = await people()
  const claim_id = await newClaim()
  const hidden = await posts(
    uploadReport.path,
    staff,
    { claim_id, visible: 'false' },
    { report: pdf },
  )
  expect(hidden.body).toMatchObject({ success: true })
  expect((await clientSees(claim_id)).evaluation_report).toBeNull()
  expect((await at().api('cabinetFileLink', { id: hidden.body.file_id }, client)).status).toBe(404)
  await at().api('staffClaimShowReport', { claim_id, visible: true }, staff)
  await hears(claim_id, /бағалау туралы есеп/)
  expect((await clientSees(claim_id)).evaluation_report).toMatchObject({ id: hidden.body.file_id })
  await scanned(at(), claim_id)
  const link = await at().api('cabinetFileLink', { id: hidden.body.file_id }, client)
  const opened = await fetch(String(link.body.success && link.body.url))
  expect(opened.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf)
})

test('the type of damage is put right from what was looked at', async () => {
  const { staff } = await people()
  const claim_id = await newClaim()
  await at().api('staffClaimDamage', { claim_id, from: 'Бампер', to: 'Алдыңғы бампер' }, staff)
  const stale = await at().api('staffClaimDamage', { claim_id, from: 'Бампер', to: 'Есік' }, staff)
  expect(stale.body).toMatchObject({ success: false, code: 14060 })
  expect((await seen(claim_id)).damage_type).toBe('Алдыңғы бампер')
})

test('the queue is filtered by state, deadline and number, and says how near the deadline is', async () => {
  const { staff } = await people()
  const late = await newClaim()
  const soon = await newClaim()
  const setDay = (id: string, submitted_on: string) =>
    at().db.updateTable('claims').set({ submitted_on }).where('id', '=', id).execute()
  await setDay(late, '2026-11-10')
  await setDay(soon, '2026-11-18')
  const found = async (filter: Parameters<typeof ask>[0]) => {
    const { body } = await ask(filter)
    return body.success ? body.data.claims : []
  }
  const ask = (filter: {
    deadline?: 'late' | 'soon'
    view?: 'open' | 'wait' | 'rejected'
    policy_type?: 'home'
    number?: string
  }) => at().api('staffClaims', filter, staff)
  expect((await found({ deadline: 'late' })).map(({ claim_id }) => claim_id)).toEqual([late])
  expect(await found({ number: soon })).toMatchObject([
    {
      claim_id: soon,
      deadline: { kind: 'missing_documents', due: '2026-11-23', late: false, soon: true },
    },
  ])
  expect((await found({ deadline: 'soon' })).map(({ claim_id }) => claim_id)).toEqual([late, soon])
  expect((await found({ view: 'rejected' })).map(({ claim_id }) => claim_id)).not.toContain(late)
  expect(await found({ policy_type: 'home' })).toEqual([])
  expect(await found({ number: '%' })).toEqual([])
})

test('a look at a claim and every file opened by staff are in the audit log, by ids alone', async () => {
  const claim_id = await newClaim()
  const { staff } = await people()
  const claim = await seen(claim_id)
  const file = claim.documents[0]?.id ?? ''
  await scanned(at(), claim_id)
  await at().api('cabinetFileLink', { id: file }, staff)
  const rows = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('object_id', 'in', [claim_id, file])
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['claim.looked_at', 'file.opened'])
  expect(JSON.stringify(rows)).not.toContain(buyer.iin)
})

test('none of it is a client’s, and an unknown claim is not found', async () => {
  spec('7.4.staff-claims-claim-claim')

  const { client, staff } = await people()
  const other = await signedIn(at(), stranger)
  const claim_id = await newClaim()
  const acts = [
    at().api('staffClaims', {}, client),
    at().api('staffClaim', { claim_id }, client),
    at().api('staffClaimMove', { claim_id, from: 'wait', to: 'accepted' }, client),
    at().api('staffClaimRequest', { claim_id, slot: 'id_back' }, client),
    at().api('staffClaimMessage', { claim_id, text: 'Сәлем' }, client),
    at().api('staffClaimDamage', { claim_id, from: 'Бампер', to: 'Есік' }, client),
    at().api('staffClaimShowReport', { claim_id, visible: true }, client),
    posts(uploadReport.path, client, { claim_id, visible: 'true' }, { report: pdf }),
  ]
  expect((await Promise.all<{ status: number }>(acts)).map(({ status }) => status)).toEqual(
    acts.map(() => 403),
  )
  expect((await at().api('staffClaims', {})).status).toBe(401)
  const gone = [
    at().api('staffClaim', { claim_id: 'QC99999999' }, staff),
    at().api('staffClaimMove', { claim_id: 'QC99999999', from: 'wait', to: 'accepted' }, staff),
    at().api('claimWriteMessage', { claim_id, text: 'Сәлем' }, other),
    posts(answerRequest.path, other, { claim_id, request_id: '1' }, { document: pdf }),
    posts(uploadReport.path, staff, { claim_id: 'QC99999999', visible: 'true' }, { report: pdf }),
  ]
  expect((await Promise.all<{ status: number }>(gone)).map(({ status }) => status)).toEqual(
    gone.map(() => 404),
  )
})
