import { beforeAll, describe, expect, test } from 'vitest'
import { isIin } from '#domain/iin.ts'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import { account, signedIn } from '#tests/client.ts'
import { portalSale, promoterAccount, promoterToken } from '#tests/promoter.ts'
import { buyer, car, ordered, purchaseToken, quoted, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'
import { policyDocumentFacts, StoredPrice } from '../policies/policy-document.ts'
import { declaredExperience, QuoteFacts } from '../quotes/quotes.ts'

const at = sharedTestApp()
const other = { iin: '900622499917' }
const clerk = { iin: '880808399905', phone: '77010000022' }
const longAgo = {
  number: 'AB300001',
  issueDate: '2019-04-02',
  validTo: '2029-04-02',
  experienceFrom: '2006-05-20',
}
const renewed = {
  number: 'AB300002',
  issueDate: '2026-02-01',
  validTo: '2036-02-01',
  experienceFrom: '2006-05-20',
}
let token = ''

beforeAll(async () => {
  token = await purchaseToken(at())
})
const has = (iin: string, driverLicence: object, more: object = {}) =>
  at().control('PUT', `/control/people/${iin}`, { driverLicence, ...more })
const look = async (iin: string) => {
  const { body } = await at().api('ogpoDriver', { iin }, token)
  return body.success ? body.data : body
}
const calculate = async (policyholder: object) =>
  (await at().api('ogpoCalculate', sale({ insurant: policyholder }), token, 'ru')).body
const ofAge = (body: unknown) =>
  JSON.stringify(body).match(/"code":"ageExperience","value":"([\d.]+)"/)?.[1]

describe('the register tells the day of the licence, not of the first driving', () => {
  test('a licence of two years and more proves the experience: nothing is asked, nothing said changes it', async () => {
    await has(buyer.iin, longAgo)
    expect(await look(buyer.iin)).toMatchObject({ experienceYears: 7, experienceAsked: false })
    for (const said of [{}, { experienceOver2Years: true }, { experienceOver2Years: false }])
      expect(ofAge(await calculate(said))).toBe('1.00')
  })

  test('a renewed one does not: the driver is asked, and their word decides the coefficient', async () => {
    spec('3.2.driver-experience-over-2')

    await has(buyer.iin, renewed, { bonusMalus: { kind: 'CLASS', class: '3' } })
    expect(await look(buyer.iin)).toMatchObject({ experienceYears: 0, experienceAsked: true })
    expect(ofAge(await calculate({ experienceOver2Years: true }))).toBe('1.00')
    expect(ofAge(await calculate({ experienceOver2Years: false }))).toBe('1.05')
    // Without a declared experience the licence decides, as in the specification's own wire.
    expect(ofAge(await calculate({}))).toBe('1.05')
  })

  test('the own row among the drivers says it too', async () => {
    await has(buyer.iin, renewed, { bonusMalus: { kind: 'CLASS', class: '3' } })
    const drivers = [{ iin: buyer.iin, experienceOver2Years: true }]
    expect(ofAge((await at().api('ogpoCalculate', sale({ drivers }), token)).body)).toBe('1.00')
  })

  test('an age that leaves no room for two years is a refusal in words, and is not asked', async () => {
    const young = { iin: '' }
    for (let digit = 0; digit < 10 && !young.iin; digit += 1)
      if (isIin(`07011559991${digit}`)) young.iin = `07011559991${digit}`
    await has(young.iin, { ...renewed, number: 'AB300003' })
    const [{ phone }] = (await at().control('GET', '/control/people')).filter(
      ({ iin }: { iin: string }) => iin === young.iin,
    )
    const asked = await at().api('requestConsent', { iin: young.iin, phone }, token)
    if (!asked.body.success) throw new Error(JSON.stringify(asked.body))
    await at().control('POST', `/control/phones/${phone}/reply`, { text: '1' })
    await at().api('consentStatus', { requestId: asked.body.data.requestId }, token)
    expect(await look(young.iin)).toMatchObject({ experienceAsked: false, experienceYears: 0 })
    const say = async (experienceOver2Years: boolean) =>
      (
        await at().api(
          'ogpoCalculate',
          sale({ drivers: [{ ...young, experienceOver2Years }] }),
          token,
          'ru',
        )
      ).body
    expect(await say(true)).toMatchObject({
      success: false,
      code: 14030,
      message: expect.stringContaining('Стаж не может быть больше 2 лет'),
      data: { driver_iin: young.iin, reason: 'too_young' },
    })
    expect(await say(false)).toMatchObject({ success: true })
  })

  test.each([
    ['7', 14030],
    ['6', 14030],
    ['5', 0],
    ['M', 0],
  ])('class %s of the unified database against "under two years": %i', async (name, code) => {
    await has(buyer.iin, renewed, { bonusMalus: { kind: 'CLASS', class: name } })
    const body = await calculate({ experienceOver2Years: false })
    expect(body.success ? 0 : body.code).toBe(code)
    if (code)
      expect(body).toMatchObject({
        message: expect.stringContaining('Проверьте стаж'),
        data: { driver_iin: buyer.iin, reason: 'class' },
      })
    expect(await calculate({ experienceOver2Years: true })).toMatchObject({ success: true })
  })
})

test('what was declared is sent as two years, and shown as declared in the application and on the staff’s page', async () => {
  const here = await testApp({ WORKER: 'off' })
  await here.control('PUT', `/control/people/${buyer.iin}`, { driverLicence: renewed })
  const buying = await purchaseToken(here)
  const { orderId, quote } = await ordered(
    here,
    buying,
    sale({ insurant: { experienceOver2Years: true } }),
  )
  const kept = await here.db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', quote.calculationId)
    .executeTakeFirstOrThrow()
  const facts = QuoteFacts.parse(kept.facts)
  expect(facts.insured[0]?.licence).toEqual({
    number: renewed.number,
    issueDate: renewed.issueDate,
    validTo: renewed.validTo,
    experienceFrom: '2024-11-20',
    experienceDeclared: true,
  })
  expect(declaredExperience(facts)).toMatchObject([{ long: true }])

  const order = await here.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { data } = await here.db
    .selectFrom('tariff_tables')
    .selectAll()
    .where('version', '=', kept.tables_version)
    .executeTakeFirstOrThrow()
  const policy = {
    global_id: 'X',
    issued_at: new Date(),
    start_date: '2026-11-21',
    end_date: '2027-11-20',
    premium: 1,
  }
  const paper = policyDocumentFacts(
    order,
    policy as never,
    facts,
    StoredPrice.parse(kept.price),
    tablesSchema.parse(data),
    '',
    '',
    null,
  )
  expect(paper.questions.at(-1)).toEqual({
    question: {
      kz: 'Жүргізу өтілі (жүргізушінің айтуынша): Әбдіқадыров Нұрлан Серікұлы',
      ru: 'Стаж вождения (со слов водителя): Әбдіқадыров Нұрлан Серікұлы',
    },
    answer: { kz: '2 жыл және одан көп', ru: '2 года и больше' },
  })

  await account(here, clerk, { role: 'staff' })
  const desk = await signedIn(here, clerk)
  expect((await here.api('staffOrder', { order_id: orderId }, desk)).body).toMatchObject({
    data: { declared_experience: [{ name: 'Нұрлан Ә.', over_two_years: true }] },
  })
})

test('the portal asks and sells by the driver’s word too', async () => {
  await promoterAccount(at())
  const portal = await promoterToken(at())
  await has(other.iin, renewed, { bonusMalus: { kind: 'CLASS', class: '3' } })
  await has(buyer.iin, longAgo)
  expect((await at().api('promoterPerson', { iin: other.iin }, portal)).body).toMatchObject({
    data: { experienceAsked: true },
  })
  const of = async (experienceOver2Years: boolean) => {
    const body = portalSale({ drivers: [{ iin: other.iin, experienceOver2Years }] })
    return JSON.stringify((await at().api('promoterCalculate', body, portal)).body)
  }
  expect(await of(true)).not.toContain('"value":"1.05"')
  expect(await of(false)).toContain('"value":"1.05"')
})

describe('a car that the unified database does not find by plate and passport', () => {
  const wanted = { registrationNumber: car.registrationNumber, techPassport: car.techPassport }
  const byVin = (more: object = {}) =>
    at().control('PUT', `/control/vehicles/${car.registrationNumber}`, {
      searchedBy: 'vin',
      ...more,
    })
  const vehicle = async (more: object = {}) =>
    (await at().api('ogpoVehicle', { ...wanted, ...more }, token, 'ru')).body

  test('is found among the buyer’s own, by its VIN, and sold', async () => {
    await has(buyer.iin, longAgo)
    await byVin()
    expect(await vehicle()).toMatchObject({ success: true, data: { make: 'Toyota' } })
    expect((await quoted(at(), token)).cars).toHaveLength(1)
  })

  test('of somebody else it is asked whose it is; without their consent nothing is told, an organisation gives none', async () => {
    await byVin({ ownerIin: other.iin })
    expect(await vehicle()).toMatchObject({
      code: 14008,
      data: { reason: 'owner' },
      message: expect.stringContaining('ИИН/БИН владельца'),
    })
    expect(await vehicle({ ownerIin: other.iin })).toMatchObject({
      code: 14008,
      data: { reason: 'owner_consent' },
    })
    await byVin({ ownerIin: '180440099996' })
    expect(await vehicle({ ownerIin: '180440099996' })).toMatchObject({ success: true })
    const sold = await quoted(
      at(),
      token,
      sale({ vehicles: [{ ...wanted, ownerIin: '180440099996' }] }),
    )
    expect(sold.cars).toMatchObject([{ registrationNumber: car.registrationNumber }])
    // Named, and not theirs: the plate and the passport have to be right.
    expect(await vehicle({ ownerIin: '180440099996', techPassport: 'ZZ99999999' })).toMatchObject({
      code: 14008,
    })
  })

  test('a register that is silent is not "not found"', async () => {
    await byVin({ ownerIin: buyer.iin })
    await at().fault('vehicles', 'unavailable', { times: 20 })
    expect(await vehicle()).toMatchObject({ code: 12002 })
    await at().control('DELETE', '/control/faults')
  })

  test('where the service of the day is not asked by owner, nobody is asked whose it is', async () => {
    const here = await testApp({ GKB_VEHICLES_BY: 'plate' })
    await here.control('PUT', `/control/vehicles/${car.registrationNumber}`, { searchedBy: 'vin' })
    const buying = await purchaseToken(here)
    const { body } = await here.api('ogpoVehicle', wanted, buying)
    expect(body).toMatchObject({ success: false, code: 14008 })
    expect(body).not.toMatchObject({ data: { reason: 'owner' } })
    expect(await here.journal('vehicles')).toEqual([])
    await until(
      async () => here.journal('esbd'),
      (calls) => calls.length > 0,
    )
  })
})
