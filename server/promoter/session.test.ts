import { expect, test } from 'vitest'
import { promoter, promoterAccount, promoterPassword, promoterToken } from '#tests/promoter.ts'
import { clockOn, clockTo, purchaseToken } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const login = (password: string, iin = promoter.iin) =>
  at().raw('/api/promoter/auth/login', { body: { login: iin, password }, locale: 'ru' })
const temporary = async () =>
  / ([a-z2-9]{10})\b/.exec(
    (await at().messages(promoter.phone)).find(({ text }) => text.includes('құпиясөз'))?.text ?? '',
  )?.[1] ?? ''
const forgetAttempts = () => at().db.deleteFrom('sign_in_failures').execute()

test('the 12-digit login and the password open a session that me, logout and the end of the day close', async () => {
  spec(
    '7.3.promoter-auth-login',
    '7.3.promoter-auth-me',
    '7.3.promoter-auth-logout',
    '9.promoter-login-length',
  )

  await promoterAccount(at())
  const { body } = await at().api('promoterLogin', {
    login: promoter.iin,
    password: promoterPassword,
  })
  expect(body).toMatchObject({
    success: true,
    access_token: expect.stringMatching(/^[\w-]{40,}$/),
    user: { login: promoter.iin, role: 'promoter', password_change_required: false },
  })
  const token = String(body.access_token)
  expect((await at().api('promoterMe', {}, token)).body).toMatchObject({
    success: true,
    user: { login: promoter.iin },
  })
  const kept = await at()
    .db.selectFrom('tokens')
    .select(['kind', 'hash'])
    .where('iin', '=', promoter.iin)
    .execute()
  expect(kept.map(({ kind }) => kind)).toEqual(['promoter'])
  expect(JSON.stringify(kept)).not.toContain(token)
  await at().api('promoterLogout', {}, token)
  expect((await at().api('promoterMe', {}, token)).status).toBe(401)

  const idle = await promoterToken(at())
  await clockOn(at(), 1_439 * 60)
  expect((await at().api('promoterMe', {}, idle)).status).toBe(200)
  await clockOn(at(), 1_441 * 60)
  expect((await at().api('promoterMe', {}, idle)).status).toBe(401)
  await clockTo(at(), null)
})

test('a wrong password, an unknown login and a blocked account answer the same words', async () => {
  const { id } = await promoterAccount(at())
  const open = await promoterToken(at())
  const wrong = await login('not-it')
  const unknown = await login('not-it', '910330499911')
  await at()
    .db.updateTable('accounts')
    .set({ blocked_at: new Date() })
    .where('id', '=', id)
    .execute()
  const blocked = await login(promoterPassword)
  expect((await at().api('promoterMe', {}, open)).status).toBe(401)
  await at().db.updateTable('accounts').set({ blocked_at: null }).where('id', '=', id).execute()
  for (const answer of [wrong, unknown, blocked]) {
    expect(answer).toMatchObject({ status: 401, body: { message: 'Неверный логин или пароль' } })
    expect(answer.body).toEqual(wrong.body)
  }
  await forgetAttempts()
})

test('a client’s account of the same IIN is another account: its password opens no portal', async () => {
  await promoterAccount(at())
  const cabinet = await at().api('cabinetLogin', { iin: promoter.iin, password: promoterPassword })
  expect(cabinet.status).toBe(401)
  const buys = await purchaseToken(at())
  expect((await at().api('promoterMe', {}, buys)).status).toBe(403)
  const token = await promoterToken(at())
  expect((await at().api('cabinetPolicies', {}, token)).status).toBe(403)
})

test('five wrong passwords lock the login for five minutes with 13001, an unknown login alike', async () => {
  spec('8.4.13001-login-rate-limit')

  await promoterAccount(at())
  for (const iin of [promoter.iin, '910330499911']) {
    for (let n = 0; n < 5; n += 1) expect((await login('wrong', iin)).status).toBe(401)
    const locked = await login(promoterPassword, iin)
    expect(locked.status).toBe(429)
    const message = 'Слишком много попыток входа. Повторите через 5 минут.'
    expect(locked.body).toMatchObject({ success: false, code: 13001, message })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(290)
  }
  await clockOn(at(), 301)
  expect((await login(promoterPassword)).status).toBe(200)
  await clockTo(at(), null)
  await forgetAttempts()
  await at().db.deleteFrom('sign_in_locks').execute()
})

test('a forgotten password: the temporary one lets only the change through, and is over after a day', async () => {
  spec('7.2.promoter-auth-forgotpassword', '7.3.ours-change-password-temporary')

  const { id } = await promoterAccount(at())
  const other = await promoterToken(at())
  expect((await at().api('promoterForgotPassword', { login: promoter.iin })).body).toEqual({
    success: true,
  })
  const password = await until(temporary, (found) => found !== '')
  expect((await login(promoterPassword)).status).toBe(200)
  const { body } = await login(password)
  expect(body).toMatchObject({ success: true, user: { password_change_required: true } })
  const token = String(body.access_token)
  expect((await at().raw('/api/promoter/sale/list', { body: {}, token })).body).toMatchObject({
    error: 'password_change_required',
  })
  expect((await at().api('promoterMe', {}, token)).status).toBe(200)

  await clockOn(at(), 24 * 3_600 + 5)
  const late = await login(password)
  expect(late.status).toBe(403)
  expect(late.body).toMatchObject({ error: 'password_expired' })
  await clockTo(at(), null)

  const short = await at().raw('/api/promoter/auth/changePassword', {
    body: { password: 'кот', password_repeat: 'кот' },
    token,
  })
  expect(short.status).toBe(422)
  const fresh = { password: 'new-word-1', password_repeat: 'new-word-1' }
  expect((await at().api('promoterChangePassword', fresh, token)).body).toEqual({ success: true })
  expect((await at().api('promoterSales', {}, token)).status).toBe(200)
  expect((await at().api('promoterMe', {}, other)).status).toBe(401)
  expect((await login(password)).status).toBe(401)
  expect((await login('new-word-1')).status).toBe(200)
  await at()
    .db.updateTable('accounts')
    .set({ temporary_sent_at: null })
    .where('id', '=', id)
    .execute()
})

test('a repetition that sends nothing takes nothing from what may be asked for', async () => {
  const unknown = '870901499933'
  for (const login of [promoter.iin, unknown]) {
    const asks = () => at().raw('/api/promoter/auth/forgotPassword', { body: { login } })
    const pressed = []
    for (let n = 0; n < 8; n += 1) pressed.push((await asks()).status)
    expect(pressed).toContain(429)
    // Two minutes later the next one is a first again, from the same address.
    await clockOn(at(), 125)
    expect((await asks()).status).toBe(200)
  }
  await clockTo(at(), null)
})

test('forgot password answers the same for a login nobody has, and 13000 to whoever asks too often', async () => {
  spec('8.4.13000-password-reset-rate')

  const unknown = '870901499925'
  for (let n = 0; n < 5; n += 1)
    expect((await at().api('promoterForgotPassword', { login: unknown })).body).toEqual({
      success: true,
    })
  const often = await at().raw('/api/promoter/auth/forgotPassword', {
    body: { login: unknown },
    locale: 'ru',
  })
  expect(often.status).toBe(429)
  expect(often.body).toMatchObject({
    success: false,
    code: 13000,
    message: expect.stringMatching(/^Слишком много попыток\. Повторите через \d+ (?:секунд|минут)/),
  })
  expect(await at().messages('77010000023')).toEqual([])
})
