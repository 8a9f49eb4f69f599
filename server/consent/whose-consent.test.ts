import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { portalQuote, portalSale, promoter, promoterToken } from '#tests/promoter.ts'
import { buyer, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, type TestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const driver = ready('900622499917')
const calculate = async (
  by: string,
  who = buyer,
  drivers = [{ iin: driver.iin }],
  more: object = {},
) =>
  (
    await at().raw('/api/policy/ogpo/calculate', {
      body: sale({ insurant: { ...who }, drivers, ...more }),
      token: by,
      locale: 'ru',
    })
  ).body
const inPortal = async (by: string, operation: object = { consentRequired: true }) =>
  (
    await at().api(
      'promoterCalculate',
      portalSale({ drivers: [{ iin: driver.iin }], operation }),
      by,
    )
  ).body

test('a consent is used by whoever asked for it alone: another buyer asks for their own', async () => {
  spec('7.2.ours-consent-used-whoever')

  const mine = await purchaseToken(at())
  expect(await consents(at(), mine, driver.iin)).toBe('approved')
  expect(await calculate(mine)).toMatchObject({ success: true })
  const stranger = ready('880214399916')
  const other = await purchaseToken(at(), stranger)
  expect(await calculate(other, stranger)).toMatchObject({
    code: 14003,
    data: { driver_iin: driver.iin, reason: 'missing' },
  })
  // Nor is a person whose code bought something yesterday another buyer's driver.
  expect(await calculate(other, stranger, [{ iin: buyer.iin }])).toMatchObject({
    code: 14003,
    data: { driver_iin: buyer.iin },
  })
  expect(await consents(at(), other, driver.iin)).toBe('approved')
  expect(await calculate(other, stranger)).toMatchObject({ success: true })
  // A no to one asker does not withdraw the consent from the other.
  expect(await consents(at(), other, driver.iin, '0')).toBe('rejected')
  expect(await calculate(other, stranger)).toMatchObject({
    code: 14003,
    data: { reason: 'rejected' },
  })
  expect(await calculate(mine)).toMatchObject({ success: true })
})

test('the same client uses it again through the site, the cabinet and e-ID, and not in a partner’s dress', async () => {
  const mine = await purchaseToken(at())
  const cabinet = await signedIn(at())
  expect(await calculate(cabinet)).toMatchObject({ success: true })
  const asked = await at().api('requestConsent', driver, cabinet)
  await inPartnersTheme(at(), mine)
  expect(await calculate(mine)).toMatchObject({ code: 14003, data: { driver_iin: driver.iin } })
  if (!asked.body.success) throw new Error('not asked')
  expect(
    (await at().api('consentStatus', { requestId: asked.body.data.requestId }, mine)).status,
  ).toBe(404)
  expect(await consents(at(), mine, driver.iin)).toBe('approved')
  expect(await calculate(mine)).toMatchObject({ success: true })
})
/** A visit as the partner's signed link leaves it, bound to the token. */
async function inPartnersTheme(app: TestApp, token: string) {
  const link = await app.control(
    'GET',
    `/partner/link?${new URLSearchParams({ site: app.url, iin: buyer.iin, phone: buyer.phone })}`,
  )
  const opened = await fetch(link.url, { redirect: 'manual' })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const page = await fetch(new URL(opened.headers.get('location') ?? '', app.url), {
    headers: { cookie },
  })
  const key = /"key":\s*"([\w-]+)"/.exec(await page.text())?.[1] ?? ''
  expect((await app.api('partnerStart', { visit: key }, token)).body).toEqual({ success: true })
}

test('what was agreed to a promoter is not the client’s, who may be the same person, and the other way round', async () => {
  const portal = await promoterToken(at())
  // Neither the client’s own code nor their driver’s consent counts for the promoter.
  expect(await inPortal(portal)).toMatchObject({ code: 14003, data: { driver_iin: buyer.iin } })
  expect(await consents(at(), portal, buyer.iin)).toBe('approved')
  expect(await inPortal(portal)).toMatchObject({ code: 14003, data: { driver_iin: driver.iin } })
  expect(await consents(at(), portal, driver.iin)).toBe('approved')
  expect(await inPortal(portal)).toMatchObject({ success: true })
  const self = { iin: promoter.iin, phone: promoter.phone }
  const buying = await purchaseToken(at(), self)
  expect(await calculate(buying, self)).toMatchObject({
    code: 14003,
    data: { driver_iin: driver.iin },
  })
})

test('the client who takes a quote over orders that quote; for their own they ask the drivers themselves', async () => {
  const portal = await promoterToken(at())
  const client = ready('910330499911')
  const added = ready('880214399916')
  const wanted = portalSale({
    insurant: client,
    drivers: [{ iin: added.iin }],
    operation: { consentRequired: true },
  })
  await consents(at(), portal, client.iin)
  await consents(at(), portal, added.iin)
  const quote = await portalQuote(at(), portal, wanted)
  const handed = await at().api(
    'promoterHandOffCreate',
    { calculationId: quote.calculationId },
    portal,
  )
  if (!handed.body.success) throw new Error('not handed over')
  const own = await purchaseToken(at(), client)
  const ordered = await at().api(
    'promoterHandOffOrder',
    {
      key: handed.body.data.key,
      pay: { system: 'mobile_bank', method: 'bill', phone: buyer.phone },
    },
    own,
  )
  expect(ordered.body.success).toBe(true)
  expect(await calculate(own, client, [{ iin: added.iin }])).toMatchObject({
    code: 14003,
    data: { driver_iin: added.iin },
  })
})

test('nobody insures in another’s name on the client’s doors', async () => {
  spec('7.2.ours-clients-insure-their')

  const mine = await purchaseToken(at())
  const victim = ready('930412399924')
  await consents(at(), mine, victim.iin)
  const cabinet = await signedIn(at())
  for (const token of [mine, cabinet]) {
    const answer = await at().raw('/api/policy/ogpo/calculate', {
      body: sale({ insurant: { ...victim } }),
      token,
      locale: 'ru',
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      { path: 'insurant.iin', message: 'Оформить полис можно только на себя: укажите свой ИИН' },
    ])
  }
})

test('benefits are told of oneself and of whoever has agreed to this asker, and no price tells them otherwise', async () => {
  spec('7.3.ours-benefits-told-persons')

  const pensioner = ready('580210499908')
  const mine = await purchaseToken(at())
  const status = async (by: string) =>
    (await at().api('getPersonSocialStatus', { iin: pensioner.iin }, by)).body
  const asked = async () => (await at().journal('gkb')).length
  const before = await asked()
  expect(await status(mine)).toMatchObject({
    success: false,
    code: 14003,
    data: { driver_iin: pensioner.iin },
  })
  expect(await asked()).toBe(before)
  expect(await status(await purchaseToken(at(), pensioner))).toEqual({
    success: true,
    hasBenefit: true,
  })
  expect(await status(mine)).toMatchObject({ code: 14003 })
  await consents(at(), mine, pensioner.iin)
  expect(await status(mine)).toEqual({ success: true, hasBenefit: true })

  // A promoter sells without 1414 while it is not required; a person with a counted privilege has
  // consented.
  const portal = await promoterToken(at())
  const halved = async () =>
    (
      await at().api(
        'promoterCalculate',
        portalSale({ insurant: { ...pensioner, privilege: true } }),
        portal,
      )
    ).body
  expect(await status(portal)).toMatchObject({ code: 14003 })
  expect(await halved()).toMatchObject({ code: 14003, data: { driver_iin: pensioner.iin } })
  await consents(at(), portal, pensioner.iin)
  const whole = await portalQuote(at(), portal, portalSale({ insurant: pensioner }))
  expect(await halved()).toMatchObject({
    success: true,
    data: { calculations: [{ premium: Math.round(whole.premium / 2) }] },
  })
  // Looking up a driver reveals no privilege.
  const look = await at().api('ogpoDriver', { iin: pensioner.iin }, mine)
  expect(JSON.stringify(look.body)).not.toMatch(/benefit|privilege/i)
})
