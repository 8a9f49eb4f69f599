import { expect, test } from 'vitest'
import { account, codeOn, hasPassword, signedIn } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const DAY = '2026-11-20T06:00:00Z'
const later = (ms: number) => new Date(Date.parse(DAY) + ms).toISOString()
/** The newest temporary password; the SMS about a password change is another one. */
const temporary = async (of: typeof at, phone: string) =>
  (await of().messages(phone))
    .map(({ text }) => / ([a-z2-9]{10})\n/.exec(text)?.[1])
    .find((password) => password !== undefined) ?? ''
const login = (of: typeof at, password: string, iin = buyer.iin) =>
  of().api('cabinetLogin', { iin, password })

test('the password sent by SMS lets only the password be changed, and the own one goes on till then', async () => {
  spec('7.2.cabinet-user-forgotpassword')

  const mine = await testApp()
  const here = () => mine
  await hasPassword(mine, 'old-password')
  expect((await mine.api('cabinetForgotPassword', { phone: '8 (701) 000 00 01' })).body).toEqual({
    success: true,
  })
  const password = await temporary(here, buyer.phone)
  expect((await login(here, 'old-password')).status).toBe(200)
  const signed = await login(here, password)
  expect(signed.body).toMatchObject({
    success: true,
    user: { password_change_required: true, current_password_required: false },
  })
  if (!signed.body.success) throw new Error('not signed in')
  const { token } = signed.body
  expect((await mine.api('cabinetSessions', {}, token)).body).toMatchObject({
    success: false,
    error: 'password_change_required',
  })
  expect((await mine.api('ogpoGetPolicy', { globalId: 'X1' }, token)).status).toBe(403)
  expect((await mine.api('cabinetUser', {}, token)).status).toBe(200)
  const same = { password, password_repeat: password }
  expect((await mine.api('cabinetChangePassword', same, token)).body).toMatchObject({
    errors: [{ path: 'password' }],
  })
  const changed = await mine.api(
    'cabinetChangePassword',
    { password: 'New-pass1', password_repeat: 'New-pass1' },
    token,
  )
  expect(changed.body).toEqual({ success: true })
  expect((await mine.api('cabinetSessions', {}, token)).status).toBe(200)
  expect(
    [
      await login(here, password),
      await login(here, 'old-password'),
      await login(here, 'New-pass1'),
    ].map(({ status }) => status),
  ).toEqual([401, 401, 200])
})

test('a temporary password unused for 24 hours answers 403 password_expired', async () => {
  spec('8.2.403-password_expired')

  const mine = await testApp()
  const here = () => mine
  await account(mine)
  await mine.api('cabinetForgotPassword', { phone: buyer.phone })
  const password = await temporary(here, buyer.phone)
  await mine.control('POST', '/control/clock', { now: later(24 * 3_600_000 + 1_000) })
  const answer = await until(
    () => login(here, password),
    ({ status }) => status === 403,
  )
  expect(answer.body).toMatchObject({ success: false, error: 'password_expired' })
})

test('within two minutes it is already sent, however often, an unknown phone is 404', async () => {
  spec('8.2.password-reset-rate-limit', '8.2.404-sms-already-sent', '9.new-password-sms-resend')

  const who = { iin: '800101300099', phone: '77050009999' }
  await account(at(), who)
  const ask = (phone = who.phone) => at().api('cabinetForgotPassword', { phone }, undefined, 'ru')
  expect((await ask()).status).toBe(200)
  const again = await ask()
  expect([again.status, again.body.error]).toEqual([404, 'already_sent'])
  // Requests for a password already sent count against no limit.
  for (let n = 0; n < 6; n += 1) expect((await ask()).status).toBe(404)
  const unknown = await ask('77059998877')
  expect(unknown.status).toBe(404)
  expect(unknown.body.error).not.toBe('already_sent')
  expect(await at().messages(who.phone)).toHaveLength(1)
})

test('when the SMS gateway is away the answer is 503 and it may be asked for again at once', async () => {
  const mine = await testApp()
  await account(mine)
  await mine.fault('sms', 'unavailable', { times: 10 })
  expect((await mine.api('cabinetForgotPassword', { phone: buyer.phone })).status).toBe(503)
  await mine.control('DELETE', '/control/faults')
  await until(
    async () => (await mine.api('cabinetForgotPassword', { phone: buyer.phone })).status,
    (status) => status === 200,
  )
})

test.each([
  ['abc', 'abc', 'password', 'Пароль слишком короткий: нужно не меньше 6 символов'],
  ['пароль1', 'пароль1', 'password', 'Только латинские буквы, цифры и специальные знаки'],
  ['abcdef1', 'abcdef2', 'password_repeat', 'Пароли не совпадают'],
  ['Qwerty123', 'Qwerty123', 'password', 'Этот пароль легко угадать: придумайте другой'],
  ['8001013000', '8001013000', 'password', 'Этот пароль легко угадать: придумайте другой'],
])(
  'the new password %s with %s is refused at %s: %s',
  async (password, password_repeat, path, message) => {
    const token = await signedIn(at(), {
      iin: '800101300098',
      phone: `7705001${password.length}${password_repeat.length}${path.length}9`
        .slice(0, 11)
        .padEnd(11, '0'),
    })
    const answer = await at().api(
      'cabinetChangePassword',
      { password, password_repeat },
      token,
      'ru',
    )
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([{ path, message }])
  },
)

test('a session begun by password must name the current one, and the change ends the others', async () => {
  const who = { iin: '800101300097', phone: '77050009797' }
  const byCode = await hasPassword(at(), 'first-password', who)
  const signed = await login(at, 'first-password', who.iin)
  if (!signed.body.success) throw new Error('not signed in')
  const change = (current_password?: string, password = 'second-pass') =>
    at().api(
      'cabinetChangePassword',
      {
        ...(current_password ? { current_password } : {}),
        password,
        password_repeat: password,
      },
      signed.body.success ? signed.body.token : '',
    )
  expect((await change()).body).toMatchObject({ errors: [{ path: 'current_password' }] })
  expect((await change('not-it')).body).toMatchObject({ errors: [{ path: 'current_password' }] })
  expect(await change('first-password', 'first-password')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'password' }] },
  })
  expect((await change('first-password')).body).toEqual({ success: true })
  expect((await at().api('cabinetUser', {}, byCode)).status).toBe(401)
  expect((await at().api('cabinetUser', {}, signed.body.token)).status).toBe(200)
})

test('a session begun by code sets a password only just after it, by a fresh code or by the old password', async () => {
  const here = await testApp()
  const token = await signedIn(here)
  const change = (
    proof: { code?: string; current_password?: string },
    password = 'second-pass',
    by = token,
  ) => here.api('cabinetChangePassword', { ...proof, password, password_repeat: password }, by)
  await here.control('POST', '/control/clock', { now: later(11 * 60_000) })
  await until(
    async () => here.server.deps.clock.now().getTime() >= Date.parse(later(11 * 60_000)),
    (there) => there,
  )
  expect(await change({})).toMatchObject({ status: 422, body: { errors: [{ path: 'code' }] } })
  expect((await change({ code: '0000' })).body).toMatchObject({ success: false, code: 14014 })
  expect(await change({ current_password: 'wrong-one' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'current_password' }] },
  })
  // The code of a sign-in is none of this.
  const signing = await signedIn(here)
  expect((await change({ code: await codeOn(here, buyer.phone) })).body).toMatchObject({
    success: false,
    code: 14014,
  })
  const before = await here.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('iin', '=', buyer.iin)
    .executeTakeFirst()
  expect(before?.password_hash).toBeNull()
  expect((await here.api('cabinetPasswordCode', {}, token)).body).toMatchObject({ success: true })
  const sent = (await here.messages(buyer.phone)).find(({ text }) =>
    text.includes('құпиясөз орнату'),
  )
  const code = /\b\d{4}\b/.exec(sent?.text ?? '')?.[0] ?? ''
  const wrong = code === '1234' ? '4321' : '1234'
  expect((await change({ code: wrong })).body).toMatchObject({ success: false, code: 14014 })
  expect((await change({ code })).body).toEqual({ success: true })
  expect((await change({ code })).status).toBe(422)
  expect((await here.api('cabinetUser', {}, signing)).status).toBe(401)
  // Right after the sign-in no further proof is needed; later the old password counts like a code.
  const again = await signedIn(here)
  expect((await change({}, 'third-pass-1', again)).body).toEqual({ success: true })
  const last = await signedIn(here)
  await here.control('POST', '/control/clock', { now: later(30 * 60_000) })
  await until(
    async () => here.server.deps.clock.now().getTime() >= Date.parse(later(30 * 60_000)),
    (there) => there,
  )
  expect((await change({}, 'fourth-pass-1', last)).status).toBe(422)
  expect((await change({ current_password: 'third-pass-1' }, 'fourth-pass-1', last)).body).toEqual({
    success: true,
  })
})
