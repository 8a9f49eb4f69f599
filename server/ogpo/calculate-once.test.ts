import { beforeAll, expect, test } from 'vitest'
import { buyer, clockOn, clockTo, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
const calculate = (body: ReturnType<typeof sale>, by = token) =>
  at().raw('/api/policy/ogpo/calculate', { body, token: by, locale: 'ru' })
const drafts = async () =>
  (await at().journal('esbd')).filter(({ operation }) => operation === 'SetPolicyDraft').length

test('the same application again is the same quote, and the registers are not asked twice', async () => {
  const body = sale()
  const first = await calculate(body)
  const asked = await drafts()
  const second = await calculate(body)
  expect(first.body.success).toBe(true)
  expect(second.body).toEqual(first.body)
  expect(await drafts()).toBe(asked)
})

test('the moment of the request and the place of the device do not make another application of it', async () => {
  const body = sale()
  const asked = (operation: object) =>
    calculate({ ...body, operation: { ...body.operation, ...operation } })
  const first = await asked({
    dateTime: '2026-11-20T11:00:00+05:00',
    latitude: 43.2,
    longitude: 76.9,
    accuracy: 10,
  })
  expect(first.body.success).toBe(true)
  const second = await asked({
    dateTime: '2026-11-20T11:00:09+05:00',
    latitude: 43.3,
    longitude: 76.8,
    accuracy: 40,
  })
  expect(second.body).toEqual(first.body)
  expect((await asked({})).body).toEqual(first.body)
})

test('the same application id with other facts is refused', async () => {
  const body = sale()
  await calculate(body)
  const other = await calculate({ ...body, order: { ...body.order, dateStart: '2026-11-25' } })
  expect(other.status).toBe(422)
  expect(other.body.errors).toEqual([
    { path: 'operation.applicationId', message: 'Неверный запрос' },
  ])
})

test('the same application id of another buyer is refused and shows nothing of the first', async () => {
  const body = sale()
  await calculate(body)
  const other = await calculate(body, await purchaseToken(at(), ready('880214399916')))
  expect(other.status).toBe(422)
  expect(other.text).not.toContain(buyer.iin)
})

test('of parallel twins one makes the quote, the others are told to come back in five seconds', async () => {
  spec('8.3.duplicate-request-retry-5', '9.duplicate-request-wait')

  const body = sale()
  await at().fault('gkb', 'slow')
  const answers = await Promise.all(Array.from({ length: 4 }, () => calculate(body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const busy = answers.find(({ status }) => status === 409)
  expect(busy?.headers.get('retry-after')).toBe('5')
  expect(busy?.body).toMatchObject({
    success: false,
    message: 'Запрос уже обрабатывается. Повторите через 5 секунд.',
  })
  const kept = await at()
    .db.selectFrom('quotes')
    .select('id')
    .where('application_id', '=', body.operation.applicationId)
    .execute()
  expect(kept).toHaveLength(1)
  expect((await calculate(body)).body).toEqual(answers.find(({ status }) => status === 200)?.body)
})

test('a refused application may be sent again with the same id once the reason is gone', async () => {
  const body = sale()
  await at().fault('licences', 'unavailable', { times: 20 })
  expect((await calculate(body)).body).toMatchObject({ code: 12002 })
  await at().control('DELETE', '/control/faults')
  expect((await calculate(body)).body.success).toBe(true)
})

test('a quote holds till the end of its Almaty day and says so', async () => {
  const { body } = await calculate(sale())
  expect(body.data.calculations[0].valid_until).toMatch(/^2026-11-20T18:59:59/)
})

test('the answer to an application is repeated even when its dates have passed', async () => {
  const body = sale()
  const first = await calculate(body)
  await clockOn(at(), 20 * 3_600)
  const again = await calculate(body, await purchaseToken(at()))
  await clockTo(at(), null)
  expect(again.body).toEqual(first.body)
})
