import { beforeAll, expect, test } from 'vitest'
import { signedIn, stranger } from '#tests/client.ts'
import {
  buyer,
  clockTo,
  consents,
  ordered,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { legalVersions } from '#texts/legal-versions.ts'

const at = sharedTestApp()
const second = ready('900622499917')
let token = ''
let other = ''
let driver = ''
let calcId = ''
let globalId = ''

/** A policy of the buyer with a second driver who agreed by 1414; three sessions. */
beforeAll(async () => {
  const buying = await purchaseToken(at())
  await consents(at(), buying, second.iin)
  const placed = await ordered(at(), buying, sale({ drivers: [{ iin: second.iin }] }))
  await paysBill(at())
  const issued = await settled(at(), buying, placed.orderId)
  if (!issued.success || !issued.data.globalId) throw new Error('not issued')
  globalId = issued.data.globalId
  calcId = placed.quote.calculationId
  token = await signedIn(at())
  other = await signedIn(at(), stranger)
  driver = await signedIn(at(), second)
})

const page = (id: string, bearer?: string, prefix = '') =>
  fetch(`${at().url}${prefix}/adddrivers/${id}`, {
    headers: bearer
      ? { cookie: `lang=ru; laravel_auth.token=${encodeURIComponent(`Bearer ${bearer}`)}` }
      : {},
  })

test('adding drivers is a page for an own policy in force by its calc_id; anything else is 404 with the whole address', async () => {
  spec('2.2.adddrivers-id-foreign-id')

  for (const prefix of ['', '/ru']) expect((await page(calcId, token, prefix)).status).toBe(200)
  for (const refused of [
    page(calcId, other),
    page(crypto.randomUUID(), token),
    page(globalId, token),
    page(calcId, await purchaseToken(at())),
  ]) {
    const answer = await refused
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('"rule":true'),
    ])
  }
  // A visitor gets the shell without personal data: its guard leads to the sign-in and back.
  const shell = await page(calcId)
  expect([shell.status, await shell.text()]).toEqual([200, expect.not.stringContaining(buyer.iin)])
})

test('the policy tells whose consent still holds, so that adding a driver asks nobody twice', async () => {
  const { body } = await at().api('ogpoGetPolicy', { globalId }, token)
  if (!body.success) throw new Error('no policy')
  expect(body.data.insureds.map(({ iin, consented }) => [iin, consented]).sort()).toEqual([
    [buyer.iin, true],
    [second.iin, true],
  ])
})

test('a purchase shows the receipt of its payment and the texts as they were accepted, to its buyer alone', async () => {
  spec('7.2.ours-cabinet-order-purchases')

  const { body } = await at().api('cabinetPurchases', {}, token, 'ru')
  if (!body.success) throw new Error('no purchases')
  expect(body.data).toHaveLength(1)
  const [purchase] = body.data
  expect(purchase).toMatchObject({
    kind: 'new',
    global_id: globalId,
    insurer: 'Страховая компания «Дала»',
    payments: [
      {
        system: 'mobile_bank',
        phone: buyer.phone,
        amount: purchase?.insurance_premium,
        refunds: [],
      },
    ],
    texts: (['terms', 'personalData', 'commission'] as const).map((name) => ({
      name,
      version: legalVersions[name],
    })),
  })
  expect(purchase?.payments[0]?.outside_id).toBeTruthy()
  expect((await at().api('cabinetPurchases', {}, other)).body).toEqual({ success: true, data: [] })
})

test('consents say to whom they were given and when they served', async () => {
  spec('7.2.ours-consents-say-whom')

  const mine = await at().api('myConsents', {}, token)
  if (!mine.body.success) throw new Error('no consents')
  const [consent] = mine.body.data.filter(({ usedAt }) => usedAt.length > 0)
  expect(consent).toMatchObject({
    kind: 'policyholder',
    self: true,
    usedAt: [expect.stringMatching(/^2026-11-20T/)],
  })
  const theirs = await at().api('myConsents', {}, driver)
  expect(theirs.body).toMatchObject({
    data: [
      {
        kind: 'driver',
        self: false,
        askedBy: 'Нұрлан Ә.',
        usedAt: [expect.stringMatching(/^2026-11-20T/)],
      },
    ],
  })
})

test('reminders are switched off and on; the export holds what we hold and nobody else', async () => {
  for (const on of [false, true]) {
    expect((await at().api('cabinetSetReminders', { on }, token)).body).toEqual({ success: true })
    expect((await at().api('cabinetGetMe', {}, token)).body).toMatchObject({
      data: { reminders: on },
    })
  }
  const { body } = await at().api('cabinetExport', {}, token)
  if (!body.success) throw new Error('no export')
  expect(body.data.content).toMatchObject({
    account: { iin: buyer.iin },
    policies: [{ global_id: globalId }],
  })
  expect(JSON.stringify(body.data)).not.toContain(second.iin)
})

test('the copy of a client’s data holds what they wrote to the contact desk and what they were answered, nobody else’s', async () => {
  const now = at().server.deps.clock.now()
  const theirs = crypto.randomUUID()
  const row = { name: 'Асель', email: '', locale: 'kz', created_at: now, sent_at: now } as const
  await at()
    .db.insertInto('feedback')
    .values([
      { ...row, id: theirs, phone: buyer.phone, text: 'Полис келмеді' },
      { ...row, id: crypto.randomUUID(), phone: stranger.phone, text: 'Бөтеннің хаты' },
    ])
    .execute()
  await at()
    .db.insertInto('feedback_replies')
    .values({
      id: crypto.randomUUID(),
      feedback_id: theirs,
      way: 'sms',
      address: buyer.phone,
      locale: 'kz',
      text: 'Қайта жібердік',
      written_by: 'staff:7',
      created_at: now,
    })
    .execute()
  const { body } = await at().api('cabinetExport', {}, token)
  if (!body.success) throw new Error('no export')
  expect(body.data.content).toMatchObject({
    messages: [{ text: 'Полис келмеді' }],
    replies: [{ text: 'Қайта жібердік', way: 'sms' }],
  })
  expect(JSON.stringify(body.data)).not.toContain('Бөтеннің хаты')
  expect(JSON.stringify(body.data)).not.toContain('staff:7')
})

test('a policy whose time is over takes no more drivers', async () => {
  await clockTo(at(), '2027-11-21T06:00:00Z')
  const again = await signedIn(at())
  expect((await page(calcId, again)).status).toBe(404)
})
