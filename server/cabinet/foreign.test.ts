import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerRequest } from '#contract/claims.ts'
import { type CallName, contract } from '#contract/index.ts'
import { png, sends, withPolicy } from '#tests/claim.ts'
import { signedIn, stranger } from '#tests/client.ts'
import { homeOrdered } from '#tests/home.ts'
import { buyer, car } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const isCall = (name: string): name is CallName => name in contract
const keysOf = (body: z.ZodType): string[] =>
  body instanceof z.ZodObject ? Object.keys(body.shape) : []
/** Fields that name a person's object. */
const ids = ['id', 'globalId', 'calcId', 'covernoteUuid', 'order_id', 'claim_id', 'request_id']
/**
 * Calls of the cabinet that take such an id: the table below must list each, so that nobody forgets
 * a new one.
 */
const naming = Object.keys(contract)
  .filter(isCall)
  .filter(
    (name) =>
      contract[name].path.startsWith('/api/cabinet/') &&
      contract[name].may.some((who) => who === 'user'),
  )
  .filter((name) => keysOf(contract[name].body).some((key) => ids.includes(key)))

/**
 * One client's possessions: a policy with a calculated termination, a card, a claim with a document
 * request, a session, an unpaid Home order.
 */
async function possessions() {
  const { token, globalId } = await withPolicy(at())
  const policies = await at().api('cabinetPolicies', {}, token)
  const [policy] = policies.body.success ? policies.body.data.pending : []
  await at().control('PUT', `/control/vehicles/${car.registrationNumber}`, { registered: false })
  const termination = await at().api(
    'cabinetCalcTerminate',
    { globalId, terminateReason: 'sold' },
    token,
  )
  const { body: sent } = await sends(at(), token, globalId)
  const claim = await at().api('claimGetClaim', { claim_id: sent.claim_id }, token)
  const sessions = await at().api('cabinetSessions', {}, token)
  if (!policy || !termination.body.success || !claim.body.success || !sessions.body.success)
    throw new Error('not everything is there')
  const { db } = at()
  const { id: account_id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('iin', '=', buyer.iin)
    .executeTakeFirstOrThrow()
  const now = new Date()
  const card = await db
    .insertInto('cards')
    .values({
      account_id,
      added_at: now,
      valid_to: '2029-08',
      token: 't',
      outside_id: 'o',
      masked_pan: '4400-00XX-XXXX-0001',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const request = await db
    .insertInto('claim_requests')
    .values({ claim_id: sent.claim_id, slot: 'id_back', note: '', actor: 'staff:test', at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const draft = crypto.randomUUID()
  const begun = await at().api('claimDraftSave', { id: draft, answers: { injured: false } }, token)
  if (!begun.body.success) throw new Error('no claim was begun')
  return {
    draft,
    globalId,
    calcId: policy.calc_id,
    uuid: policy.uuid,
    ending: termination.body.data,
    card: card.id,
    claim: String(sent.claim_id),
    request: String(request.id),
    file: claim.body.data.documents[0]?.id ?? '',
    session: sessions.body.data[0]?.id ?? '',
    home: await homeOrdered(at(), token),
  }
}

test('every call of the cabinet that names an object answers another client 404, as if it were not there', async () => {
  spec('7.2.ours-another-clients-ids')

  const mine = await possessions()
  const { globalId, ending: termination } = mine
  const asks: Partial<Record<CallName, object>> = {
    cabinetPolicyFiles: { calcId: mine.calcId, covernoteUuid: mine.uuid },
    cabinetCalcTerminate: { globalId, terminateReason: 'sold' },
    cabinetSendTerminateCode: { calcId: termination.calcId },
    cabinetTerminate: {
      globalId,
      terminateReason: 'sold',
      calcId: termination.calcId,
      refundAmount: termination.refundAmount,
      code: '0000',
    },
    cabinetCancelPolicy: { globalId },
    cabinetEndingStatus: { globalId },
    cabinetPolicy: { globalId },
    cabinetRenewalPrice: { globalId },
    cancelHomeSubscribe: { order_id: mine.home },
    cabinetChangeActiveCard: { id: mine.card },
    cabinetDeleteCard: { id: mine.card },
    cabinetEndSession: { id: mine.session },
    cabinetFileLink: { id: mine.file },
    claimGetClaim: { claim_id: mine.claim },
    claimWriteMessage: { claim_id: mine.claim, text: 'Сәлеметсіз бе' },
    claimDraft: { id: mine.draft },
    claimDraftSave: { id: mine.draft, answers: { words: 'Сәлеметсіз бе' } },
    claimDraftDrop: { id: mine.draft },
    claimDraftDropPhotograph: { draft_id: mine.draft, id: mine.draft },
    claimDraftPapers: { id: mine.draft },
    claimDraftCode: { id: mine.draft, version: 1 },
    claimDraftSend: { id: mine.draft, version: 1, code: '0000' },
    claimVerdict: { claim_id: mine.claim },
  }
  expect(Object.keys(asks).toSorted()).toEqual(naming.toSorted())
  const other = await signedIn(at(), stranger)
  const answers = await Promise.all(
    Object.entries(asks).map(async ([name, body]) => {
      const call = isCall(name) ? contract[name] : null
      const { status } = await at().raw(call?.path ?? '', {
        method: call?.method ?? 'POST',
        body,
        token: other,
      })
      return [name, status]
    }),
  )
  expect(answers).toEqual(Object.keys(asks).map((name) => [name, 404]))

  const form = new FormData()
  form.set('claim_id', mine.claim)
  form.set('request_id', mine.request)
  form.set('document', new Blob([new Uint8Array(png)]), 'a.png')
  const upload = await fetch(`${at().url}${answerRequest.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other}` },
    body: form,
  })
  expect(upload.status).toBe(404)
  expect((await sends(at(), other, globalId)).status).toBe(404)
})
