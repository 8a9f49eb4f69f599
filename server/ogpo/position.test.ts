import { beforeAll, expect, test } from 'vitest'
import { clockOn, clockTo, purchaseToken, quoted, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
const calculate = async (more: Parameters<typeof sale>[0]) =>
  (await at().raw('/api/policy/ogpo/calculate', { body: sale(more), token, locale: 'ru' })).body
const order = (calculationId: string) =>
  at().raw('/api/policy/ogpo/order', {
    body: { calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
    token,
    locale: 'ru',
  })

test('a position at 200 m or less from a service centre is 12009, further away it sells', async () => {
  spec(
    '4.2.special-zone-more-than',
    '8.3.geolocation-inside-200-m',
    '9.minimum-distance-from-service',
  )

  const near = { latitude: 43.2389, longitude: 76.8897, accuracy: 20 }
  expect(await calculate({ operation: near })).toMatchObject({
    success: false,
    code: 12009,
    message: 'Нельзя оформить полис ближе 200\u00a0м от специализированного ЦОНа',
  })
  expect(await calculate({ operation: { ...near, latitude: 43.2409 } })).toMatchObject({
    success: true,
  })
})

test('a position that is too inaccurate or too old is a location error', async () => {
  const far = { latitude: 43.3, longitude: 76.8897, accuracy: 20 }
  expect(await calculate({ operation: { ...far, accuracy: 1_001 } })).toMatchObject({
    success: false,
    code: 14013,
    message: 'Ошибка получения местоположения',
  })
  const dateTime = new Date(at().server.deps.clock.now().getTime() - 61_000).toISOString()
  expect(await calculate({ operation: { ...far, dateTime } })).toMatchObject({
    success: false,
    code: 14013,
  })
})

test('where the setting asks for the position, a sale without one is a location error, and the order takes the calculation’s for half an hour', async () => {
  spec('4.2.special-zone-geolocation-must')

  const position = { latitude: 43.3, longitude: 76.9, accuracy: 15 }
  const [fresh, stale] = [
    await quoted(at(), token, sale({ operation: position })),
    await quoted(at(), token, sale({ operation: position })),
  ]
  const without = await quoted(at(), token)
  await at()
    .db.updateTable('settings')
    .set({ value: JSON.stringify(true) })
    .where('name', '=', 'public_position_required')
    .execute()
  const refused = await until(
    () => calculate({}),
    (answer) => !answer.success,
    6_000,
  )
  expect(refused).toMatchObject({
    success: false,
    code: 14013,
    message: 'Ошибка получения местоположения',
    data: { reason: 'missing' },
  })
  expect((await order(without.calculationId)).body).toMatchObject({ success: false, code: 14013 })
  expect((await order(fresh.calculationId)).body.success).toBe(true)
  await clockOn(at(), 31 * 60)
  const late = await order(stale.calculationId)
  await clockTo(at(), null)
  expect(late.body).toMatchObject({
    success: false,
    code: 14013,
    message: 'Ошибка получения местоположения',
  })
})
