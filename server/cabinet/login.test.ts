import { expect, test } from 'vitest'
import { account, codeOn, hasPassword, signedIn, stranger } from '#tests/client.ts'
import { buyer, ordered, purchaseToken } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'
import { refusalText } from '#texts/refusals.ts'
import { wrongCodeText } from '#texts/wrong-code.ts'

const at = sharedTestApp()
const DAY = '2026-11-20T06:00:00Z'
const later = (ms: number) => new Date(Date.parse(DAY) + ms).toISOString()
/** A client of their own for each test, so that limits of one do not meet another. */
let made = 0
const someone = () => {
  made += 1
  return {
    iin: `8001013000${String(made).padStart(2, '0')}`,
    phone: `7705000${String(made).padStart(4, '0')}`,
  }
}

test('an account appears by itself when a person buys, and the first sign-in by SMS opens it', async () => {
  spec(
    '1.clients-sign-phone-sms',
    '3.1.client-phone-email',
    '3.1.login-response-user-name',
    '6.role-defaults-user',
    '7.1.auth-domain-login-endpoint',
    '7.1.auth-domain-fetchuser-endpoint',
  )

  const mine = await testApp()
  const { orderId } = await ordered(mine, await purchaseToken(mine))
  await mine.api('cabinetSendCode', { phone: buyer.phone })
  const code = await until(
    () => codeOn(mine, buyer.phone),
    (found) => found !== '',
  )
  const signed = await mine.api('cabinetLoginByCode', { phone: buyer.phone, code })
  expect(signed.body).toMatchObject({
    success: true,
    user: {
      iin: buyer.iin,
      phone: buyer.phone,
      surname: 'Әбдіқадыров',
      name: 'Нұрлан',
      role: 'user',
      email: 'client@example.kz',
      current_password_required: false,
    },
  })
  if (!signed.body.success) throw new Error('not signed in')
  const token = signed.body.token
  expect((await mine.api('cabinetUser', {}, token)).body).toMatchObject({
    success: true,
    data: { iin: buyer.iin },
  })
  expect((await mine.api('checkOrderPaid', { orderId }, token)).body).toMatchObject({
    success: true,
  })
})

test('unknown IIN, no password and wrong password answer the same 401', async () => {
  spec('5.login-password-required', '8.2.wrong-iin-password-iin')

  const who = someone()
  await hasPassword(at(), 'right-password', who)
  const none = someone()
  await account(at(), none)
  const answers = await Promise.all(
    [who.iin, none.iin, someone().iin].map((iin) =>
      at().api('cabinetLogin', { iin, password: 'wrong-password' }, undefined, 'ru'),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify({ success: false, message: 'Неверный ИИН или пароль' })]),
  )
})

test('an unknown IIN takes as long as a wrong password', async () => {
  const who = someone()
  await hasPassword(at(), 'right-password', who)
  const time = async (iin: string) => {
    // CPU time of this process: the machine's other work does not count.
    const before = process.cpuUsage()
    await at().api('cabinetLogin', { iin, password: 'wrong-password' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await time(someone().iin)
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 4; n += 1) {
    known.push(await time(who.iin))
    unknown.push(await time(someone().iin))
  }
  const least = (times: number[]) => Math.min(...times)
  expect(least(unknown)).toBeGreaterThan(least(known) * 0.5)
})

test('five wrong passwords in five minutes: 429 with 13001 and Retry-After, also for the right one, till five minutes have passed', async () => {
  spec('8.2.429-login-rate-limit', '9.login-block')

  const mine = await testApp()
  await hasPassword(mine, 'right-password')
  const attempts = []
  for (let n = 0; n < 5; n += 1)
    attempts.push((await mine.api('cabinetLogin', { iin: buyer.iin, password: 'wrong' })).status)
  expect(attempts).toEqual([401, 401, 401, 401, 401])
  const locked = await mine.api('cabinetLogin', { iin: buyer.iin, password: 'right-password' })
  expect(locked.status).toBe(429)
  expect(locked.body).toMatchObject({ success: false, code: 13001 })
  const seconds = Number(locked.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(280)
  expect(seconds).toBeLessThanOrEqual(300)
  await mine.control('POST', '/control/clock', { now: later(301_000) })
  await until(
    async () =>
      (await mine.api('cabinetLogin', { iin: buyer.iin, password: 'right-password' })).status,
    (status) => status === 200,
  )
})

test('ten parallel guesses are five guesses, and an unknown IIN is locked like a known one', async () => {
  const { iin } = someone()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => at().api('cabinetLogin', { iin, password: 'guess' })),
  )
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5)
  expect((await at().api('cabinetLogin', { iin, password: 'guess' })).status).toBe(429)
})

test('the owner at another address is not locked out by a stranger', async () => {
  const mine = await testApp({ TRUST_PROXY: 'on' })
  await hasPassword(mine, 'right-password')
  const from = (address: string, password: string) =>
    fetch(`${mine.url}/api/cabinet/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ iin: buyer.iin, password }),
    })
  for (let n = 0; n < 5; n += 1) await from('203.0.113.7', 'wrong')
  expect((await from('203.0.113.7', 'right-password')).status).toBe(429)
  expect((await from('198.51.100.4', 'right-password')).status).toBe(200)
})

test('the code: four digits, five tries, sent again after 30 s, the same answer for a phone nobody has', async () => {
  spec('9.resend-code-countdown-cabinet', '9.pin-length')

  const mine = await testApp()
  await account(mine, buyer)
  const first = await mine.api('cabinetSendCode', { phone: buyer.phone })
  const again = await mine.api('cabinetSendCode', { phone: buyer.phone })
  expect([again.status, again.body.code]).toEqual([429, 13000])
  expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(30)
  const nobody = await mine.api('cabinetSendCode', { phone: '77019999999' })
  expect(Object.keys(nobody.body.success ? nobody.body.data : {})).toEqual(
    Object.keys(first.body.success ? first.body.data : {}),
  )
  expect(await mine.messages('77019999999')).toEqual([])

  const right = await until(
    () => codeOn(mine, buyer.phone),
    (found) => found !== '',
  )
  const wrong = right === '0000' ? '0001' : '0000'
  for (const left of [4, 3, 2, 1])
    expect(
      (await mine.api('cabinetLoginByCode', { phone: buyer.phone, code: wrong })).body,
    ).toEqual({ success: false, code: 14014, message: wrongCodeText(left).kz })
  // The fifth try reports the way on; there is no sixth.
  expect((await mine.api('cabinetLoginByCode', { phone: buyer.phone, code: wrong })).body).toEqual({
    success: false,
    code: 14014,
    message: refusalText(14014, 'kz', 'too_many'),
  })
  expect(
    (await mine.api('cabinetLoginByCode', { phone: buyer.phone, code: right })).body,
  ).toMatchObject({ success: false, code: 14014 })
  await mine.control('POST', '/control/clock', { now: later(31_000) })
  await until(
    async () => (await mine.api('cabinetSendCode', { phone: buyer.phone })).status,
    (status) => status === 200,
  )
})

test('a code works once and five minutes', async () => {
  const mine = await testApp()
  await account(mine, buyer)
  await mine.api('cabinetSendCode', { phone: buyer.phone })
  const code = await until(
    () => codeOn(mine, buyer.phone),
    (found) => found !== '',
  )
  expect((await mine.api('cabinetLoginByCode', { phone: buyer.phone, code })).body.success).toBe(
    true,
  )
  expect((await mine.api('cabinetLoginByCode', { phone: buyer.phone, code })).body).toMatchObject({
    code: 14014,
  })
  await mine.control('POST', '/control/clock', { now: later(60_000) })
  await until(
    async () => (await mine.api('cabinetSendCode', { phone: buyer.phone })).status,
    (status) => status === 200,
  )
  const next = await until(
    () => codeOn(mine, buyer.phone),
    (found) => found !== code,
  )
  await mine.control('POST', '/control/clock', { now: later(370_000) })
  await until(
    async () => (await mine.api('cabinetLoginByCode', { phone: buyer.phone, code: next })).body,
    (body) => body.code === 14014 && String(body.message).includes('мерзімі'),
  )
})

test('sessions: the list names this one, one may be ended, signing out everywhere ends all', async () => {
  const who = someone()
  const first = await hasPassword(at(), 'right-password', who)
  const login = await fetch(`${at().url}/api/cabinet/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent':
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    },
    body: JSON.stringify({ iin: who.iin, password: 'right-password' }),
  })
  const { token: second } = (await login.json()) as { token: string }
  const list = await at().api('cabinetSessions', {}, second)
  if (!list.body.success) throw new Error('no list')
  expect(list.body.data).toHaveLength(2)
  expect(list.body.data.find(({ current }) => current)).toMatchObject({
    device: 'Chrome, Android',
    began_by: 'password',
  })
  const other = list.body.data.find(({ current }) => !current)
  const foreign = await signedIn(at(), someone())
  expect((await at().api('cabinetEndSession', { id: other?.id ?? '' }, foreign)).status).toBe(404)
  expect((await at().api('cabinetEndSession', { id: other?.id ?? '' }, second)).body.success).toBe(
    true,
  )
  expect((await at().api('cabinetUser', {}, first)).status).toBe(401)
  expect((await at().api('cabinetLogoutEverywhere', {}, second)).body.success).toBe(true)
  expect((await at().api('cabinetUser', {}, second)).status).toBe(401)
})

test('signing out ends the token; a token that may only buy opens no cabinet', async () => {
  spec('7.1.auth-domain-logout-endpoint')

  const token = await signedIn(at(), someone())
  await at().api('cabinetLogout', {}, token)
  expect((await at().api('cabinetUser', {}, token)).status).toBe(401)
  expect(
    (
      await at().api(
        'cabinetUser',
        {},
        await purchaseToken(at(), stranger).catch(() => purchaseToken(at())),
      )
    ).status,
  ).toBe(403)
})
