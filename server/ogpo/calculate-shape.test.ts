import { expect, test } from 'vitest'
import { buyer, car, purchaseToken, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
const ask = async (body: unknown, locale = 'kk') => {
  token ||= await purchaseToken(at())
  return at().raw('/api/policy/ogpo/calculate', { body, token, locale })
}
const other = { iin: '880214399916' }
const third = { iin: '900622499917' }
const cars = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    registrationNumber: `${100 + i}ABC02`,
    techPassport: `AB1000000${i % 10}`,
  }))

/** What is wrong, the body that says it, where, and the words in Russian and Kazakh. */
const wrong: [string, object, string, string, string][] = [
  [
    'today as the start',
    { order: { dateStart: '2026-11-20' } },
    'order.dateStart',
    'Дата начала: с завтрашнего дня в пределах 90 дней',
    'Басталу күні: ертеңнен бастап 90 күн ішінде',
  ],
  [
    'a start 91 days ahead',
    { order: { dateStart: '2027-02-19' } },
    'order.dateStart',
    'Дата начала: с завтрашнего дня в пределах 90 дней',
    'Басталу күні: ертеңнен бастап 90 күн ішінде',
  ],
  [
    'a day that does not exist',
    { order: { dateStart: '2026-11-31' } },
    'order.dateStart',
    'Проверьте дату',
    'Күнді тексеріңіз',
  ],
  [
    'a day in another format',
    { order: { dateStart: '21.11.2026' } },
    'order.dateStart',
    'Проверьте дату',
    'Күнді тексеріңіз',
  ],
  [
    '5 months',
    { order: { period: 5, seasonal: true } },
    'order.period',
    'Срок: 12 месяцев или 6–11 месяцев при сезонной эксплуатации',
    'Мерзім: 12 ай немесе маусымдық пайдалану үшін 6–11 ай',
  ],
  [
    '13 months',
    { order: { period: 13 } },
    'order.period',
    'Срок: 12 месяцев или 6–11 месяцев при сезонной эксплуатации',
    'Мерзім: 12 ай немесе маусымдық пайдалану үшін 6–11 ай',
  ],
  [
    '6 months without the seasonal agreement',
    { order: { period: 6 } },
    'order.period',
    '6–11 месяцев – только при сезонной эксплуатации',
    '6–11 ай – тек маусымдық пайдалану үшін',
  ],
  [
    'half a month',
    { order: { period: 6.5, seasonal: true } },
    'order.period',
    'Срок: 12 месяцев или 6–11 месяцев при сезонной эксплуатации',
    'Мерзім: 12 ай немесе маусымдық пайдалану үшін 6–11 ай',
  ],
  [
    'an IIN twice',
    { drivers: [other, third, other] },
    'drivers.2.iin',
    'Этот ИИН уже добавлен',
    'Бұл ЖСН бұрын қосылған',
  ],
  [
    'a car twice',
    { vehicles: [car, car] },
    'vehicles.1.registrationNumber',
    'Этот автомобиль уже добавлен',
    'Бұл көлік бұрын қосылған',
  ],
  [
    'the same plate in another spelling',
    { vehicles: [car, { registrationNumber: '123 авс 02', techPassport: 'AB99999999' }] },
    'vehicles.1.registrationNumber',
    'Этот автомобиль уже добавлен',
    'Бұл көлік бұрын қосылған',
  ],
  [
    'a technical passport twice',
    { vehicles: [car, { ...car, registrationNumber: '124ABC02' }] },
    'vehicles.1.techPassport',
    'Этот техпаспорт уже добавлен',
    'Бұл техпаспорт бұрын қосылған',
  ],
  [
    'two drivers in the variant of one',
    { drivers: [other], order: { variant: 'd1c1' } },
    'drivers',
    'Водителей больше, чем допускает выбранный вариант',
    'Жүргізушілер саны таңдалған нұсқадағыдан көп',
  ],
  [
    'two cars in a variant of one',
    { vehicles: cars(2), order: { variant: 'd10c1' } },
    'vehicles',
    'Автомобилей больше, чем допускает выбранный вариант',
    'Көлік саны таңдалған нұсқадағыдан көп',
  ],
  [
    'eleven cars in any variant',
    { vehicles: cars(10).concat({ registrationNumber: '200ABC02', techPassport: 'AB20000000' }) },
    'vehicles',
    'Автомобилей больше, чем допускает выбранный вариант',
    'Көлік саны таңдалған нұсқадағыдан көп',
  ],
  [
    'no driver',
    { insurant: { willDrive: false } },
    'drivers',
    'Добавьте хотя бы одного водителя',
    'Кемінде бір жүргізуші қосыңыз',
  ],
  [
    'no car',
    { vehicles: [] },
    'vehicles',
    'Добавьте хотя бы один автомобиль',
    'Кемінде бір көлік қосыңыз',
  ],
  [
    'a wrong check digit',
    { drivers: [{ iin: '880214399917' }] },
    'drivers.0.iin',
    'В ИИН ошибка: одна из цифр не сходится. Сверьте с удостоверением личности.',
    'ЖСН-де қате бар: бір цифры сәйкес келмейді. Жеке куәлікпен салыстырыңыз.',
  ],
  [
    'an IIN of 11 digits',
    { insurant: { iin: '85031539990' } },
    'insurant.iin',
    'Проверьте ИИН: должно быть 12 цифр',
    'ЖСН-ді тексеріңіз: 12 цифр болуы керек',
  ],
  [
    'a BIN as policyholder',
    { insurant: { iin: '180440099996' } },
    'insurant.iin',
    'Это БИН. Чтобы оформить полис на юридическое лицо, напишите нам.',
    'Бұл – БСН. Заңды тұлғаға полис ресімдеу үшін бізге жазыңыз.',
  ],
  [
    'a short phone',
    { insurant: { phone: '7701' } },
    'insurant.phone',
    'Проверьте номер телефона',
    'Телефон нөмірін тексеріңіз',
  ],
  [
    'a phone that is not mobile',
    { insurant: { phone: '77272500000' } },
    'insurant.phone',
    'Проверьте номер телефона',
    'Телефон нөмірін тексеріңіз',
  ],
  [
    'a plate that is none',
    { vehicles: [{ ...car, registrationNumber: '!' }] },
    'vehicles.0.registrationNumber',
    'Проверьте госномер',
    'Мемлекеттік нөмірді тексеріңіз',
  ],
  [
    'a technical passport that is none',
    { vehicles: [{ ...car, techPassport: '12' }] },
    'vehicles.0.techPassport',
    'Проверьте номер техпаспорта: две буквы и 8 цифр',
    'Техпаспорт нөмірін тексеріңіз: екі әріп пен 8 цифр',
  ],
  [
    'a licence that is none',
    { drivers: [{ ...other, driverLicenseNumber: '12' }] },
    'drivers.0.driverLicenseNumber',
    'Проверьте номер водительского удостоверения',
    'Жүргізуші куәлігінің нөмірін тексеріңіз',
  ],
  [
    'an application id that is no UUID',
    { operation: { applicationId: '1' } },
    'operation.applicationId',
    'Неверный запрос',
    'Сұрау дұрыс емес',
  ],
  [
    'a field nobody knows',
    { order: { premium: 1 } },
    'order.premium',
    'Неизвестное поле',
    'Белгісіз өріс',
  ],
  [
    'an unknown insurer',
    { order: { insurer: 'nobody' } },
    'order.insurer',
    'Выберите страховую компанию',
    'Сақтандыру компаниясын таңдаңыз',
  ],
  [
    'renewal and reissue at once',
    { order: { reorderGlobalId: 'A', prolongGlobalId: 'B' } },
    'order.prolongGlobalId',
    'Нельзя одновременно продлить и переоформить',
    'Ұзарту мен қайта ресімдеуді бірге сұрауға болмайды',
  ],
  [
    'half a position',
    { operation: { latitude: 43.2 } },
    'operation.latitude',
    'Местоположение передано не полностью',
    'Орналасқан жер толық берілмеген',
  ],
]

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
