import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hitMe, jpegOf, photographs } from '#tests/claim-way.ts'
import { account, codeOn, signedIn } from '#tests/client.ts'
import { subscribed } from '#tests/home.ts'
import { buyer, clockTo, purchaseToken, ready } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const neighbour = ready('880214399916')

test('a neighbour who was flooded claims by the number of a Home policy, and learns nothing of whose it is', async () => {
  const holder = await signedIn(at())
  await subscribed(at(), holder)
  const { global_id: named, facts } = await at()
    .db.selectFrom('policies')
    .select(['global_id', 'facts'])
    .where('kind', '=', 'home')
    .executeTakeFirstOrThrow()
  await clockTo(at(), '2026-11-24T06:00:00Z')
  const id = randomUUID()
  const on = '2026-11-24'
  const purchase = await purchaseToken(at(), neighbour)
  const begun = await at().api('claimThirdParty', { id, named, on }, purchase)
  if (!begun.body.success || !begun.body.data.token) throw new Error(JSON.stringify(begun.body))
  const { token } = begun.body.data
  expect((await at().api('claimDraft', { id }, token)).body).toMatchObject({
    data: { answers: { happened: 'home', harmed: 'third-party', on }, third_party: { named } },
  })
  const { other_plate, drives, policy, happened, on: other, ...told } = hitMe('')
  expect([other_plate, drives, policy, happened, other]).not.toContain(undefined)
  const answers = {
    ...told,
    zones: ['ceiling' as const],
    place: 'Алматы, Абай даңғылы, 10, 4-пәтер',
  }
  await at().api('claimDraftSave', { id, answers }, token)
  const lacks = await at().api('claimDraftPapers', { id }, token)
  expect(lacks.body).toMatchObject({ errors: [{ path: 'cause' }] })
  // They cannot change whose property was harmed: it was theirs.
  const cause = { cause: 'water_neighbour', harmed: 'owner' } as const
  const saved = await at().api('claimDraftSave', { id, answers: cause }, token)
  expect(saved.body).toMatchObject({ data: { answers: { harmed: 'third-party' } } })
  await photographs(at(), token, { draft: id, shows: 'source' }, jpegOf())
  const made = await at().api('claimDraftPapers', { id }, token)
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  const { version } = made.body.data
  await at().api('claimDraftCode', { id, version }, token)
  const code = await codeOn(at(), neighbour.phone)
  const sent = await at().api('claimDraftSend', { id, version, code }, token)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  const { claim_id } = sent.body
  const seen = await Promise.all([
    at().api('claimGetClaim', { claim_id }, token),
    at().api('claimVerdict', { claim_id }, token),
    at().api('cabinetExport', {}, await signedIn(at(), neighbour)),
  ])
  expect(seen[0].body).toMatchObject({
    data: {
      policy_type: 'home',
      policy_number: named,
      property_address: null,
      claim_case: 'third-party',
      claim_status: 'injured',
      damage_type: 'Төбе',
    },
  })
  expect(seen[1].body).toMatchObject({
    data: { missing: [{ paper: 'event_document', where: 'building_service' }], plate: null },
  })
  const { home } = JSON.parse(JSON.stringify(facts))
  for (const { status, body } of seen) {
    expect(status).toBe(200)
    for (const secret of [buyer.iin, buyer.phone, home.address])
      expect(JSON.stringify(body)).not.toContain(secret)
  }
  // The policyholder learns that there is a claim, but not whose; the desk sees both.
  const news = await until(
    async () => (await at().messages(buyer.phone)).filter(({ text }) => text.includes(named)),
    (list) => list.some(({ text }) => /өтінім/.test(text)),
  )
  expect(JSON.stringify(news)).not.toContain(neighbour.iin)
  const clerk = { iin: '880808399905', phone: '77010000777' }
  await account(at(), clerk, { role: 'staff' })
  const desk = await at().api('staffClaim', { claim_id }, await signedIn(at(), clerk))
  expect(desk.body).toMatchObject({
    data: {
      third_party: named,
      policy_type: 'home',
      claim_case: 'third-party',
      zones: ['ceiling'],
    },
  })
})
