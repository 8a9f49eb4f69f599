import { expect, test } from 'vitest'
import { answerRequest } from '#contract/claims.ts'
import { pdf } from '#tests/claim.ts'
import { deskClaims } from '#tests/desk-claims.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const { people, posts, newClaim, seen, clientSees, hears } = deskClaims(at)

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
    message: expect.stringContaining('изменил кто-то другой'),
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
  // The list shows it too, before the claim is opened.
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
  // Client and car, as the board shows them for the same claim.
  const { body: boarded } = await at().api('staffClaimBoard', {}, staff)
  const same = boarded.success && boarded.data.claims.find((one) => one.claim_id === claim_id)
  if (!same) throw new Error('not on the board')
  const { who, plate } = same
  expect(who).not.toBe('')
  expect(plate).not.toBeNull()
  expect(body.success && body.data.claims).toMatchObject([
    { claim_id, who, plate, client_acted: true },
  ])
})
