import { expect, test } from 'vitest'
import { jpegOf, photographs } from '#tests/claim-way.ts'
import { codeOn, signedIn } from '#tests/client.ts'
import { buyer, clockOn } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { second, theirCar, twoDrivers } from '#tests/two-drivers.ts'
import { fieldText } from '#texts/fields.ts'
import { claimRecoveries } from '../work.ts'

const at = sharedTestApp()
const { saves, signs, told } = twoDrivers(at)

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
  // Frozen: no call changes it, and the photograph's call does not delete its paper.
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
  // Only the author's copy of their data names the claim.
  for (const [whose, names] of [
    [token, true],
    [await signedIn(at(), second), false],
  ] as const) {
    const { body } = await at().api('cabinetExport', {}, whose)
    expect(JSON.stringify(body).includes(claim_id)).toBe(names)
  }
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
      signs: [{ kind: 'young_policy' }],
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
