import { beforeAll, expect, test } from 'vitest'
import { buyer, clockOn, clockTo, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
const typed = {
  iin: buyer.iin,
  document_type: 'ID_CARD',
  number: '049900001',
  issue_date: '2021-09-15',
  issuer: 'ҚР ІІМ',
  valid_to: '2031-09-14',
  surname: 'Әбдіқадыров',
  name: 'Нұрлан',
  patronymic: 'Серікұлы',
  birth_date: '1985-03-15',
} as const
const setClient = (more: object = {}, by = token) =>
  at().raw('/api/policy/esbd/setClientByDocument', {
    body: { ...typed, ...more },
    token: by,
    locale: 'ru',
  })
/** Typed while the register is silent, as it is meant. */
async function byHand(more: object = {}, by = token) {
  await at().fault('gkb', 'unavailable', { times: 500 })
  const answer = await setClient(more, by)
  await at().control('DELETE', '/control/faults')
  return answer
}
const update = async (iin: string) =>
  (await at().raw('/api/policy/esbd/updateClientInEsbd', { body: { iin }, token, locale: 'ru' }))
    .body
const calculate = async (more: Parameters<typeof sale>[0] = {}) =>
  (await at().raw('/api/policy/ogpo/calculate', { body: sale(more), token, locale: 'ru' })).body

test('updateClientInEsbd takes the person from the register and saves them; names of others are masked', async () => {
  spec('7.3.policy-esbd-updateclientinesbd')

  expect(await update(buyer.iin)).toEqual({
    success: true,
    data: { name: 'Әбдіқадыров Нұрлан Серікұлы', resident: true, document_valid: true },
  })
  expect(await update('900622499917')).toMatchObject({
    code: 14003,
    data: { driver_iin: '900622499917' },
  })
  await consents(at(), token, '900622499917')
  expect(await update('900622499917')).toMatchObject({ success: true, data: { name: 'Мөлдір С.' } })
  const kept = await at()
    .db.selectFrom('people')
    .select(['origin', 'surname', 'phone'])
    .where('iin', '=', buyer.iin)
    .executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ origin: 'register', surname: 'Әбдіқадыров' })
})

test.each([
  ['910823499901', 12001],
  ['900712399909', 12000],
  ['880505399908', 12005],
  ['940226499901', 12003],
])('updateClientInEsbd of %s is %i and names the person', async (iin, code) => {
  spec('8.3.client-not-resident')

  await consents(at(), token, iin)
  expect(await update(iin)).toMatchObject({ success: false, code, data: { driver_iin: iin } })
})

test('while the register is down the document can be typed by hand, and calculate passes with it', async () => {
  spec('7.3.policy-esbd-setclientbydocument')

  await at().fault('gkb', 'unavailable', { times: 500 })
  expect(await update(buyer.iin)).toMatchObject({
    success: false,
    code: 12002,
    message: 'Не удалось получить данные документа. Введите данные удостоверения вручную.',
    data: { driver_iin: buyer.iin, reason: 'document' },
  })
  expect(await calculate()).toMatchObject({
    success: false,
    code: 12002,
    data: { driver_iin: buyer.iin, reason: 'document' },
  })
  expect((await setClient()).body).toEqual({
    success: true,
    data: { name: 'Әбдіқадыров Нұрлан Серікұлы', resident: true, document_valid: true },
  })
  expect(await calculate()).toMatchObject({ success: true })

  // The buyer may type a driver as well; the answer masks the name.
  const driver = ready('900622499917')
  await at().control('DELETE', '/control/faults')
  await consents(at(), token, driver.iin)
  await at().fault('gkb', 'unavailable', { times: 500 })
  expect(await calculate({ drivers: [{ iin: driver.iin }] })).toMatchObject({
    code: 12002,
    data: { driver_iin: driver.iin, reason: 'document' },
  })
  const drivers = await setClient({
    iin: driver.iin,
    number: '049900020',
    surname: 'Смағұлова',
    name: 'Мөлдір',
    patronymic: 'Ерболқызы',
    birth_date: '1990-06-22',
  })
  expect(drivers.body).toMatchObject({ success: true, data: { name: 'Мөлдір С.' } })
  expect(await calculate({ drivers: [{ iin: driver.iin }] })).toMatchObject({ success: true })
  await at().control('DELETE', '/control/faults')
})

test('nobody is told to type a document where it would not help: the consent service is silent', async () => {
  await at().db.deleteFrom('typed_people').execute()
  await at().db.deleteFrom('consent_tokens').execute()
  await at().fault('kdp', 'unavailable', { times: 500 })
  expect(await calculate()).toMatchObject({ code: 12002, data: { reason: 'driver' } })
  expect((await setClient()).body).toMatchObject({ success: true })
  expect(await calculate()).toMatchObject({ code: 12002, data: { reason: 'driver' } })
  await at().control('DELETE', '/control/faults')
})

test('what was typed by hand stands in for the register for a day, not longer', async () => {
  expect((await byHand()).body.success).toBe(true)
  await clockOn(at(), 25 * 3_600)
  token = await purchaseToken(at())
  await at().fault('gkb', 'unavailable', { times: 500 })
  const body = await calculate({ order: { dateStart: '2026-11-25' } })
  await at().control('DELETE', '/control/faults')
  await clockTo(at(), null)
  token = await purchaseToken(at())
  expect(body).toMatchObject({ success: false, code: 12002, data: { reason: 'document' } })
})

test('where the register answers, it says who the person is: a typed name can’t hide one from the lists', async () => {
  const namesake = ready('830304399916')
  const own = await purchaseToken(at(), namesake)
  const other = {
    iin: namesake.iin,
    number: '049900021',
    surname: 'Басқа',
    name: 'Адам',
    patronymic: '',
    birth_date: '1983-03-04',
  }
  const { body } = await byHand(other, own)
  expect(body.success).toBe(true)
  expect(
    (await at().api('ogpoCalculate', sale({ insurant: { ...namesake } }), own)).body,
  ).toMatchObject({
    code: 12004,
    data: { driver_iin: namesake.iin },
  })
})

test('what one buyer typed changes nothing for another, nor what is known of the person', async () => {
  const before = await at()
    .db.selectFrom('people')
    .select(['surname', 'origin'])
    .where('iin', '=', buyer.iin)
    .executeTakeFirstOrThrow()
  const other = await purchaseToken(at(), ready('880214399916'))
  await consents(at(), other, buyer.iin)
  expect((await byHand({ surname: 'Ұрыұлы' }, other)).body.success).toBe(true)
  const after = await at()
    .db.selectFrom('people')
    .select(['surname', 'origin'])
    .where('iin', '=', buyer.iin)
    .executeTakeFirstOrThrow()
  expect(after).toEqual(before)
  const mine = await calculate()
  expect(mine.data.calculations[0].cars[0].lines[0].name).toBe('Нұрлан Әбдіқадыров')
})

test.each([
  [{ birth_date: '2026-11-21' }, 'birth_date', 'Проверьте дату'],
  [{ birth_date: '1985-03-16' }, 'birth_date', 'Проверьте дату'],
  [{ issue_date: '2026-11-21' }, 'issue_date', 'Проверьте дату'],
  [{ issue_date: '1980-01-01' }, 'issue_date', 'Проверьте дату'],
  [{ valid_to: '2026-11-19' }, 'valid_to', 'Проверьте дату'],
  [{ number: '1' }, 'number', 'Проверьте номер документа'],
  [{ surname: ' ' }, 'surname', 'Заполните поле'],
  [{ issuer: '' }, 'issuer', 'Заполните поле'],
  [{ document_type: 'LIBRARY_CARD' }, 'document_type', 'Проверьте значение'],
  [
    { iin: '180440099996' },
    'iin',
    'Это БИН. Чтобы оформить полис на юридическое лицо, напишите нам.',
  ],
])('a document typed wrong %o is told by its path', async (wrong, path, message) => {
  spec('3.1.client-surname-name-patronymic', '3.1.client-id-document-number')

  const answer = await setClient(wrong)
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([{ path, message }])
})

test('nobody types anybody: without their consent, or while the register answers, nothing is kept or written', async () => {
  spec('7.3.ours-typing-needs-consent')

  const victim = {
    iin: '880214399916',
    surname: 'Ұрыұлы',
    name: 'Ұры',
    patronymic: '',
    birth_date: '1988-02-14',
    number: '049900031',
  }
  const writes = async () =>
    (await at().journal('esbd')).filter(({ operation }) => operation.startsWith('SetClient')).length
  const before = await writes()
  expect((await byHand(victim)).body).toMatchObject({
    code: 14003,
    data: { driver_iin: victim.iin },
  })
  expect((await setClient({ surname: 'Басқа' })).body).toEqual({
    success: false,
    code: 14094,
    message: 'Регистр сейчас отвечает, поэтому вводить данные вручную не нужно. Повторите запрос.',
    data: { driver_iin: buyer.iin },
  })
  await consents(at(), token, victim.iin)
  expect((await byHand(victim)).body.success).toBe(true)
  // Neither typed data nor a look-up without consent is written there.
  await at().fault('gkb', 'unavailable', { times: 500 })
  await setClient()
  expect(
    await calculate({ drivers: [{ iin: victim.iin }], insurant: { willDrive: false } }),
  ).toMatchObject({ success: true })
  await at().control('DELETE', '/control/faults')
  await at().raw('/api/policy/ogpo/driver', { body: { iin: '951108399918' }, token })
  expect(await writes()).toBe(before)
})

test('a unified database that is down loses nothing of what was typed', async () => {
  await at().fault('esbd', 'unavailable', { times: 200 })
  expect((await byHand()).body.success).toBe(true)
})

test('a document typed by hand makes no revoked paper of the register valid', async () => {
  const iin = '900712399909'
  await consents(at(), token, iin)
  expect(await calculate({ drivers: [{ iin }] })).toMatchObject({ code: 12000 })
  expect((await byHand({ iin, number: '049900095', birth_date: '1990-07-12' })).body.success).toBe(
    true,
  )
  expect(await calculate({ drivers: [{ iin }] })).toMatchObject({
    code: 12000,
    data: { driver_iin: iin },
  })
})
