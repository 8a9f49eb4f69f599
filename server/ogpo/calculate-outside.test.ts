import { beforeAll, expect, test } from 'vitest'
import { buyer, clockTo, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

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

test('bad scoring is 5, and another insurer that accepts it sells at the same tariff', async () => {
  spec('8.3.scoring-refused-another-insurer')

  const who = ready('870901499925')
  const own = await purchaseToken(at(), who)
  expect(await calculate({ insurant: who }, own)).toMatchObject({
    success: false,
    code: 5,
    message: 'Страховая компания не приняла этот заказ. Выберите другую компанию.',
    data: { reason: 'bad' },
  })
  const accepted = await calculate({ insurant: who, order: { insurer: 'tobyl' } }, own)
  expect(accepted).toMatchObject({
    success: true,
    data: { calculations: [{ insurer: { code: 'tobyl', acceptsBadScoring: true } }] },
  })
  const { calculationId } = accepted.data.calculations[0]
  const order = await at().api(
    'ogpoOrder',
    { calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
    own,
  )
  expect(order.body.success).toBe(true)
  const row = await at()
    .db.selectFrom('orders')
    .select('source')
    .where('calculation_id', '=', calculationId)
    .executeTakeFirstOrThrow()
  expect(row.source).toBe('qorgan_ogpo_bad_scoring')
})

test('scoring that does not answer is 5 with other words', async () => {
  spec('8.3.scoring-service-unavailable')

  const expected = {
    success: false,
    code: 5,
    message: 'Сервис скоринга недоступен. Повторите позже.',
    data: { reason: 'unavailable' },
  }
  expect(await withDriver('861214399905')).toMatchObject(expected)
  await at().fault('scoring', 'unavailable', { times: 10 })
  expect(await calculate({ order: { insurer: 'tobyl' } })).toMatchObject(expected)
  await at().control('DELETE', '/control/faults')
})

test('a person about whom the registers are silent is 12002 and names the driver, within ten seconds', async () => {
  // They never answer: that we do is by this limit.
  expect(at().config.slowAnswerMs).toBeLessThan(10_000)
  const body = await calculate({ drivers: [{ iin: '950303499901' }] })
  expect(body).toMatchObject({ success: false, code: 12002, data: { driver_iin: '950303499901' } })
})

test.each([
  ['gkb', 'Не удалось получить данные документа. Введите данные удостоверения вручную.'],
  ['licences', 'Водитель не добавлен из-за ошибки базы данных'],
  ['bmg', 'Сервис временно недоступен. Повторите позже.'],
  ['esbd', 'Сервис временно недоступен. Повторите позже.'],
])(
  'while %s is down calculate is 12002 with words that say what to do',
  async (system, message) => {
    spec('8.3.driver-cannot-be-added')

    await at().fault(system, 'unavailable', { times: 200 })
    const body = await calculate({})
    await at().control('DELETE', '/control/faults')
    expect(body).toMatchObject({ success: false, code: 12002, message })
  },
)

test.each(['garbage', 'reset_before'] as const)(
  '%s from the unified database is 12002, not an error of ours',
  async (mode) => {
    spec('8.3.calculation-error')

    await at().fault('esbd', mode, { times: 200 })
    const body = await calculate({})
    await at().control('DELETE', '/control/faults')
    expect(body).toMatchObject({ success: false, code: 12002 })
  },
)

test('a Fault of SetClient is 12003: data transfer to the database failed', async () => {
  spec('8.3.data-transfer-database-failed')

  await at().fault('esbd', 'error', { operation: 'SetClient', times: 5 })
  const body = await calculate({})
  await at().control('DELETE', '/control/faults')
  expect(body).toMatchObject({ success: false, code: 12003, data: { driver_iin: buyer.iin } })
})

test('a price check that fails in the unified database is 12002: the price service does not answer', async () => {
  spec('8.3.price-calculation-service-not')

  await at().fault('esbd', 'error', { operation: 'CalculatePolicyPremium', times: 5 })
  const body = await calculate({})
  await at().control('DELETE', '/control/faults')
  expect(body).toMatchObject({
    success: false,
    code: 12002,
    message: 'Сервис расчёта стоимости не отвечает. Попробуйте ещё раз.',
  })
})

test('a year without tables is 12002', async () => {
  await clockTo(at(), '2027-01-02T06:00:00Z')
  const later = await purchaseToken(at())
  const body = await calculate({ order: { dateStart: '2027-01-03' } }, later)
  await clockTo(at(), null)
  expect(body).toMatchObject({
    success: false,
    code: 12002,
    message: 'На этот день нет тарифных таблиц. Повторите позже.',
  })
})
