import { beforeAll, expect, test } from 'vitest'
import { buyer, clockOn, clockTo, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
async function asked(iin: string, by = token) {
  const { body } = await at().api('requestConsent', ready(iin), by)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data.requestId
}
async function status(requestId: string, by = token) {
  const { body } = await at().api('consentStatus', { requestId }, by)
  return body.success ? body.data.status : `refused ${body.code}`
}
const replies = (iin: string, text: string) =>
  at().control('POST', `/control/phones/${ready(iin).phone}/reply`, { text })
const calculate = async (iin: string, by = token) =>
  (
    await at().raw('/api/policy/ogpo/calculate', {
      body: sale({ drivers: [{ iin }] }),
      token: by,
      locale: 'ru',
    })
  ).body

test('a driver is asked by SMS from 1414; until the answer the consent is awaited and nothing is sold', async () => {
  spec('3.2.driver-consent-status')

  const iin = '880214399916'
  const requestId = await asked(iin)
  const [message] = await at().messages(ready(iin).phone)
  expect(message).toMatchObject({ from: '1414' })
  expect(message?.text).toContain('1')
  expect(await status(requestId)).toBe('awaiting')
  expect(await calculate(iin)).toMatchObject({
    code: 14003,
    data: { driver_iin: iin, reason: 'awaiting' },
  })
  await replies(iin, '1')
  expect(await status(requestId)).toBe('approved')
  expect(await calculate(iin)).toMatchObject({ success: true })
})

test('a driver is asked in the language of their own cabinet, without one in the page’s', async () => {
  const has = { own: '930930499907', none: '900622499917' }
  await at()
    .db.insertInto('accounts')
    .values({ iin: has.own, locale: 'ru', created_at: at().server.deps.clock.now() })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet({ locale: 'ru' }))
    .execute()
  const askedIn = async (iin: string, locale: string) => {
    const before = (await at().messages(ready(iin).phone)).length
    await at().api('requestConsent', ready(iin), token, locale)
    const texts = (await at().messages(ready(iin).phone)).map(({ text }) => text)
    expect(texts).toHaveLength(before + 1)
    return texts[0] ?? ''
  }
  expect(await askedIn(has.own, 'kk')).toContain('персональных данных')
  expect(await askedIn(has.none, 'kk')).toContain('дербес')
})

test('a driver who answers 0 has rejected', async () => {
  const iin = '900622499917'
  const requestId = await asked(iin)
  await replies(iin, '0')
  expect(await status(requestId)).toBe('rejected')
  expect(await calculate(iin)).toMatchObject({
    code: 14003,
    message: 'Водитель отказался дать согласие',
    data: { driver_iin: iin, reason: 'rejected' },
  })
  // A changed mind is a new question.
  expect(await consents(at(), token, iin, '1')).toBe('approved')
  expect(await calculate(iin)).toMatchObject({ success: true })
})

test('a person who says no by herself has rejected', async () => {
  const iin = '891109499906'
  expect(await status(await asked(iin))).toBe('rejected')
})

test('ten minutes without an answer are an expiry, and a late yes never revives it', async () => {
  spec('4.1.driver-consent-awaiting-rejected')

  const iin = '960120399902'
  const requestId = await asked(iin)
  await clockOn(at(), 11 * 60)
  expect(await status(requestId)).toBe('expired')
  expect(await calculate(iin)).toMatchObject({
    code: 14003,
    message: 'Водитель не ответил на запрос с номера 1414. Отправьте запрос ещё раз.',
    data: { driver_iin: iin, reason: 'expired' },
  })
  await replies(iin, '1')
  expect(await status(requestId)).toBe('expired')
  expect(await calculate(iin)).toMatchObject({ code: 14003 })
  const second = await asked(iin)
  expect(second).not.toBe(requestId)
  await replies(iin, '1')
  expect(await status(second)).toBe('approved')
  expect(await status(requestId)).toBe('expired')
  await clockTo(at(), null)
})

test('a yes in time counts even when nobody looked until the ten minutes were over', async () => {
  const iin = '951108399918'
  const requestId = await asked(iin)
  await replies(iin, '1')
  await clockOn(at(), 15 * 60)
  await at().fault('kdp', 'unavailable', { times: 20 })
  expect(await status(requestId)).toBe('expired')
  await at().control('DELETE', '/control/faults')
  expect(await status(requestId)).toBe('approved')
  expect(await calculate(iin)).toMatchObject({ success: true })
  const row = await at()
    .db.selectFrom('consents')
    .select(['answered_at', 'answer_until'])
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  expect(row.answered_at?.getTime()).toBeLessThan(row.answer_until.getTime())
  await clockTo(at(), null)
})

test('asked again while the question is open it is the same question and no second SMS', async () => {
  const iin = '860707399912'
  expect(await asked(iin)).toBe(await asked(iin))
  expect(await at().messages(ready(iin).phone)).toHaveLength(1)
})

test('two questions at the same moment send one SMS', async () => {
  const who = ready('060512599918')
  const answers = await Promise.all([1, 2, 3].map(() => at().api('requestConsent', who, token)))
  // One sends the question; the others get 409 or, if they come after it, the same question.
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(
    new Set(answers.flatMap(({ body }) => (body.success ? [body.data.requestId] : []))).size,
  ).toBe(1)
  expect(await at().messages(who.phone)).toHaveLength(1)
})

test('a phone that is not linked to the driver gets no question: 14002', async () => {
  spec('4.1.driver-not-found-phone')

  const { iin } = ready('980817499911')
  const { body } = await at().api('requestConsent', { iin, phone: '77015555555' }, token, 'ru')
  expect(body).toEqual({
    success: false,
    code: 14002,
    message: 'Номер телефона не привязан к этому ИИН',
    data: { driver_iin: iin },
  })
  expect((await at().api('requestConsent', ready('920611399904'), token)).body).toMatchObject({
    code: 14002,
  })
})

test('only whoever asked may know the answer', async () => {
  const requestId = await asked('910330499911')
  const other = await purchaseToken(at(), ready('930412399924'))
  expect((await at().api('consentStatus', { requestId }, other)).status).toBe(404)
  expect((await at().api('consentStatus', { requestId: 'K-unknown' }, token)).status).toBe(404)
})

test('a silent 1414 is 503 and can be asked again', async () => {
  const who = ready('850505499909')
  await at().fault('kdp', 'unavailable', { times: 20 })
  expect((await at().api('requestConsent', who, token)).status).toBe(503)
  await at().control('DELETE', '/control/faults')
  const requestId = await asked(who.iin)
  await at().fault('kdp', 'unavailable', { times: 20 })
  expect((await at().api('consentStatus', { requestId }, token)).status).toBe(503)
  await at().control('DELETE', '/control/faults')
  expect(await status(requestId)).toBe('awaiting')
})

test('a consent holds for thirty days', async () => {
  const iin = '900101399908'
  expect(await consents(at(), token, iin)).toBe('approved')
  await clockTo(at(), '2026-12-21T07:00:00Z')
  const later = await purchaseToken(at())
  const { body } = await at().api(
    'ogpoCalculate',
    sale({ drivers: [{ iin }], order: { dateStart: '2026-12-23' } }),
    later,
  )
  await clockTo(at(), null)
  expect(body).toMatchObject({ code: 14003, data: { driver_iin: iin } })
})

test('the client reads the consents they have given, with time, channel and version, and withdraws them', async () => {
  const who = ready('870901499925')
  const own = await purchaseToken(at(), who)
  const given = await at().api('myConsents', {}, own)
  if (!given.body.success) throw new Error('no consents')
  expect(given.body.data).toHaveLength(1)
  expect(given.body.data[0]).toMatchObject({
    kind: 'policyholder',
    channel: 'sms_code',
    withdrawnAt: null,
  })
  const id = given.body.data[0]?.id ?? ''
  expect((await at().api('withdrawConsent', { id }, token)).status).toBe(404)
  expect((await at().api('withdrawConsent', { id }, own)).body).toEqual({ success: true })
  expect((await at().api('withdrawConsent', { id }, own)).body).toEqual({ success: true })
  const after = await at().api('myConsents', {}, own)
  expect(after.body.success && after.body.data[0]?.withdrawnAt).toMatch(/^2026-11-20T/)
  const { body } = await at().api(
    'ogpoCalculate',
    sale({ insurant: { ...who }, order: { insurer: 'tobyl' } }),
    own,
  )
  expect(body).toMatchObject({ code: 14003, data: { driver_iin: who.iin } })
})

test('a driver’s consent given to one buyer is stored with who asked and the version of the text', async () => {
  const rows = await at()
    .db.selectFrom('consents')
    .selectAll()
    .where('iin', '=', '880214399916')
    .execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    kind: 'driver',
    channel: 'sms_1414',
    asked_by: buyer.iin,
    state: 'approved',
  })
  expect(rows[0]?.text_version).not.toBe('')
})
