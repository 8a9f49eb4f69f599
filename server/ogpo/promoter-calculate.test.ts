import { beforeAll, expect, test } from 'vitest'
import { checkDigitOf } from '#domain/iin.ts'
import {
  atTheCentre,
  otherPromoter,
  portalSale,
  promoter,
  promoterToken,
  street,
} from '#tests/promoter.ts'
import { buyer, clockOn, clockTo, consents, purchaseToken, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { refusalText } from '#texts/refusals.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await promoterToken(at())
})
type More = Parameters<typeof portalSale>[0]
const calculate = async (more: More = {}, by = token) =>
  (
    await at().raw('/api/promoter/policy/ogpo/calculate', {
      body: portalSale(more),
      token: by,
      locale: 'ru',
    })
  ).body

test('a promoter sells to a client in front of them: nobody’s code, the prices of the spec and masked names', async () => {
  spec('7.3.promoter-policy-ogpo-calculate')

  const { iin } = ready('900622499917')
  const body = await calculate({ drivers: [{ iin }] })
  expect(body).toMatchObject({ success: true })
  const [quote] = body.data.calculations
  expect(quote.premium).toBe(quote.insurance_premium)
  expect(quote.broker_premium).toBeGreaterThan(0)
  expect(JSON.stringify(quote)).not.toContain('Әбдіқадыров')
  const row = await at()
    .db.selectFrom('quotes')
    .selectAll()
    .where('id', '=', quote.calculationId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    buyer_iin: buyer.iin,
    promoter_iin: promoter.iin,
    position: { ...street },
  })
})

test('another promoter’s IIN is 403, a client’s token too, and no token is 401', async () => {
  const asOther = await at().api(
    'promoterCalculate',
    portalSale({ operation: { agentIin: otherPromoter.iin } }),
    token,
  )
  expect(asOther.status).toBe(403)
  expect(await calculate({ operation: { agentIin: promoter.iin } })).toMatchObject({
    success: true,
  })
  expect(
    (await at().api('promoterCalculate', portalSale(), await purchaseToken(at()))).status,
  ).toBe(403)
  expect((await at().api('promoterCalculate', portalSale())).status).toBe(401)
})

test('the same application is the same quote, and nobody else’s', async () => {
  const operation = { applicationId: crypto.randomUUID() }
  const first = await calculate({ operation })
  const again = await calculate({ operation: { ...operation, latitude: 43.26 } })
  expect(again.data.calculations[0].calculationId).toBe(first.data.calculations[0].calculationId)
  const others = await at().api(
    'promoterCalculate',
    portalSale({ operation }),
    await promoterToken(at(), otherPromoter),
  )
  expect(others.status).toBe(422)
})

test.each([
  ['at the centre', atTheCentre, 12009, { distance: 0, radius: 200 }],
  ['200 m away', { ...atTheCentre, latitude: 43.24069 }, 12009, { distance: 199, radius: 200 }],
  [
    'without a position',
    { latitude: undefined, longitude: undefined, accuracy: undefined },
    14013,
    { reason: 'missing' },
  ],
  [
    'measured worse than 1000 m',
    { ...street, accuracy: 1_001 },
    14013,
    { reason: 'too_inaccurate' },
  ],
])('the position is always judged: %s', async (_name, operation, code, data) => {
  expect(await calculate({ operation })).toMatchObject({ success: false, code, data })
})

test('a position older than a minute is a location error; beyond 200 m it sells', async () => {
  const dateTime = new Date(at().server.deps.clock.now().getTime() - 61_000).toISOString()
  expect(await calculate({ operation: { dateTime } })).toMatchObject({
    code: 14013,
    data: { reason: 'too_old' },
  })
  expect(await calculate({ operation: { ...atTheCentre, latitude: 43.2409 } })).toMatchObject({
    success: true,
  })
})

/** Valid numbers that no register knows. */
const strangers = Array.from({ length: 30 }, (_, n) => `760101399${10 + n}`)
  .flatMap((head) => {
    const digit = checkDigitOf(head)
    return digit === null ? [] : [`${head}${digit}`]
  })
  .slice(0, 15)

test('fifteen drivers and fifteen cars are within the limits, sixteen are 422', async () => {
  const drivers = strangers.map((iin) => ({ iin }))
  expect(drivers).toHaveLength(15)
  const many = await at().api(
    'promoterCalculate',
    portalSale({ drivers, insurant: { willDrive: false } }),
    token,
  )
  expect(many.body).toMatchObject({ success: false, code: 14000 })
  const cars = Array.from({ length: 16 }, (_, n) => ({
    registrationNumber: `${100 + n}QQQ02`,
    techPassport: `ZZ1000${1_000 + n}`,
  }))
  const limit = await at().api('promoterCalculate', portalSale({ vehicles: cars }), token)
  expect(limit.status).toBe(422)
  const fifteen = await at().api(
    'promoterCalculate',
    portalSale({ vehicles: cars.slice(0, 15) }),
    token,
  )
  expect(fifteen.body).toMatchObject({
    success: false,
    code: 14008,
    data: { registration_number: '100QQQ02' },
  })
})

test.each([
  [12000, '900712399909'],
  [12001, '910823499901'],
  [12003, '940226499901'],
  [12004, '790101399902'],
  [12005, '880505399908'],
  [12006, '930930499907'],
  [12007, '870417399908'],
  [12008, '100601599901'],
])('a driver who gives %i is named, and no other row with them', async (code, iin) => {
  const body = await calculate({ drivers: [{ iin }, { iin: '900622499917' }] })
  expect(body).toMatchObject({ success: false, code, data: { driver_iin: iin } })
  const named = body.data.findings.flatMap(
    ({ driver_iin }: { driver_iin?: string }) => driver_iin ?? [],
  )
  expect(new Set(named)).toEqual(new Set([iin]))
})

test('a register that does not answer is 12002 and names the person', async () => {
  await at().fault('licences', 'unavailable', { times: 20 })
  const body = await calculate()
  await at().control('DELETE', '/control/faults')
  expect(body).toMatchObject({ success: false, code: 12002, data: { driver_iin: buyer.iin } })
})

test('5 comes from the scoring service, 12010 from our contracts with insurers, 14002 from the register of phones', async () => {
  expect(await calculate({ insurant: ready('870901499925') })).toMatchObject({
    code: 5,
    data: { reason: 'bad' },
  })
  await at().fault('scoring', 'unavailable', { times: 10 })
  expect(await calculate()).toMatchObject({ code: 5, data: { reason: 'unavailable' } })
  await at().control('DELETE', '/control/faults')
  expect(await calculate({ insurant: { phone: '77019999999' } })).toMatchObject({
    code: 14002,
    data: { driver_iin: buyer.iin },
  })
  expect(await calculate({ order: { insurer: 'syrdarya' } })).toMatchObject({
    success: false,
    code: 12010,
    message: 'Комиссия брокера не совпадает. Рассчитайте заново.',
  })
})

test('consent by 1414 is asked where the promoter says so, or where configuration does', async () => {
  const { iin } = ready('980817499911')
  const operation = { consentRequired: true }
  const holder = ready('880214399916')
  const more = { drivers: [{ iin }], insurant: { ...holder, willDrive: false }, operation }
  expect(await calculate({ ...more, operation: {} })).toMatchObject({ success: true })
  expect(await calculate(more)).toMatchObject({ success: false, code: 14003 })
  expect(await consents(at(), token, iin)).toBe('approved')
  // A policyholder who does not drive is not called a driver.
  expect(await calculate(more)).toMatchObject({
    code: 14003,
    message: 'Страхователь ещё не дал согласие на сбор и обработку персональных данных',
    data: { driver_iin: holder.iin, reason: 'policyholder_missing' },
  })
  expect(await consents(at(), token, holder.iin)).toBe('approved')
  expect(await calculate(more)).toMatchObject({ success: true })
})

test('the order takes the calculation’s position for half an hour', async () => {
  const body = await calculate()
  const { calculationId } = body.data.calculations[0]
  await clockOn(at(), 31 * 60)
  const late = await at().api(
    'promoterOrder',
    { calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
    token,
  )
  await clockTo(at(), null)
  expect(late.body).toMatchObject({ success: false, code: 14013 })
})

test('what was refused stands in the monthly statement, by code and words, and nowhere a person', async () => {
  const { body } = await at().api('promoterStatement', { month: '2026-11' }, token, 'ru')
  if (!body.success) throw new Error('no statement')
  expect(body.data.failures).toContainEqual({
    stage: 'calculate',
    code: 12006,
    reason: '',
    message: refusalText(12006, 'ru'),
    count: 1,
  })
  expect(body.data.failures.some(({ stage, code }) => stage === 'order' && code === 14013)).toBe(
    true,
  )
  const rows = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'sale.calculated')
    .execute()
  expect(rows.length).toBeGreaterThan(10)
  // The last group of an id may be all digits.
  expect(JSON.stringify(rows)).not.toMatch(/(?<![\da-f-])\d{12}(?!\d)/)
})
