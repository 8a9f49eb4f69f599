import { expect, test } from 'vitest'
import { answerRequest } from '#contract/claims.ts'
import { uploadReport } from '#contract/staff-claim-acts.ts'
import { pdf, scanned } from '#tests/claim.ts'
import { signedIn, stranger } from '#tests/client.ts'
import { deskClaims } from '#tests/desk-claims.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const { people, posts, newClaim, seen, clientSees, hears } = deskClaims(at)

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
