import { beforeAll, expect, test } from 'vitest'
import { checkDigitOf } from '#domain/iin.ts'
import { amlJob } from '#server/jobs/definitions.ts'
import { portalSale, promoterToken } from '#tests/promoter.ts'
import { buyer, car, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
type More = Parameters<typeof sale>[0]
const calculate = async (more: More, by = token, locale = 'ru') =>
  (await at().raw('/api/policy/ogpo/calculate', { body: sale(more), token: by, locale })).body
/** A sale whose second driver is this ready person, who has agreed. */
async function withDriver(iin: string, more: More = {}) {
  await consents(at(), token, iin)
  return calculate({ drivers: [{ iin }], ...more })
}
/** A sale that a ready person buys for themselves. */
async function boughtBy(iin: string, more: More = {}) {
  const who = ready(iin)
  return calculate(
    { ...more, insurant: { ...who, ...more?.insurant } },
    await purchaseToken(at(), who),
  )
}
/** The IIN with a right last digit: tests only say the date of birth. */
function validIin(text: string): string {
  const digit = checkDigitOf(text.slice(0, 11))
  if (digit === null) throw new Error(`no check digit for ${text}`)
  return `${text.slice(0, 11)}${digit}`
}
const codes = (body: { data: { findings: { code: number }[] } }) =>
  body.data.findings.map(({ code }) => code)

const people: [string, number, string, string][] = [
  ['has no valid document', 12000, '900712399909', 'Действующий документ не найден'],
  ['has only a document that is not suitable', 12001, '910823499901', 'Документ не подходит'],
  [
    'is on a terrorist list',
    12004,
    '790101399902',
    'По результатам проверки оформить полис нельзя. Контакт-центр: 1414.',
  ],
  [
    'is a namesake of an entry and must be looked at',
    12004,
    '830304399916',
    'По результатам проверки оформить полис нельзя. Контакт-центр: 1414.',
  ],
  ['is not a resident', 12005, '880505399908', 'Клиент не является резидентом Казахстана'],
  [
    'has no driver licence',
    12006,
    '930930499907',
    'В регистре нет водительского удостоверения этого человека. Проверьте ИИН. Если удостоверение есть, обратитесь в специализированный ЦОН, где его выдали.',
  ],
  [
    'has an expired driver licence',
    12007,
    '870417399908',
    'Срок водительского удостоверения истёк',
  ],
  [
    'cannot be saved in the unified database',
    12003,
    '940226499901',
    'Не удалось передать данные в базу. Попробуйте ещё раз.',
  ],
]
test.each(people)(
  'a driver who %s is refused with %i that names the driver',
  async (_name, code, iin, message) => {
    spec(
      '4.1.driver-not-found-licence-expired',
      '5.driver-documents-unsuitable-none',
      '5.driver-non-resident',
      '5.driver-licence-missing-expired',
    )

    const body = await withDriver(iin)
    expect(body).toMatchObject({ success: false, code, message, data: { driver_iin: iin } })
    expect(body.data.findings[0]).toMatchObject({ code, driver_iin: iin })
  },
)
test.each(people)('a policyholder who %s is refused with %i', async (_name, code, iin, message) => {
  expect(await boughtBy(iin)).toMatchObject({
    success: false,
    code,
    message,
    data: { driver_iin: iin },
  })
})

test('a politically exposed person is only flagged: the sale goes on', async () => {
  expect(await withDriver('860707399912')).toMatchObject({ success: true })
  const kept = await at()
    .db.selectFrom('screenings')
    .select(['decision'])
    .where('iin', '=', '860707399912')
    .execute()
  expect(kept[0]).toEqual({ decision: 'clear' })
})

test('a person who is not yet in the unified database is put there and insured', async () => {
  expect(await withDriver('930412399924')).toMatchObject({ success: true })
})

test('an IIN that no register knows is 14000 to whoever vouches for the person; a buyer first needs their consent', async () => {
  spec('5.client-found-unified-database', '8.3.client-not-found-unified')

  const iin = validIin('75010139999')
  expect(await calculate({ drivers: [{ iin }] })).toMatchObject({
    code: 14003,
    data: { driver_iin: iin },
  })
  const portal = await promoterToken(at())
  const sold = { body: portalSale({ drivers: [{ iin }] }), token: portal, locale: 'ru' } as const
  const { body } = await at().raw('/api/promoter/policy/ogpo/calculate', sold)
  expect(body).toMatchObject({
    success: false,
    code: 14000,
    message: 'Клиент не найден в единой страховой базе данных',
    data: { driver_iin: iin },
  })
})

test('a person put on a list is refused as soon as the product has taken the new list', async () => {
  const person = ready('880214399916')
  expect(await withDriver(person.iin)).toMatchObject({ success: true })
  await at().control('PUT', `/control/people/${person.iin}`, { lists: ['UN'] })
  // The product refreshes the lists every few seconds itself; the test need not wait for it.
  await at().server.deps.queue.send(amlJob, {})
  const refused = await until(
    () => calculate({ drivers: [{ iin: person.iin }] }),
    (body) => !body.success,
  )
  expect(refused).toMatchObject({ success: false, code: 12004, data: { driver_iin: person.iin } })
  // The answer never shows how sure the match was.
  expect(JSON.stringify(refused)).not.toContain('reason')
  const kyc = await at()
    .db.selectFrom('kyc_cases')
    .select('status')
    .where('iin', '=', person.iin)
    .executeTakeFirstOrThrow()
  expect(kyc.status).toBe('blocked')
})

test('a child as driver is 12008 and is named', async () => {
  spec('4.1.driver-not-found-under')

  expect(await withDriver('100601599901')).toMatchObject({
    success: false,
    code: 12008,
    message: 'Водитель младше установленного возраста',
    data: { driver_iin: '100601599901', registration_number: car.registrationNumber },
  })
})

test('a child as policyholder is 12008', async () => {
  spec('5.insurer-least-18')

  expect(await boughtBy('100601599901')).toMatchObject({
    success: false,
    code: 12008,
    message: 'Страхователю нет 18 лет',
    data: { driver_iin: '100601599901' },
  })
})

test.each([
  ['a motorcycle', '07MTA02', 'AE40010001', 16, true],
  ['a motorcycle', '07MTA02', 'AE40010001', 15, false],
  ['a car', '123ABC02', 'AB12345678', 18, true],
  ['a car', '123ABC02', 'AB12345678', 17, false],
  ['a bus', '511BUS13', 'AD30010002', 21, true],
  ['a bus', '511BUS13', 'AD30010002', 20, false],
])(
  'who may drive %s (%s %s) by age: %i years old → %s',
  async (_name, registrationNumber, techPassport, age, may) => {
    spec('5.driver-age-under-minimum')

    const iin =
      {
        15: '110115599902',
        16: '100115599903',
        17: '090115599904',
        18: '080115599905',
        20: '060115599907',
        21: '050115599908',
      }[age] ?? ''
    const valid = validIin(iin)
    await at().control('PUT', `/control/people/${valid}`, {
      driverLicence:
        age < 16
          ? null
          : {
              number: 'AB200001',
              issueDate: '2026-06-01',
              validTo: '2036-06-01',
              experienceFrom: '2026-06-01',
            },
    })
    const [{ phone }] = (await at().control('GET', '/control/people')).filter(
      (person: { iin: string }) => person.iin === valid,
    )
    const asked = await at().api('requestConsent', { iin: valid, phone }, token)
    if (!asked.body.success) throw new Error(JSON.stringify(asked.body))
    await at().control('POST', `/control/phones/${phone}/reply`, { text: '1' })
    await at().api('consentStatus', { requestId: asked.body.data.requestId }, token)
    const body = await calculate({
      drivers: [{ iin: valid }],
      vehicles: [{ registrationNumber, techPassport }],
    })
    if (may) expect(body).toMatchObject({ success: true })
    else
      expect(body).toMatchObject({
        success: false,
        code: 12008,
        data: { driver_iin: valid, registration_number: registrationNumber, reason: 'driver' },
      })
  },
)

test('an insurer we have no contract with that names our commission is 12010, and is not offered', async () => {
  expect(await calculate({ order: { insurer: 'syrdarya' } })).toMatchObject({
    success: false,
    code: 12010,
    message: 'Комиссия брокера не совпадает. Рассчитайте заново.',
  })
  const { body } = await at().api('ogpoOptions', {}, token)
  expect(body.success && body.data.insurers.map(({ code }) => code)).toEqual([
    'dala',
    'tobyl',
    'alatau',
  ])
})

test('the policyholder’s phone must be linked to the IIN: 14002', async () => {
  spec('8.3.phone-not-linked-iin')

  expect(await calculate({ insurant: { phone: '77010000099' } })).toMatchObject({
    success: false,
    code: 14002,
    data: { driver_iin: buyer.iin },
  })
})

test('a driver who was not asked is 14003', async () => {
  const body = await calculate({ drivers: [{ iin: '900622499917' }] })
  expect(body).toMatchObject({
    success: false,
    code: 14003,
    message: 'Водитель ещё не дал согласие на сбор и обработку персональных данных',
    data: { driver_iin: '900622499917', reason: 'missing' },
  })
})

test('a car whose technical passport does not fit the plate is 14008 and names the plate', async () => {
  const body = await calculate({
    vehicles: [car, { registrationNumber: '456KZA02', techPassport: 'ZZ99999999' }],
  })
  expect(body).toMatchObject({
    success: false,
    code: 14008,
    message:
      'Автомобиль не найден. Проверьте госномер и техпаспорт. Если они верны, укажите ИИН/БИН владельца.',
    data: { registration_number: '456KZA02' },
  })
})

test('all findings are listed, the most severe is the answer’s code', async () => {
  for (const iin of ['930930499907', '870417399908']) await consents(at(), token, iin)
  const body = await calculate({
    drivers: [{ iin: '930930499907' }, { iin: '870417399908' }, { iin: '900622499917' }],
    vehicles: [{ registrationNumber: '999ZZZ02', techPassport: 'ZZ99999999' }],
  })
  expect(body.code).toBe(12006)
  expect(codes(body)).toEqual([12006, 12007, 14003, 14008])
  expect(
    body.data.findings.map(
      (finding: { driver_iin?: string; registration_number?: string }) =>
        finding.driver_iin ?? finding.registration_number,
    ),
  ).toEqual(['930930499907', '870417399908', '900622499917', '999ZZZ02'])
})

test('a refused sale keeps no quote', async () => {
  const body = sale({ vehicles: [{ registrationNumber: '999ZZZ02', techPassport: 'ZZ99999999' }] })
  expect((await at().api('ogpoCalculate', body, token)).body).toMatchObject({ code: 14008 })
  const kept = await at()
    .db.selectFrom('quotes')
    .select('id')
    .where('application_id', '=', body.operation.applicationId)
    .execute()
  expect(kept).toEqual([])
})
