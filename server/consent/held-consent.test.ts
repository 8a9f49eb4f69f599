import { expect, test } from 'vitest'
import { portalSale, promoterToken } from '#tests/promoter.ts'
import { buyer, clockTo, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { sharedTestApp, type TestApp, testApp } from '#tests/test-app.ts'
import { opened, sealed } from '../db/connect.ts'
import { dropTokens } from './tokens.ts'

const at = sharedTestApp({ WORKER: 'off' })
const calculate = async (of: TestApp, by: string, drivers: string[] = [], who = buyer) =>
  (
    await of.raw('/api/policy/ogpo/calculate', {
      body: sale({ insurant: { ...who }, drivers: drivers.map((iin) => ({ iin })) }),
      token: by,
      locale: 'ru',
    })
  ).body
const tokens = (of: TestApp, iin: string) =>
  of.db.selectFrom('consent_tokens').selectAll().where('iin', '=', iin).execute()
const asked = async (of: TestApp, system: string) => (await of.journal(system)).length
const takesBack = (of: TestApp, phone: string) =>
  of.control('POST', `/control/phones/${phone}/reply`, { text: 'стоп' })

test('the token of a consent is kept sealed, asked for once, and goes with every question', async () => {
  const token = await purchaseToken(at())
  const driver = '880214399916'
  expect(await consents(at(), token, driver)).toBe('approved')
  const before = await asked(at(), 'kdp')
  expect(await calculate(at(), token, [driver])).toMatchObject({ success: true })
  // The state gets the buyer's code once; it has the driver's token.
  expect(await asked(at(), 'kdp')).toBe(before + 1)
  expect(await calculate(at(), token, [driver])).toMatchObject({ success: true })
  expect(await asked(at(), 'kdp')).toBe(before + 1)
  expect((await at().messages(buyer.phone)).filter(({ from }) => from === '1414')).toEqual([])
  for (const iin of [buyer.iin, driver]) {
    const [row] = await tokens(at(), iin)
    expect(row?.sealed?.toString('latin1')).not.toMatch(/token|publicKey/)
    expect(row?.expires_at?.getTime()).toBeGreaterThan(
      at().server.deps.clock.now().getTime() + 23 * 86_400_000,
    )
  }
  const [kept] = await tokens(at(), driver)
  const plain = opened(
    at().server.deps.config.signingKey,
    { purpose: 'consent-token', bound: `${driver}:${buyer.iin}:client` },
    kept?.sealed ?? Buffer.alloc(0),
  )
  const { token: secret } = JSON.parse(plain ?? '{}')
  expect(secret).toMatch(/^\S{100,}$/)
  const outside = await at().db.selectFrom('outside_calls').selectAll().execute()
  const mine = await at().raw('/api/cabinet/export', { token, body: {} })
  expect(
    JSON.stringify([outside, await at().journal('kdp'), await at().journal('gkb'), mine.body]),
  ).not.toContain(secret)
})

test('what is sealed for one thing opens for no other, nor under another key, nor changed', () => {
  const of = { purpose: 'p', bound: 'a' }
  const secret = sealed('key', of, 'plain')
  expect(opened('key', of, secret)).toBe('plain')
  expect(opened('other', of, secret)).toBeNull()
  expect(opened('key', { ...of, bound: 'b' }, secret)).toBeNull()
  expect(opened('key', { ...of, purpose: 'q' }, secret)).toBeNull()
  expect(
    opened('key', of, Buffer.from([...secret.subarray(0, -1), (secret.at(-1) ?? 0) ^ 1])),
  ).toBeNull()
  expect(opened('key', of, Buffer.alloc(3))).toBeNull()
})

test('a consent the driver withdraws takes its token along, and no register is asked about them', async () => {
  const token = await purchaseToken(at())
  const driver = ready('870901499925')
  await consents(at(), token, driver.iin)
  expect(await tokens(at(), driver.iin)).toHaveLength(1)
  const own = await purchaseToken(at(), driver)
  const given = await at().api('myConsents', {}, own)
  if (!given.body.success) throw new Error('no consents')
  const id = given.body.data.find(({ self }) => !self)?.id ?? ''
  expect((await at().api('withdrawConsent', { id }, own)).body).toEqual({ success: true })
  expect(await tokens(at(), driver.iin)).toEqual([])
  expect(await calculate(at(), token, [driver.iin])).toMatchObject({
    code: 14003,
    data: { driver_iin: driver.iin },
  })
  expect(await tokens(at(), driver.iin)).toEqual([])
})

test('taken back at the state: a register that refuses ends it; a driver is asked again, whoever vouches gets another', async () => {
  const token = await purchaseToken(at())
  const driver = ready('900622499917')
  await consents(at(), token, driver.iin)
  expect(await calculate(at(), token, [driver.iin])).toMatchObject({ success: true })
  await takesBack(at(), driver.phone)
  // Reported as unclear once; then the person has to consent anew.
  expect(await calculate(at(), token, [driver.iin])).toMatchObject({
    code: 12002,
    data: { driver_iin: driver.iin },
  })
  expect(await calculate(at(), token, [driver.iin])).toMatchObject({
    code: 14003,
    data: { driver_iin: driver.iin },
  })
  expect(await consents(at(), token, driver.iin)).toBe('approved')
  expect(await calculate(at(), token, [driver.iin])).toMatchObject({ success: true })
  await takesBack(at(), buyer.phone)
  expect(await calculate(at(), token)).toMatchObject({ code: 12002 })
  expect(await calculate(at(), token)).toMatchObject({ success: true })
})

test('a driver’s consent ends with its token, and the row goes', async () => {
  const token = await purchaseToken(at())
  const driver = '860707399912'
  await consents(at(), token, driver)
  const [row] = await tokens(at(), driver)
  await clockTo(at(), new Date((row?.expires_at?.getTime() ?? 0) + 60_000).toISOString())
  const later = await purchaseToken(at())
  const dated = sale({ drivers: [{ iin: driver }], order: { dateStart: '2026-12-20' } })
  expect((await at().api('ogpoCalculate', dated, later)).body).toMatchObject({
    code: 14003,
    data: { driver_iin: driver },
  })
  await dropTokens(at().server.deps)
  expect(await tokens(at(), driver)).toEqual([])
  await clockTo(at(), null)
})

test('a lost answer of 1414 leaves one question, which is asked about', async () => {
  const token = await purchaseToken(at())
  const driver = ready('951108399918')
  await at().fault('kdp', 'reset', { times: 1 })
  const first = await at().api('requestConsent', driver, token)
  expect(first.body).toMatchObject({ success: true })
  if (!first.body.success) throw new Error('not asked')
  const { requestId } = first.body.data
  expect((await at().api('consentStatus', { requestId }, token)).body).toMatchObject({
    data: { status: 'awaiting' },
  })
  expect((await at().messages(driver.phone)).filter(({ from }) => from === '1414')).toHaveLength(1)
  await at().control('POST', `/control/phones/${driver.phone}/reply`, { text: '1' })
  expect((await at().api('consentStatus', { requestId }, token)).body).toMatchObject({
    data: { status: 'approved' },
  })
})

test('two calculations at one moment tell the state of a buyer once', async () => {
  const who = ready('930412399924')
  const token = await purchaseToken(at(), who)
  const before = await asked(at(), 'kdp')
  const answers = await Promise.all([1, 2].map(() => calculate(at(), token, [], who)))
  expect(answers.some(({ success }) => success)).toBe(true)
  expect(await tokens(at(), who.iin)).toHaveLength(1)
  // The same number both times: the state knows one process.
  const numbers = (await at().journal('kdp')).slice(before).map(({ key }) => key['requestNumber'])
  expect(new Set(numbers).size).toBe(1)
})

test('where the operator grants no leaving out of the SMS, the buyer answers 1414 too', async () => {
  const strict = await testApp({ WORKER: 'off', KDP_OMIT_SMS: 'off' })
  const token = await purchaseToken(strict)
  expect(await calculate(strict, token)).toMatchObject({
    code: 14003,
    data: { driver_iin: buyer.iin },
  })
  expect(await calculate(strict, token)).toMatchObject({ code: 14003 })
  expect((await strict.messages(buyer.phone)).filter(({ from }) => from === '1414')).toHaveLength(1)
  await strict.control('POST', `/control/phones/${buyer.phone}/reply`, { text: '1' })
  expect(await calculate(strict, token)).toMatchObject({ success: true })
  // In the portal too: the promoter's word is not enough there.
  const portal = await promoterToken(strict)
  expect((await strict.api('promoterCalculate', portalSale({}), portal)).body).toMatchObject({
    code: 14003,
  })
})

test('sales by others ring a person of 1414 only so often in a day; their own purchase goes on', async () => {
  const of = await testApp({ WORKER: 'off', KDP_OMIT_SMS: 'off' })
  const who = ready('900622499917')
  const sells = await promoterToken(of)
  const sold = () =>
    of.raw('/api/promoter/policy/ogpo/calculate', {
      body: portalSale({ insurant: { ...who, willDrive: true } }),
      token: sells,
    })
  const key = `stateAsksPerPersonADay:${who.iin}`
  const expire = String(Date.now() + 60_000_000)
  await of.db.insertInto('rate_limits').values({ key, points: 100_000, expire }).execute()
  const rung = async () =>
    (await of.messages(who.phone)).filter(({ from }) => from === '1414').length
  const full = await sold()
  expect([full.status, full.body]).toMatchObject([429, { code: 14113 }])
  expect(await rung()).toBe(0)
  // Their own question: counts against nobody.
  await of.raw('/api/policy/ogpo/calculate', {
    body: sale({ insurant: { ...who } }),
    token: await purchaseToken(of, who),
  })
  expect(await rung()).toBe(1)
  await of.db.updateTable('rate_limits').set({ points: 0 }).where('key', '=', key).execute()
  expect((await sold()).status).toBe(200)
  expect(await rung()).toBe(2)
  // A repeated query rings nobody and counts against no limit.
  await sold()
  const row = await of.db
    .selectFrom('rate_limits')
    .select('points')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  expect([await rung(), row.points]).toEqual([2, 1])
})
