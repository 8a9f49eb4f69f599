import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { maskIin } from '#domain/iin.ts'
import { withPolicy } from '#tests/claim.ts'
import { hitMe, jpegOf, photographs } from '#tests/claim-way.ts'
import { account, codeOn, signedIn } from '#tests/client.ts'
import { buyer, car, clockTo, purchaseToken, ready } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'

const at = sharedTestApp()
let standing: Promise<{ globalId: string }> | null = null
/** The policy of the one at fault; the accident was the day after it began. */
const policy = () => (standing ??= sold())
async function sold() {
  const { globalId } = await withPolicy(at())
  await clockTo(at(), '2026-11-23T06:00:00Z')
  return { globalId }
}
const on = '2026-11-22'
const plate = car.registrationNumber
const people = ['880214399916', '930412399924', '900622499917'].map(ready)
const victim = people[0] as (typeof people)[number]
const other = people[1] as (typeof people)[number]

async function asks(token: string, of: { named?: string; on?: string; id?: string } = {}) {
  return at().api('claimThirdParty', { id: of.id ?? randomUUID(), named: plate, on, ...of }, token)
}
async function begun(who = victim, named = plate) {
  await policy()
  const id = randomUUID()
  const { body } = await asks(await purchaseToken(at(), who), { id, named })
  if (!body.success || !body.data.token) throw new Error(JSON.stringify(body))
  return { id, token: body.data.token }
}
/** All answers except those fixed at the beginning. */
const told = { ...hitMe(''), policy: undefined, happened: undefined, other_plate: undefined }
async function sent(who = victim, named = plate) {
  const { id, token } = await begun(who, named)
  const answers = { ...told, own_plate: '417BDA02' }
  const saved = await at().api('claimDraftSave', { id, answers }, token)
  if (!saved.body.success) throw new Error(JSON.stringify(saved.body))
  await photographs(at(), token, { draft: id }, jpegOf())
  const made = await at().api('claimDraftPapers', { id }, token)
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  const { version } = made.body.data
  await at().api('claimDraftCode', { id, version }, token)
  const code = await codeOn(at(), who.phone)
  const done = await at().api('claimDraftSend', { id, version, code }, token)
  if (!done.body.success) throw new Error(JSON.stringify(done.body))
  return { claim: done.body.claim_id, token }
}

test('somebody who is no client begins by a plate, proves the phone, and goes on with that claim alone', async () => {
  const { globalId } = await policy()
  const { id, token } = await begun()
  const draft = await at().api('claimDraft', { id }, token)
  expect(draft.body).toMatchObject({
    data: {
      answers: { happened: 'hit-me', on },
      asks_identity: false,
      third_party: { named: plate, insurer: expect.stringMatching(/./) },
    },
  })
  const text = JSON.stringify(draft.body)
  for (const secret of [globalId, buyer.iin, buyer.phone]) expect(text).not.toContain(secret)
  // On another device, by the phone alone.
  const later = await signedIn(at(), victim)
  expect((await at().api('claimDrafts', {}, later)).body).toMatchObject({ data: [{ id }] })
  // Hidden from everybody else: another third party and the policyholder.
  for (const stranger of [await signedIn(at(), other), await signedIn(at(), buyer)]) {
    expect((await at().api('claimDraft', { id }, stranger)).status).toBe(404)
    expect((await asks(stranger, { id })).status).toBe(422)
  }
  await at().api('claimDraftDrop', { id }, token)
})

test('what they named at the beginning stays, and another day is answered alike, whenever the policy was', async () => {
  const { id, token } = await begun()
  const { globalId } = await policy()
  const changed = await at().api(
    'claimDraftSave',
    { id, answers: { happened: 'i-hit', policy: globalId, place: 'Алматы' } },
    token,
  )
  expect(changed.body).toMatchObject({ data: { answers: { happened: 'hit-me', place: 'Алматы' } } })
  expect(JSON.stringify(changed.body)).not.toContain(globalId)
  // Before the policy, on its first day, today: the answers reveal no policy period.
  const answers = await Promise.all(
    ['2026-11-01', '2026-11-21', '2026-11-23'].map((day) =>
      at().api('claimDraftSave', { id, answers: { on: day } }, token, 'ru'),
    ),
  )
  for (const { status, body } of answers)
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'on', message: fieldText('claim_day_named', 'ru') }] },
    })
  const same = await at().api('claimDraftSave', { id, answers: { on, at: '08:40' } }, token)
  expect(same.body).toMatchObject({ data: { answers: { on, at: '08:40' } } })
  await at().api('claimDraftDrop', { id }, token)
})

test('of one number few days are answered, so that its policy’s days are not found by moving the day', async () => {
  const { globalId } = await policy()
  const token = await purchaseToken(at(), ready('960120399902'))
  const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-20']
  const heard = []
  for (const day of days) heard.push(await asks(token, { named: globalId, on: day }))
  expect(heard.map(({ status }) => status)).toEqual([200, 200, 422, 200])
  expect(heard[2]?.body).toMatchObject({
    errors: [{ path: 'on', message: fieldText('claim_days_asked', 'kz') }],
  })
})

test('the claim lands on the desk as a third party’s, the policyholder hears of it and nobody learns who', async () => {
  const { globalId } = await policy()
  const before = (await at().messages(buyer.phone)).length
  const { claim, token } = await sent()
  const row = await at()
    .db.selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .select(['claims.iin', 'claim_case', 'claim_status', 'details', 'policies.global_id'])
    .where('claims.id', '=', claim)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    iin: victim.iin,
    claim_case: 'third-party',
    claim_status: 'injured',
    global_id: globalId,
    details: { by: 'third-party', named: plate },
  })
  const news = await until(
    () => at().messages(buyer.phone),
    (list) => list.length > before,
  )
  expect(news[0]?.text).toContain(globalId)
  for (const secret of [victim.iin, victim.phone, '417BDA02'])
    expect(news[0]?.text).not.toContain(secret)
  const cabinet = await signedIn(at(), victim)
  const [list, one, verdict, mine] = [
    await at().api('claimGetClaims', {}, cabinet),
    await at().api('claimGetClaim', { claim_id: claim }, token),
    await at().api('claimVerdict', { claim_id: claim }, token),
    await at().api('cabinetExport', {}, cabinet),
  ]
  expect(list.body).toMatchObject({ data: [{ claim_id: claim, policy_number: plate }] })
  expect(verdict.body).toMatchObject({ data: { plate: '417BDA02' } })
  for (const answer of [list, one, verdict, mine]) {
    expect(answer.status).toBe(200)
    for (const secret of [globalId, buyer.iin, buyer.phone])
      expect(JSON.stringify(answer.body)).not.toContain(secret)
  }
  // The policyholder sees nothing of it in their own cabinet.
  const holder = await signedIn(at(), buyer)
  expect((await at().api('claimGetClaim', { claim_id: claim }, holder)).status).toBe(404)
  expect((await at().api('claimGetClaims', {}, holder)).body).toMatchObject({ data: [] })
  await account(at(), { iin: '880808399905', phone: '77010000777' }, { role: 'staff' })
  const staff = await signedIn(at(), { iin: '880808399905', phone: '77010000777' })
  expect((await at().api('staffClaim', { claim_id: claim }, staff)).body).toMatchObject({
    data: { third_party: plate, client: { iin: maskIin(victim.iin) }, claim_case: 'third-party' },
  })
})

test('when the policyholder tells of the same accident, the desk is told that the claims belong together', async () => {
  const { globalId } = await policy()
  const { claim } = await sent()
  const holder = await signedIn(at(), buyer)
  const id = randomUUID()
  const answers = { ...hitMe(globalId), happened: 'i-hit' as const, other_plate: '417BDA02' }
  await at().api('claimDraftSave', { id, answers }, holder)
  await photographs(at(), holder, { draft: id }, jpegOf())
  const made = await at().api('claimDraftPapers', { id }, holder)
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  const { version } = made.body.data
  await at().api('claimDraftCode', { id, version }, holder)
  const code = await codeOn(at(), buyer.phone)
  const done = await at().api('claimDraftSend', { id, version, code }, holder)
  if (!done.body.success) throw new Error(JSON.stringify(done.body))
  const staff = await signedIn(at(), { iin: '880808399905', phone: '77010000777' })
  const signs = async (claim_id: string) => {
    const { body } = await at().api('staffClaim', { claim_id }, staff)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data.signs.flatMap((sign) => (sign.kind === 'same_accident' ? [sign.claim_id] : []))
  }
  expect(await signs(claim)).toEqual([done.body.claim_id])
  expect(await signs(done.body.claim_id)).toContain(claim)
})

test('a wrong number, another day and a policy of nobody are answered alike; a guesser is stopped', async () => {
  const { globalId } = await policy()
  const token = await purchaseToken(at(), other)
  const nothing = { data: { draft: null, insurer: null, token: null } }
  for (const of of [
    { named: '26D199999999' },
    { named: '999ZZZ02' },
    { named: globalId, on: '2026-11-20' },
  ])
    expect((await asks(token, of)).body).toMatchObject(nothing)
  const accounts = await at()
    .db.selectFrom('claim_drafts')
    .select('id')
    .where('against', 'in', ['26D199999999', '999ZZZ02'])
    .execute()
  expect(accounts).toEqual([])
  for (let guess = 0; guess < 3; guess += 1) await asks(token, { named: `26D10000999${guess}` })
  expect((await asks(token)).status).toBe(429)
})

test('what cannot be is told by its field', async () => {
  await policy()
  const token = await signedIn(at(), buyer)
  const fields = async (of: object) => {
    const { body } = await at().api(
      'claimThirdParty',
      { id: randomUUID(), named: plate, on, ...of },
      token,
      'ru',
    )
    return 'errors' in body ? body.errors : body
  }
  expect(await fields({ named: '?' })).toEqual([
    { path: 'named', message: fieldText('plate_or_policy', 'ru') },
  ])
  expect(await fields({ on: '2026-11-24' })).toEqual([
    { path: 'on', message: fieldText('claim_future', 'ru') },
  ])
  expect(await fields({ on: '2023-11-22' })).toEqual([
    { path: 'on', message: fieldText('claim_too_long_ago', 'ru') },
  ])
  expect(await fields({})).toEqual([
    { path: 'named', message: fieldText('claim_own_policy', 'ru') },
  ])
})

test('a cabinet that has another phone is opened by its own sign-in alone', async () => {
  await policy()
  const who = people[2] as (typeof people)[number]
  const token = await purchaseToken(at(), who)
  await account(at(), { iin: who.iin, phone: '77010000778' })
  expect((await asks(token)).body).toMatchObject({ success: false, code: 14095 })
})

test('a policy that was ended before the day is nobody’s, one ended later is answered', async () => {
  const { globalId } = await policy()
  const token = await purchaseToken(at(), people[2] as (typeof people)[number])
  const { id } = await at()
    .db.updateTable('policies')
    .set({ state: 'terminated' })
    .where('global_id', '=', globalId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const ended = { policy_id: id, state: 'terminated', actor: 'test', reason: 'sold' }
  const { id: line } = await at()
    .db.insertInto('policy_history')
    .values({ ...ended, at: new Date('2026-11-22T06:00:00Z') })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await asks(token)).body).toMatchObject({ code: 14095 })
  await at()
    .db.updateTable('policy_history')
    .set({ at: new Date('2026-11-21T06:00:00Z') })
    .where('id', '=', line)
    .execute()
  for (const named of [plate, globalId])
    expect((await asks(token, { named })).body).toMatchObject({
      data: { draft: null, token: null },
    })
})
