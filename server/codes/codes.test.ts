import { expect, test } from 'vitest'
import { type Caller, caller } from '#tests/caller.ts'
import { account, codeOn } from '#tests/client.ts'
import { clockOn, ready } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { wrongCodeText } from '#texts/wrong-code.ts'
import { hashPassword } from '../accounts/change-password.ts'

const at = sharedTestApp({ WORKER: 'off', TRUST_PROXY: '1', STAFF_SIGN_IN_CODE: 'on' })
const SPENT =
  'Для этого телефона за сутки введено слишком много неверных кодов. Войдите по паролю (новый пришлём по SMS) или через eGov.'
const password = 'right-password'
let made = 0
/** A person with a password and, if given, a role; each test has its own. */
async function somebody(role = 'user', who = { iin: '', phone: '' }) {
  made += 1
  const { iin, phone } = who.iin
    ? who
    : {
        iin: `8201013000${String(made).padStart(2, '0')}`,
        phone: `7705100${String(made).padStart(4, '0')}`,
      }
  const { id } = await account(at(), { iin, phone }, { role })
  await at()
    .db.updateTable('accounts')
    .set({ password_hash: await hashPassword(password), role })
    .where('id', '=', id)
    .execute()
  return { id, iin, phone }
}
const stranger = (n: number) => caller(at(), `198.51.100.${n}`)
const victim = () => caller(at(), '203.0.113.5')
/** Our next code after those already received. */
async function newCode(phone: string, ask: () => Promise<{ status: number }>) {
  const before = (await at().messages(phone)).length
  expect((await ask()).status).toBe(200)
  await until(
    () => at().messages(phone),
    (messages) => messages.length > before,
  )
  return codeOn(at(), phone)
}
const code1414 = async (phone: string) =>
  /\b\d{4}\b/.exec(
    (await at().messages(phone)).find(({ text }) => /растау коды|код подтверждения/.test(text))
      ?.text ?? '',
  )?.[0] ?? ''
const wrongOf = (...codes: string[]) =>
  ['0000', '1111', '2222', '3333', '4444'].find((one) => !codes.includes(one)) ?? ''
/** The answer to a wrong code that may be retried. */
const wrongWith = (left: number) => wrongCodeText(left).ru
const guesses = async (by: Caller, phone: string, code: string, times: number) => {
  const said: (string | undefined)[] = []
  for (let n = 0; n < times; n += 1)
    said.push((await by('cabinetLoginByCode', { phone, code })).body.message)
  return said
}
const many = async (times: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < times; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, times - n) }, (_, one) => work(n + one)))
}

test('a phone bears ten wrong codes a day, of every kind and from wherever; then a password enters', async () => {
  const who = await somebody('user', ready('930412399924'))
  const own = victim()
  const right = await newCode(who.phone, () => own('cabinetSendCode', { phone: who.phone }))
  const [first, second, third] = [stranger(1), stranger(2), stranger(3)]
  await first('cabinetSendCode', { phone: who.phone })
  const wrong = wrongOf(right)
  const before = await at().server.deps.metrics.wrongCodes.get()
  expect(await guesses(first, who.phone, wrong, 4)).toEqual([4, 3, 2, 1].map(wrongWith))
  await second('sendClientOtp', { iin: who.iin, phone: who.phone })
  const otp_code = wrongOf(await code1414(who.phone))
  for (const left of [4, 3, 2, 1])
    expect(
      (await second('validateClientOtp', { iin: who.iin, phone: who.phone, otp_code })).body
        .message,
    ).toBe(wrongWith(left))
  await third('cabinetSendCode', { phone: who.phone })
  expect(await guesses(third, who.phone, wrong, 4)).toEqual([
    wrongWith(4),
    wrongWith(3),
    SPENT,
    SPENT,
  ])

  // Nor does the right one work for a browser that has not proved the phone before; and none is
  // sent any more.
  expect(await own('cabinetLoginByCode', { phone: who.phone, code: right })).toMatchObject({
    status: 200,
    body: { success: false, code: 14014, message: SPENT },
  })
  const four = stranger(4)
  expect((await four('cabinetSendCode', { phone: who.phone })).body).toMatchObject({
    code: 14014,
    message: SPENT,
  })
  expect((await four('sendClientOtp', { iin: who.iin, phone: who.phone })).body).toMatchObject({
    code: 14014,
    message: SPENT,
  })
  expect((await own('cabinetLogin', { iin: who.iin, password })).status).toBe(200)

  const counted = (one: typeof before, purpose: string) =>
    one.values.find(({ labels }) => labels.purpose === purpose)?.value ?? 0
  const after = await at().server.deps.metrics.wrongCodes.get()
  expect(counted(after, 'sign_in') - counted(before, 'sign_in')).toBe(6)
  expect(counted(after, 'buy') - counted(before, 'buy')).toBe(4)
})

test('one address has six wrong codes of a phone, and a right one is none of them', async () => {
  const { phone } = await somebody()
  for (let n = 0; n < 6; n += 1) {
    const one = stranger(10)
    const right = await newCode(phone, () => one('cabinetSendCode', { phone }))
    expect((await one('cabinetLoginByCode', { phone, code: wrongOf(right) })).body.message).toBe(
      wrongWith(4),
    )
    expect((await one('cabinetLoginByCode', { phone, code: right })).body.success).toBe(n < 5)
  }
  expect((await stranger(10)('cabinetSendCode', { phone })).body.message).toBe(SPENT)
  expect((await stranger(11)('cabinetSendCode', { phone })).body.success).toBe(true)
})

test('where the phone was proved before, codes go on while strangers use up theirs', async () => {
  const { phone } = await somebody()
  const own = victim()
  const first = await newCode(phone, () => own('cabinetSendCode', { phone }))
  const entered = await own('cabinetLoginByCode', { phone, code: first })
  expect(entered.body.success).toBe(true)
  expect(entered.cookies).toEqual([
    expect.stringMatching(
      /^browser=[\w-]{27}\.[\w-]{22}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    ),
  ])
  for (let n = 20; n < 23; n += 1) {
    const one = stranger(n)
    await one('cabinetSendCode', { phone })
    await guesses(one, phone, wrongOf(first), 5)
  }
  expect((await stranger(24)('cabinetSendCode', { phone })).body.message).toBe(SPENT)
  // The cookie of one phone proves no other, and nobody can forge it.
  const forged = await fetch(`${at().url}/api/cabinet/auth/sendCode`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `browser=${'A'.repeat(27)}.${'B'.repeat(22)}`,
    },
    body: JSON.stringify({ phone }),
  })
  expect(await forged.json()).toMatchObject({ code: 14014 })
  await clockOn(at(), 31)
  const again = await newCode(phone, () => own('cabinetSendCode', { phone }))
  expect((await own('cabinetLoginByCode', { phone, code: again })).body.success).toBe(true)
})

test('a stranger’s guesses and asking leave the code of whoever asked as it was', async () => {
  const { phone } = await somebody()
  const own = victim()
  const right = await newCode(phone, () => own('cabinetSendCode', { phone }))
  const wrong = wrongOf(right)
  // Without a cookie from the same address, and from another.
  const near = caller(at(), '203.0.113.5', { browser: false })
  await guesses(near, phone, wrong, 5)
  const far = stranger(30)
  expect((await far('cabinetSendCode', { phone })).status).toBe(200)
  expect((await far('cabinetLoginByCode', { phone, code: right })).body.success).toBe(false)
  expect((await own('cabinetLoginByCode', { phone, code: right })).body.success).toBe(true)
})

test('the code of 1414 belongs to whoever asked, too; a program without cookies gives it back from its address', async () => {
  const who = ready('880214399916')
  const own = victim()
  expect((await own('sendClientOtp', who)).status).toBe(200)
  const otp_code = await code1414(who.phone)
  const far = caller(at(), '198.51.100.40', { browser: false })
  for (let n = 0; n < 5; n += 1)
    await far('validateClientOtp', { ...who, otp_code: wrongOf(otp_code) })
  expect((await far('sendClientOtp', who)).body.success).toBe(true)
  const theirs = await code1414(who.phone)
  if (theirs !== otp_code)
    expect((await own('validateClientOtp', { ...who, otp_code: theirs })).body.success).toBe(false)
  expect((await own('validateClientOtp', { ...who, otp_code })).body.success).toBe(true)
  expect(
    (
      await caller(at(), '198.51.100.41', { browser: false })('validateClientOtp', {
        ...who,
        otp_code: theirs,
      })
    ).body.success,
  ).toBe(false)
  expect((await far('validateClientOtp', { ...who, otp_code: theirs })).body.success).toBe(true)
})

test('whoever asks again and again from one address keeps nobody else from asking', async () => {
  const { phone } = await somebody()
  const bad = stranger(50)
  await many(310, () => bad('cabinetSendCode', { phone }))
  expect((await victim()('cabinetSendCode', { phone })).status).toBe(200)

  const who = ready('900622499917')
  // As many of other phones as an hour bears, but for the last few.
  await at()
    .db.insertInto('rate_limits')
    .values({ key: `otpPerIin:${who.iin}`, points: 395, expire: String(Date.now() + 3_600_000) })
    .execute()
  for (let n = 0; n < 9; n += 1)
    expect(
      (await bad('sendClientOtp', { iin: who.iin, phone: `7701999000${n}` })).body,
    ).toMatchObject({ code: 14002 })
  expect((await victim()('sendClientOtp', who)).body.success).toBe(true)
})

test('a desk’s second step is counted by itself: strangers do not stop it, ten wrong codes do', async () => {
  const { iin, phone } = await somebody('staff')
  const bad = stranger(60)
  await many(310, () => bad('cabinetSendCode', { phone }))
  await guesses(bad, phone, '0000', 6)
  const own = victim()
  const pending = async () =>
    String((await own('cabinetLogin', { iin, password })).body.data?.pending)
  const first = await pending()
  const right = await codeOn(at(), phone)
  expect((await own('cabinetConfirmSignIn', { pending: first, code: right })).body.success).toBe(
    true,
  )

  // A stranger with the password guesses elsewhere.
  const thief = stranger(61)
  const said: (string | undefined)[] = []
  for (let n = 0; n < 3; n += 1) {
    await clockOn(at(), 31)
    const key = String((await thief('cabinetLogin', { iin, password })).body.data?.pending)
    const code = wrongOf(await codeOn(at(), phone))
    for (let guess = 0; guess < 4; guess += 1)
      said.push((await thief('cabinetConfirmSignIn', { pending: key, code })).body.message)
  }
  expect(said.slice(0, 10)).toEqual([4, 3, 2, 1, 4, 3, 2, 1, 4, 3].map(wrongWith))
  expect(said.slice(10)).toEqual(
    Array(2).fill(
      'За сутки введено слишком много неверных кодов. Смените пароль, повторите завтра или обратитесь к администратору.',
    ),
  )
  await clockOn(at(), 31)
  const next = await pending()
  expect(
    (await own('cabinetConfirmSignIn', { pending: next, code: await codeOn(at(), phone) })).body
      .success,
  ).toBe(true)
})

test('a forgotten password: one address keeps nobody else from asking, and learns of few unknown phones', async () => {
  const { phone } = await somebody()
  const bad = stranger(70)
  for (let n = 0; n < 6; n += 1) await bad('cabinetForgotPassword', { phone })
  // A password already sent costs nothing.
  expect(await bad('cabinetForgotPassword', { phone })).toMatchObject({
    status: 404,
    body: { error: 'already_sent' },
  })
  expect(await victim()('cabinetForgotPassword', { phone })).toMatchObject({
    status: 404,
    body: { error: 'already_sent' },
  })

  const lister = stranger(71)
  await many(500, (n) =>
    lister('cabinetForgotPassword', { phone: `7702${String(n).padStart(7, '0')}` }),
  )
  const other = await somebody()
  const unknown = '77029999999'
  expect((await lister('cabinetForgotPassword', { phone: unknown })).status).toBe(429)
  expect((await lister('cabinetForgotPassword', { phone: other.phone })).status).toBe(429)
  expect((await victim()('cabinetForgotPassword', { phone: other.phone })).body).toEqual({
    success: true,
  })
})

test('a right code twice at once: one enters, the other is told that it was accepted, and no guess is lost', async () => {
  const who = ready('850505499909')
  const own = victim()
  const told = async (ask: () => Promise<{ body: { success?: boolean; message?: string } }>) => {
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    // One more, after it.
    const after = await ask()
    return new Set([...answers, after].flatMap(({ body }) => body.message ?? []))
  }
  const USED = 'Этот код уже принят. Если страница не открылась, запросите новый.'
  await own('sendClientOtp', who)
  const otp_code = await code1414(who.phone)
  expect(await told(() => own('validateClientOtp', { ...who, otp_code }))).toEqual(new Set([USED]))

  const { phone } = await somebody()
  const right = await newCode(phone, () => own('cabinetSendCode', { phone }))
  expect(await told(() => own('cabinetLoginByCode', { phone, code: right }))).toEqual(
    new Set([USED]),
  )
  // A code that was never right is no accepted one.
  expect((await own('cabinetLoginByCode', { phone, code: wrongOf(right) })).body.message).toBe(
    'Неверный код',
  )
  const points = await at()
    .db.selectFrom('rate_limits')
    .select('points')
    .where('key', 'like', `wrongCodes%${phone}%`)
    .execute()
  expect(points.every((row) => Number(row.points) === 0)).toBe(true)
})

test('whose a phone is, an address asks forty times in ten minutes, by whatever call', async () => {
  const asks = stranger(61)
  const spent = { key: 'wrongCodesPerAddress:198.51.100.61', points: 1e6 }
  await at()
    .db.insertInto('rate_limits')
    .values({ ...spent, expire: String(Date.now() + 600_000) })
    .execute()
  const others = { iin: '880214399916', phone: '77010000001' }
  expect((await asks('sendClientOtp', others)).status).toBe(429)
  expect((await asks('cabinetSendCode', others)).status).toBe(429)
  // From elsewhere the answer is the same, and it counts.
  const elsewhere = stranger(62)
  expect((await elsewhere('cabinetSendCode', others)).body).toMatchObject({ code: 14002 })
  const counted = await at()
    .db.selectFrom('rate_limits')
    .select('points')
    .where('key', '=', 'wrongCodesPerAddress:198.51.100.62')
    .executeTakeFirst()
  expect(counted?.points).toBe(1)
})
