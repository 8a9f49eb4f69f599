import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withPolicy } from '#tests/claim.ts'
import { hitMe, jpegOf, photographs } from '#tests/claim-way.ts'
import { codeOn, signedIn } from '#tests/client.ts'
import {
  buyer,
  clockOn,
  clockTo,
  ordered,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'
import { claimRecoveries } from '../work.ts'

const at = sharedTestApp()
const second = ready('880214399916')
const stranger = ready('930412399924')
const theirCar = { registrationNumber: '456KZA02', techPassport: 'AB12345679' }

let standing: Promise<{ globalId: string }> | null = null
/** Both cars are insured; the accident was the day after. */
const policies = () => (standing ??= sold())
async function sold() {
  const { globalId } = await withPolicy(at())
  const token = await purchaseToken(at(), second)
  const { orderId } = await ordered(
    at(),
    token,
    sale({ insurant: second, vehicles: [theirCar] as never }),
  )
  await paysBill(at(), second.phone)
  await settled(at(), token, orderId)
  await clockTo(at(), '2026-11-23T06:00:00Z')
  return { globalId }
}

const said = { unhurt: true, only_vehicles: true, agreed: true, within: true }

/** A claim that is begun, with its notice and the key of its link. */
async function begun(answers: object = {}) {
  const { globalId } = await policies()
  await clockOn(at(), 40)
  const token = await signedIn(at(), buyer)
  const draft = randomUUID()
  const all = { ...hitMe(globalId), other_plate: theirCar.registrationNumber, ...answers }
  const saved = await at().api('claimDraftSave', { id: draft, answers: all }, token)
  if (!saved.body.success) throw new Error(JSON.stringify(saved.body))
  const { body } = await at().api('claimNotice', { draft }, token)
  if (!body.success || !body.data.link) throw new Error(JSON.stringify(body))
  const key = body.data.link.url.split('#')[1] ?? ''
  return { token, draft, key, notice: body.data }
}
async function joined(answers: object = {}) {
  const first = await begun(answers)
  const theirs = await purchaseToken(at(), second)
  const { body } = await at().api('claimNoticeJoin', { key: first.key }, theirs)
  if (!body.success) throw new Error(JSON.stringify(body))
  return { ...first, theirs, notice: body.data }
}
type Of = { draft?: string; key?: string }
async function saves(token: string, of: Of, version: number, change: object) {
  const { body } = await at().api('claimNoticeSave', { ...of, version, ...change }, token)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
/** Both have said everything. */
async function told(answers: object = {}) {
  const of = await joined(answers)
  const mine = {
    plate: theirCar.registrationNumber,
    zones: ['front_bumper'],
    words: 'Мен',
    says: said,
  }
  const theirs = await saves(of.theirs, { key: of.key }, of.notice.version, { mine })
  const notice = await saves(of.token, { draft: of.draft }, theirs.version, {
    mine: { says: said },
  })
  return { ...of, notice }
}
async function signs(token: string, of: Of, version: number, phone: string) {
  await clockOn(at(), 40)
  const sent = await at().api('claimNoticeCode', { ...of, version }, token)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  const code = await codeOn(at(), phone)
  return at().api('claimNoticeSign', { ...of, version, code }, token)
}

test('two strangers sign one notice, and its paper is the claim’s document of the event', async () => {
  const { token, theirs, draft, key, notice } = await told()
  expect(notice).toMatchObject({ verdict: 'possible', may_sign: true, unsaid: [], link: null })
  const one = await signs(token, { draft }, notice.version, buyer.phone)
  expect(one.body).toMatchObject({
    data: { signed_at: null, first: { signed_at: expect.any(String) } },
  })
  const both = await signs(theirs, { key }, notice.version, second.phone)
  expect(both.body).toMatchObject({ data: { me: 'second', signed_at: expect.any(String) } })
  const read = await until(
    async () => (await at().api('claimNoticeRead', { key }, theirs)).body,
    (body) => body.success && body.data.paper,
  )
  expect(JSON.stringify(read)).not.toContain(buyer.iin)
  expect(JSON.stringify(read)).not.toContain(buyer.phone)
  const paper = await at().api('claimNoticePaper', { key }, theirs)
  const pdf = paper.body.success ? await fetch(paper.body.data.url) : null
  expect(
    Buffer.from((await pdf?.arrayBuffer()) ?? new ArrayBuffer()).toString('latin1', 0, 4),
  ).toBe('%PDF')
  // Frozen: nothing changes it, its paper is not taken away by the photograph's door.
  const late = await at().api(
    'claimNoticeSave',
    { key, version: notice.version, mine: { words: 'Басқаша' } },
    theirs,
  )
  expect(late.body).toMatchObject({ code: 14060 })
  const shown = await at().api('claimDraft', { id: draft }, token)
  const [sheet] = shown.body.success ? shown.body.data.photographs : []
  expect(sheet).toMatchObject({ shows: 'event_document', scan: 'clean' })
  await at().api('claimDraftDropPhotograph', { draft_id: draft, id: sheet?.id ?? '' }, token)

  await photographs(at(), token, { draft }, jpegOf())
  const made = await at().api('claimDraftPapers', { id: draft }, token)
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  expect(made.body.data.missing).toEqual([])
  const { version } = made.body.data
  await clockOn(at(), 40)
  await at().api('claimDraftCode', { id: draft, version }, token)
  const code = await codeOn(at(), buyer.phone)
  const sent = await at().api('claimDraftSend', { id: draft, version, code }, token)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  const claim_id = sent.body.claim_id
  const verdict = await at().api('claimVerdict', { claim_id }, token)
  expect(verdict.body).toMatchObject({ data: { complete: true, missing: [] } })
  const staff = { iin: '880808399905', phone: '77010000777' }
  await signedIn(at(), staff)
  await at()
    .db.updateTable('accounts')
    .set({ role: 'staff' })
    .where('iin', '=', staff.iin)
    .execute()
  await clockOn(at(), 40)
  const clerk = await signedIn(at(), staff)
  const desk = await at().api('staffClaim', { claim_id }, clerk)
  expect(desk.body).toMatchObject({
    data: {
      rules: { simplified: true },
      notice: {
        first: { plate: '123ABC02', signed_at: expect.any(String) },
        second: { plate: theirCar.registrationNumber, signed_at: expect.any(String) },
      },
    },
  })
  const reason = 'Құжаттар толық'
  const move = { claim_id, reason, from: 'wait', to: 'under_consideration' } as const
  await at().api('staffClaimMove', move, clerk)
  // 100 MRP is all there is, whatever the limit of property otherwise.
  const over = await at().api(
    'staffClaimMove',
    { claim_id, reason, from: 'under_consideration', to: 'accepted', payable: 432_501 },
    clerk,
    'ru',
  )
  expect(over.body).toMatchObject({
    errors: [{ path: 'payable', message: fieldText('over_limit', 'ru') }],
  })
  const acts = await at()
    .db.selectFrom('audit')
    .select('actor')
    .where('action', '=', 'claim.notice_signed')
    .where('object_id', '=', notice.id)
    .execute()
  expect(acts.map(({ actor }) => actor).sort()).toEqual(['client:purchase', 'client:user'])
})

test('a change takes signatures away, and whoever looked at an older version changes nothing', async () => {
  const { token, theirs, draft, key, notice } = await told()
  await signs(token, { draft }, notice.version, buyer.phone)
  const changed = await saves(theirs, { key }, notice.version, { shared: { place: 'Абай, 100' } })
  expect(changed).toMatchObject({ first: { signed_at: null }, shared: { place: 'Абай, 100' } })
  for (const [name, body] of [
    ['claimNoticeSave', { mine: { words: 'Ескі' } }],
    ['claimNoticeCode', {}],
    ['claimNoticeSign', { code: '0000' }],
  ] as const)
    expect(
      (await at().api(name, { draft, version: notice.version, ...body } as never, token)).body,
    ).toMatchObject({ code: 14060 })
})

test('a dispute or somebody hurt, said by one, makes it impossible and unsigned', async () => {
  const { token, theirs, draft, key, notice } = await told()
  for (const [statement, condition] of [
    ['agreed', 'no_dispute'],
    ['unhurt', 'nobody_hurt'],
    ['only_vehicles', 'only_vehicles'],
    ['within', 'within_sum'],
  ] as const) {
    const now = await at().api('claimNoticeRead', { key }, theirs)
    const version = now.body.success ? now.body.data.version : 0
    const no = await saves(theirs, { key }, version, { mine: { says: { [statement]: false } } })
    expect(no.verdict).toBe('impossible')
    expect(no.conditions).toContainEqual({ condition, answer: 'no' })
    const code = await at().api('claimNoticeCode', { draft, version: no.version }, token)
    expect(code.body).toMatchObject({ code: 14012 })
    await saves(theirs, { key }, no.version, { mine: { says: { [statement]: true } } })
  }
  expect(notice.may_sign).toBe(true)
})

test('a car that nobody has insured cannot be settled for without the police', async () => {
  const { theirs, key, notice } = await joined()
  const none = await saves(theirs, { key }, notice.version, {
    mine: { plate: '417BDA02', says: said },
  })
  expect(none).toMatchObject({ second: { insured: 'no' }, verdict: 'impossible' })
  const same = await at().api(
    'claimNoticeSave',
    { key, version: none.version, mine: { plate: '123ABC02' } },
    theirs,
    'ru',
  )
  expect(same.body).toMatchObject({
    errors: [{ path: 'mine.plate', message: fieldText('notice_same_plate', 'ru') }],
  })
})

test('the link is one person’s: not the first driver’s, nobody’s after it was taken, and old after half an hour', async () => {
  const { token, draft, key } = await begun()
  const self = await at().api('claimNoticeJoin', { key }, token, 'ru')
  expect(self.body).toMatchObject({
    errors: [{ path: 'key', message: fieldText('notice_yourself', 'ru') }],
  })
  expect((await at().api('claimNoticeLink', { key })).body).toMatchObject({ data: { good: true } })
  const theirs = await purchaseToken(at(), second)
  const others = await purchaseToken(at(), stranger)
  expect((await at().api('claimNoticeRead', { key }, theirs)).status).toBe(404)
  expect((await at().api('claimNoticeJoin', { key }, theirs)).body).toMatchObject({ success: true })
  // Again it is the same; nobody else comes in, by key or by claim.
  expect((await at().api('claimNoticeJoin', { key }, theirs)).body).toMatchObject({ success: true })
  expect((await at().api('claimNoticeJoin', { key }, others)).status).toBe(404)
  expect((await at().api('claimNoticeRead', { key }, others)).status).toBe(404)
  expect((await at().api('claimNoticeRead', { draft }, theirs)).status).toBe(404)
  // The first driver takes them off: the old link leads nowhere, the new one is good for half an hour.
  const anew = await at().api('claimNotice', { draft, anew: true }, token)
  const link = anew.body.success ? anew.body.data.link?.url.split('#')[1] : ''
  expect(link).not.toBe(key)
  expect((await at().api('claimNoticeRead', { key }, theirs)).status).toBe(404)
  await clockOn(at(), 31 * 60)
  expect((await at().api('claimNoticeLink', { key: link ?? '' })).body).toMatchObject({
    data: { good: false },
  })
  expect((await at().api('claimNoticeJoin', { key: link ?? '' }, theirs)).status).toBe(404)
})

test('a paper whose job got lost is made by the sweep, and laid to a claim that was sent meanwhile', async () => {
  const { token, theirs, draft, key, notice } = await told()
  await signs(token, { draft }, notice.version, buyer.phone)
  const rows = at().db.updateTable('accident_notices').where('id', '=', notice.id)
  // As if the process had died right after the second signature.
  await signs(theirs, { key }, notice.version, second.phone)
  const { file_id } = await until(
    () =>
      at()
        .db.selectFrom('accident_notices')
        .select('file_id')
        .where('id', '=', notice.id)
        .executeTakeFirstOrThrow(),
    (row) => row.file_id !== null,
  )
  await rows.set({ file_id: null }).execute()
  await at().db.updateTable('files').set({ draft_id: null }).where('id', '=', file_id).execute()
  const now = at().server.deps.clock.now()
  const recovery = claimRecoveries.find(({ name }) => name === 'signed notices without their paper')
  await recovery?.recover(at().server.deps, {
    now,
    ago: (ms: number) => new Date(now.getTime() - ms),
    forgotten: new Date(now.getTime() + 1_000),
  } as never)
  const again = await until(
    async () => (await at().api('claimNoticeRead', { key }, theirs)).body,
    (body) => body.success && body.data.paper,
  )
  expect(again).toMatchObject({ data: { paper: true } })
})

test('the driver’s copy of their data holds their own part of a notice and nothing of the other', async () => {
  await told()
  const mine = await at().api('cabinetExport', {}, await signedIn(at(), second))
  const text = JSON.stringify(mine.body)
  expect(text).toContain(theirCar.registrationNumber)
  for (const secret of [buyer.iin, buyer.phone, '123ABC02']) expect(text).not.toContain(secret)
})
