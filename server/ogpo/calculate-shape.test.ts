import { expect, test } from 'vitest'
import { buyer, car, purchaseToken, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { other, wrong } from '#tests/wrong-sales.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
const ask = async (body: unknown, locale = 'kk') => {
  token ||= await purchaseToken(at())
  return at().raw('/api/policy/ogpo/calculate', { body, token, locale })
}

const bodyOf = (of: object) => {
  const base = sale()
  const more: Partial<Record<keyof typeof base, object>> = of
  return {
    drivers: more.drivers ?? base.drivers,
    vehicles: more.vehicles ?? base.vehicles,
    insurant: { ...base.insurant, ...more.insurant },
    operation: { ...base.operation, ...more.operation },
    order: { ...base.order, ...more.order },
  }
}

test.each(wrong)(
  'calculate refuses %s by its path, in words of both languages',
  async (_name, of, path, ru, kz) => {
    const russian = await ask(bodyOf(of), 'ru')
    expect(russian.status).toBe(422)
    expect(russian.body).toEqual({
      success: false,
      message: 'Проверьте заполненные поля',
      errors: [{ path, message: ru }],
    })
    const kazakh = await ask(bodyOf(of), 'kz')
    expect(kazakh.body).toEqual({
      success: false,
      message: 'Толтырылған өрістерді тексеріңіз',
      errors: [{ path, message: kz }],
    })
  },
)

test('calculate tells everything that is wrong at once', async () => {
  const answer = await ask(
    bodyOf({
      drivers: [other, other],
      vehicles: [car, car],
      order: { dateStart: '2026-11-20', period: 7 },
    }),
  )
  expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([
    'drivers.1.iin',
    'vehicles.1.registrationNumber',
    'order.dateStart',
    'order.period',
  ])
})

test('a number where a text belongs is a wrong value, not a missing one', async () => {
  const answer = await ask(bodyOf({ insurant: { iin: 850315399904 } }), 'ru')
  expect(answer.body.errors).toEqual([
    { path: 'insurant.iin', message: 'Проверьте ИИН: должно быть 12 цифр' },
  ])
})

test('calculate tells each missing field by «fill in the field»', async () => {
  spec('5.insurer-data-required', '5.fill-field')

  const answer = await ask(
    { drivers: [], vehicles: [{}], insurant: { willDrive: true }, operation: {}, order: {} },
    'ru',
  )
  expect(answer.status).toBe(422)
  expect(
    Object.fromEntries(
      answer.body.errors.map((error: { path: string; message: string }) => [
        error.path,
        error.message,
      ]),
    ),
  ).toEqual({
    'vehicles.0.registrationNumber': 'Заполните поле',
    'vehicles.0.techPassport': 'Заполните поле',
    'insurant.iin': 'Заполните поле',
    'insurant.phone': 'Заполните поле',
    'operation.applicationId': 'Заполните поле',
    'order.dateStart': 'Заполните поле',
    'order.period': 'Заполните поле',
  })
})

test('the policyholder’s own row among the drivers is the same person, never a duplicate', async () => {
  const answer = await ask(
    bodyOf({
      drivers: [{ iin: buyer.iin, driverLicenseNumber: 'AB100001' }],
      order: { variant: 'd1c1' },
    }),
  )
  expect(answer.body).toMatchObject({
    success: true,
    data: { calculations: [{ cars: [{ lines: [{ iin: buyer.iin }] }] }] },
  })
})

test('spaces, small letters and Cyrillic look-alikes in numbers are understood', async () => {
  const answer = await ask(
    bodyOf({
      vehicles: [{ registrationNumber: '123 авс 02', techPassport: 'ab 12345678' }],
      insurant: { iin: '850315 399904', phone: '+7 (701) 000-00-01' },
    }),
  )
  expect(answer.body).toMatchObject({
    success: true,
    data: { calculations: [{ cars: [{ registrationNumber: '123ABC02' }] }] },
  })
})

test('tomorrow and the ninetieth day ahead are both allowed', async () => {
  spec('5.start-tomorrow-within-90')

  for (const dateStart of ['2026-11-21', '2027-02-18'])
    expect((await ask(bodyOf({ order: { dateStart } }))).body.success).toBe(true)
})

test('one car under two plates is refused at the second, as one plate twice is', async () => {
  const vin = 'XWZZZ99Z9ZA977001'
  const two = { vin, ownerIin: buyer.iin }
  const vehicles: { registrationNumber: string; techPassport: string }[] = []
  for (const [registrationNumber, techPassport] of [
    ['771VVV02', 'AB97700101'],
    ['772VVV02', 'AB97700102'],
  ] as const) {
    await at().control('PUT', `/control/vehicles/${registrationNumber}`, { ...two, techPassport })
    vehicles.push({ registrationNumber, techPassport })
  }
  const refused = await until(
    () => ask(bodyOf({ vehicles }), 'ru'),
    ({ status, body }) => status !== 503 && status !== 409 && body.code !== 12002,
  )
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: [{ path: 'vehicles.1.registrationNumber', message: 'Этот автомобиль уже добавлен' }],
    },
  })
})
