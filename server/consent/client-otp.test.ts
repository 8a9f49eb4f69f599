import { expect, test } from 'vitest'
import { publishedEarlier } from '#tests/earlier-text.ts'
import { buyer, clockOn, clockTo, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, type TestApp } from '#tests/test-app.ts'
import { buyerCode } from '#texts/consent.ts'
import { legalVersions } from '#texts/legal-versions.ts'

const at = sharedTestApp({ WORKER: 'off' })

const codeOf = async (of: TestApp, phone: string) =>
  /\b\d{4}\b/.exec((await of.messages(phone))[0]?.text.replaceAll('1414', '') ?? '')?.[0] ?? ''
const otherThan = (code: string) => (code === '1000' ? '1001' : '1000')
/** A code on the phone of one of the ready people, each used by one test. */
async function sent(iin: string) {
  const who = ready(iin)
  const answer = await at().api('sendClientOtp', who)
  expect(answer.body).toMatchObject({ success: true, data: { resendInSeconds: 30 } })
  return { who, code: await codeOf(at(), who.phone) }
}

test('a phone that is not linked to the IIN gets no code: 14002', async () => {
  spec('5.phone-linked-iin')

  const answer = await at().api(
    'sendClientOtp',
    { iin: buyer.iin, phone: '77019999999' },
    undefined,
    'ru',
  )
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    success: false,
    code: 14002,
    message: 'Номер телефона не привязан к этому ИИН',
  })
  expect(await at().messages('77019999999')).toEqual([])
})

test('the phone is taken in any usual spelling', async () => {
  const { iin, phone } = ready('930412399924')
  const spelled = `8 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7, 9)}-${phone.slice(9)}`
  expect((await at().api('sendClientOtp', { iin, phone: spelled })).body.success).toBe(true)
  expect(await at().messages(phone)).toHaveLength(1)
})

test('a wrong code is refused and the right one after it opens a token', async () => {
  spec(
    '7.2.policy-kdp-sendclientotp',
    '7.2.policy-kdp-validateclientotp',
    '8.3.wrong-otp-invalid-code',
  )

  const { who, code } = await sent('880214399916')
  const wrong = await at().api(
    'validateClientOtp',
    { ...who, otp_code: otherThan(code) },
    undefined,
    'ru',
  )
  expect(wrong.body).toEqual({
    success: false,
    code: 14014,
    message: 'Неверный код. Осталось 4 попытки.',
  })
  const right = await at().api('validateClientOtp', { ...who, otp_code: code })
  expect(right.body).toMatchObject({
    success: true,
    data: { token: expect.stringMatching(/^[\w-]{40,}$/) },
  })
})

test('the code is the consent to the text that was shown, with its version and the time', async () => {
  const before = at().server.deps.clock.now()
  const agreed = async (iin: string, accepted?: { personalData: string }) => {
    const { who, code } = await sent(iin)
    const unknown = await at().raw('/api/policy/kdp/validateClientOtp', {
      body: { ...who, otp_code: code, accepted: { personalData: '1999-01-01' } },
      locale: 'ru',
    })
    expect(unknown.status).toBe(422)
    expect(unknown.body.errors).toEqual([
      {
        path: 'accepted.personalData',
        message: 'Такого текста у нас не было: откройте страницу заново',
      },
    ])
    const { body } = await at().api('validateClientOtp', { ...who, otp_code: code, accepted })
    expect(body.success).toBe(true)
    return at()
      .db.selectFrom('consents')
      .select(['kind', 'state', 'channel', 'text_version', 'answered_at', 'phone'])
      .where('iin', '=', iin)
      .executeTakeFirstOrThrow()
  }
  publishedEarlier('personalData', '2026-01-15')
  const row = await agreed('830304399916', { personalData: '2026-01-15' })
  expect(row).toMatchObject({
    kind: 'policyholder',
    state: 'approved',
    channel: 'sms_code',
    text_version: '2026-01-15',
    phone: ready('830304399916').phone,
  })
  expect(row.answered_at?.getTime()).toBeGreaterThanOrEqual(before.getTime())
  expect((await agreed('861214399905')).text_version).toBe(legalVersions.personalData)
})

test('the last line binds the code to this host, and the whole is two parts of an SMS', async () => {
  const { who, code } = await sent('870417399908')
  const [message] = await at().messages(who.phone)
  expect(message?.text.split('\n').at(-1)).toBe(`@${new URL(at().url).hostname} #${code}`)
  for (const text of Object.values(buyerCode('4821', 'www.qorgan.kz')))
    expect(text.length).toBeLessThanOrEqual(2 * 67) // UCS-2, in two parts
})

test('a code is used once', async () => {
  const { who, code } = await sent('900622499917')
  expect((await at().api('validateClientOtp', { ...who, otp_code: code })).body.success).toBe(true)
  expect((await at().api('validateClientOtp', { ...who, otp_code: code })).body).toMatchObject({
    success: false,
    code: 14014,
  })
})

test('a code sent twice at the same moment opens one token', async () => {
  const { who, code } = await sent('870901499925')
  const answers = await Promise.all(
    [1, 2, 3].map(() => at().api('validateClientOtp', { ...who, otp_code: code })),
  )
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  expect(
    await at().db.selectFrom('tokens').select('hash').where('iin', '=', who.iin).execute(),
  ).toHaveLength(1)
})

test('after five wrong tries even the right code is refused', async () => {
  const { who, code } = await sent('951108399918')
  for (let i = 0; i < 5; i += 1)
    expect(
      (await at().api('validateClientOtp', { ...who, otp_code: otherThan(code) })).body,
    ).toMatchObject({ success: false, code: 14014 })
  const right = await at().api('validateClientOtp', { ...who, otp_code: code }, undefined, 'ru')
  expect(right.body).toEqual({
    success: false,
    code: 14014,
    message: 'Слишком много неверных кодов. Запросите новый.',
  })
})

test('parallel guesses count as tries too', async () => {
  const { who, code } = await sent('860707399912')
  await Promise.all(
    Array.from({ length: 6 }, () =>
      at().api('validateClientOtp', { ...who, otp_code: otherThan(code) }),
    ),
  )
  const { bare_tries } = await at()
    .db.selectFrom('otp_codes')
    .select('bare_tries')
    .where('iin', '=', who.iin)
    .executeTakeFirstOrThrow()
  expect(bare_tries).toBe(5)
  expect((await at().api('validateClientOtp', { ...who, otp_code: code })).body).toMatchObject({
    success: false,
    code: 14014,
  })
})

test('a code older than five minutes has expired', async () => {
  const { who, code } = await sent('060512599918')
  await clockOn(at(), 301)
  const answer = await at().api('validateClientOtp', { ...who, otp_code: code }, undefined, 'ru')
  await clockTo(at(), null)
  expect(answer.body).toEqual({
    success: false,
    code: 14014,
    message: 'Срок кода истёк. Запросите новый.',
  })
})

test('a code is sent again after 30 seconds, not before, and then only the newest counts', async () => {
  const { who, code } = await sent('980817499911')
  const early = await at().raw('/api/policy/kdp/sendClientOtp', { body: who, locale: 'ru' })
  expect(early.status).toBe(429)
  expect(early.body).toMatchObject({
    success: false,
    code: 13000,
    message: expect.stringMatching(/^Слишком много попыток\. Повторите через \d+ (?:секунд|минут)/),
  })
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(20)
  expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(30)
  expect(await at().messages(who.phone)).toHaveLength(1)

  await clockOn(at(), 31)
  expect((await at().api('sendClientOtp', who)).body.success).toBe(true)
  const second = await codeOf(at(), who.phone)
  if (second !== code)
    expect((await at().api('validateClientOtp', { ...who, otp_code: code })).body).toMatchObject({
      success: false,
      code: 14014,
    })
  expect((await at().api('validateClientOtp', { ...who, otp_code: second })).body.success).toBe(
    true,
  )
  await clockTo(at(), null)
})

test('two requests for a code at the same moment send one code', async () => {
  const who = ready('910330499911')
  const answers = await Promise.all([1, 2, 3].map(() => at().api('sendClientOtp', who)))
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409 || status === 429)).toHaveLength(2)
  expect(await at().messages(who.phone)).toHaveLength(1)
})

test('a silent phone register or SMS gateway is 503 with Retry-After and leaves nothing behind', async () => {
  for (const system of ['bmg', 'sms']) {
    await at().fault(system, 'unavailable', { times: 20 })
    const answer = await at().raw('/api/policy/kdp/sendClientOtp', {
      body: ready('850505499909'),
      locale: 'ru',
    })
    await at().control('DELETE', '/control/faults')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(answer.body).toMatchObject({
      success: false,
      message: 'Сервис временно недоступен. Повторите позже.',
    })
  }
  expect((await at().api('sendClientOtp', ready('850505499909'))).body.success).toBe(true)
})

test('the token of the code may buy for two hours and then no more', async () => {
  const token = await purchaseToken(at())
  expect((await at().api('ogpoOptions', {}, token)).status).toBe(200)
  await clockOn(at(), 2 * 3_600 + 5)
  const late = await at().api('ogpoCalculate', sale(), token)
  await clockTo(at(), null)
  expect(late.status).toBe(401)
})

test.each([
  [
    'iin',
    { iin: '850315399905' },
    'В ИИН ошибка: одна из цифр не сходится. Сверьте с удостоверением личности.',
  ],
  ['iin', { iin: '85031539990' }, 'Проверьте ИИН: должно быть 12 цифр'],
  [
    'iin',
    { iin: '180440099996' },
    'Это БИН. Чтобы оформить полис на юридическое лицо, напишите нам.',
  ],
  ['phone', { phone: '12' }, 'Проверьте номер телефона'],
])('a wrong %s is told by its path', async (path, wrong, message) => {
  spec('5.invalid-iin-phone-code', '8.3.code-number-invalid')

  const answer = await at().raw('/api/policy/kdp/sendClientOtp', {
    body: { ...buyer, ...wrong },
    locale: 'ru',
  })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([{ path, message }])
})
