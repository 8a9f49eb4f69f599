import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { caller } from '#tests/caller.ts'
import { account, signedIn } from '#tests/client.ts'
import { promoter, promoterPassword, promoterToken } from '#tests/promoter.ts'
import { buyer, clockOn, purchaseToken, quoted, sale } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import { hashPassword } from '../accounts/change-password.ts'
import { limits } from './limits.ts'

/** The whole test app with the limits of production, believing one proxy. */
async function house() {
  const at = await testApp({ WORKER: 'off', TRUST_PROXY: '1' })
  Object.assign(at.server.deps, { limits: limits(at.server.deps.pool) })
  return at
}

const ADDRESS = '203.0.113.50'
const checkDigit = (digits: string): number | null => {
  const sum = (from: number) =>
    [...digits].reduce(
      (all, digit, index) => all + Number(digit) * (((index + from) % 11) + 1),
      0,
    ) % 11
  const first = sum(0)
  const second = first === 10 ? sum(2) : first
  return second === 10 ? null : second
}
/** New people, each with their own phone. */
function people(many: number) {
  const made: { iin: string; phone: string }[] = []
  for (let n = 0; made.length < many; n += 1) {
    const digits = `8401013${String(4000 + n).padStart(4, '0')}`
    const last = checkDigit(digits)
    if (last !== null) made.push({ iin: `${digits}${last}`, phone: `7705${String(3_000_000 + n)}` })
  }
  return made
}
const inGroups = async <T>(all: readonly T[], size: number, work: (one: T) => Promise<void>) => {
  for (let n = 0; n < all.length; n += size) await Promise.all(all.slice(n, n + size).map(work))
}

/** The newest code on a virtual phone. */
const codeOf = async (at: TestApp, phone: string) =>
  /\b\d{4}\b/.exec((await at.messages(phone))[0]?.text ?? '')?.[0] ?? ''

test('two hundred buyers behind one address come to their price in ten minutes', async () => {
  const at = await house()
  const all = people(200)
  await inGroups(all, 20, ({ iin, phone }) =>
    at.control('PUT', `/control/people/${iin}`, { phone }),
  )
  const said: unknown[] = []
  await inGroups(all, 40, async (who) => {
    // Half of them as a browser, half as a program without cookies.
    const own = caller(at, ADDRESS, { browser: all.indexOf(who) % 2 === 0 })
    const sent = await own('sendClientOtp', who)
    const otp_code = await codeOf(at, who.phone)
    const entered = await own('validateClientOtp', { ...who, otp_code })
    said.push([sent.status, entered.status, entered.body.success])
    if (said.length % 20) return
    const body = sale({ insurant: { ...who, willDrive: true } })
    const token = String(entered.body.data?.token)
    expect((await at.api('ogpoCalculate', body, token)).status).toBe(200)
  })
  expect(new Set(said.map((one) => JSON.stringify(one)))).toEqual(new Set(['[200,200,true]']))
  expect(said).toHaveLength(200)
}, 120_000)

/** Calls each, twenty at a time: a busy machine sheds more simultaneous password checks. */
async function byTwenty<T, Answer>(all: readonly T[], ask: (one: T) => Promise<Answer>) {
  const answers: Answer[] = []
  for (let from = 0; from < all.length; from += 20)
    answers.push(...(await Promise.all(all.slice(from, from + 20).map(ask))))
  return answers
}

test('a hundred promoters behind one address sign in at once, and again', async () => {
  const at = await house()
  const hash = await hashPassword(promoterPassword)
  const all = people(100)
  await at.db
    .insertInto('accounts')
    .values(
      all.map(({ iin, phone }) => ({
        iin,
        phone,
        realm: 'promoter',
        role: 'promoter',
        password_hash: hash,
        created_at: at.server.deps.clock.now(),
      })),
    )
    .execute()
  for (const _round of [1, 2]) {
    const answers = await byTwenty(all, ({ iin }) =>
      caller(at, ADDRESS)('promoterLogin', { login: iin, password: promoterPassword }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  }
}, 120_000)

test('sixty wrong passwords from one address are stopped, for how long is said, and whoever signed in there before goes on', async () => {
  const at = await house()
  const [own, fresh, ...others] = people(90)
  if (!own || !fresh) throw new Error('nobody')
  for (const { iin, phone } of [own, fresh])
    await at.db
      .updateTable('accounts')
      .set({ password_hash: await hashPassword('right-password') })
      .where('id', '=', (await account(at, { iin, phone })).id)
      .execute()
  const known = caller(at, ADDRESS)
  const enter = (by: typeof known, { iin }: { iin: string }, password = 'right-password') =>
    by('cabinetLogin', { iin, password })
  expect((await enter(known, own)).status).toBe(200)
  const answers = await byTwenty(others, (one) => enter(caller(at, ADDRESS), one, 'wrong-password'))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(60)
  const [stopped] = answers.filter(({ status }) => status === 429)
  expect(stopped?.body).toMatchObject({
    code: 13001,
    message: expect.stringMatching(/^Слишком много попыток входа\. Повторите через \d/),
  })
  expect((await enter(caller(at, ADDRESS), fresh)).status).toBe(429)
  expect((await enter(known, own)).status).toBe(200)
  expect((await enter(caller(at, '203.0.113.51'), fresh)).status).toBe(200)
}, 120_000)

test('forty wrong codes and foreign phones from one address are stopped', async () => {
  const at = await house()
  const all = people(45)
  const own = caller(at, ADDRESS)
  const answers: number[] = []
  for (const { iin } of all)
    answers.push((await own('sendClientOtp', { iin, phone: '77051112233' })).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(40)
  expect(answers.slice(40)).toEqual([429, 429, 429, 429, 429])
}, 60_000)

test('what a limit refused uses nothing up, and what was given back makes no more room than there was', async () => {
  const at = await house()
  const { limits: own } = at.server.deps
  const take = () => own.take('noticeCodesPerPerson', 'somebody')
  for (let n = 0; n < 6; n += 1) expect(await take()).toBe(true)
  for (let n = 0; n < 5; n += 1) expect(await take()).toBe(false)
  await own.restore('noticeCodesPerPerson', 'somebody')
  expect(await take()).toBe(true)
  expect(await take()).toBe(false)
  for (let n = 0; n < 20; n += 1) await own.restore('noticeCodesPerPerson', 'somebody')
  for (let n = 0; n < 6; n += 1) expect(await take()).toBe(true)
  expect(await take()).toBe(false)
})

test('a code that was sent once is given back once, however often at once it is entered', async () => {
  const at = await house()
  const [who] = people(1)
  if (!who) throw new Error('nobody')
  await at.control('PUT', `/control/people/${who.iin}`, { phone: who.phone })
  const { limits: own, pool } = at.server.deps
  const counted = async () =>
    (await pool.query("select key, points from rate_limits where key !~ 'wrong' order by key")).rows
  // Codes that others sent from here, to this phone and for this person.
  for (let n = 0; n < 6; n += 1) {
    for (const name of ['codesPerAddress', 'signInsPerAddress'] as const)
      await own.take(name, ADDRESS)
    for (const name of ['codesPerPhone', 'smsPerPhoneADay'] as const)
      await own.take(name, who.phone)
    await own.take('codesHere', `${who.phone}:${ADDRESS}`)
    await own.take('otpPerIin', who.iin)
    await own.take('otpPerIinHere', `${who.iin}:${ADDRESS}`)
  }
  const before = await counted()
  const mine = caller(at, ADDRESS)
  expect((await mine('sendClientOtp', who)).status).toBe(200)
  const entered = { ...who, otp_code: await codeOf(at, who.phone) }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => mine('validateClientOtp', entered)),
  )
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
  const points = new Map((await counted()).map(({ key, points: n }) => [key, n]))
  for (const { key, points: n } of before) expect([key, points.get(key)]).toEqual([key, n])
})

test('«already sent» costs nothing: whoever asks again and again gets the next password in its time', async () => {
  const at = await house()
  const [who] = people(1)
  if (!who) throw new Error('nobody')
  await account(at, who)
  const own = caller(at, ADDRESS)
  expect((await own('cabinetForgotPassword', { phone: who.phone })).status).toBe(200)
  for (let n = 0; n < 12; n += 1)
    expect(await own('cabinetForgotPassword', { phone: who.phone })).toMatchObject({
      status: 404,
      body: { error: 'already_sent' },
    })
})

/** A caller past a limit of all callers, a stranger at their own address. */
const inAll = {
  plateChecksInAll: {
    more: 3,
    asks: async (at: TestApp, _who: typeof buyer, address: string) => async () => {
      const headers = { 'x-forwarded-for': address }
      return (await fetch(`${at.url}/check?q=123ABC02`, { headers })).status
    },
  },
  thirdPartiesInAll: {
    more: 2,
    asks: async (at: TestApp, who: typeof buyer) => {
      await at.control('PUT', `/control/people/${who.iin}`, { phone: who.phone })
      const token = await purchaseToken(at, who)
      const on = at.server.deps.clock.today()
      return async () => {
        const body = { id: randomUUID(), named: '999ZZZ02', on }
        return (await at.api('claimThirdParty', body, token)).status
      }
    },
  },
  remindersInAll: {
    more: 3,
    asks:
      async (at: TestApp, { phone }: typeof buyer, address: string) =>
      async () => {
        const headers = {
          'x-forwarded-for': address,
          'content-type': 'application/x-www-form-urlencoded',
        }
        const form = { plate: '404ABC02', end: '01.03.2027', phone, consent: 'yes' }
        const body = new URLSearchParams(form).toString()
        return (await fetch(`${at.url}/remind`, { method: 'POST', headers, body })).status
      },
  },
} as const

test.each(['plateChecksInAll', 'thirdPartiesInAll', 'remindersInAll'] as const)(
  'past the limit %s of everybody each goes on more slowly, and shuts nobody out',
  async (name) => {
    const at = await house()
    const { more, asks } = inAll[name]
    const [first, second] = people(2)
    if (!first || !second) throw new Error('nobody')
    const one = await asks(at, first, '203.0.113.51')
    const another = await asks(at, second, '203.0.113.52')
    const expire = String(Date.now() + 600_000)
    await at.db
      .insertInto('rate_limits')
      .values({ key: `${name}:all`, points: 1_000_000, expire })
      .execute()
    for (let n = 0; n < more; n += 1) expect(await one()).toBe(200)
    expect(await one()).toBe(429)
    expect(await another()).toBe(200)
  },
)

/** Returns the limits' counts, except some; those at zero count as unused. */
async function usedBut(at: TestApp, names: readonly string[] = []) {
  const rows = await at.db
    .selectFrom('rate_limits')
    .select(['key', 'points'])
    .where('points', '>', 0)
    .orderBy('key')
    .execute()
  return rows.filter(({ key }) => !names.includes(key.split(':')[0] ?? ''))
}

test('a code asked for again too soon takes nothing from any limit, at whatever door', async () => {
  const at = await house()
  const { token, email, phone } = await clientWithContacts(at)
  const doors: Record<string, () => Promise<{ status: number }>> = {
    'a sign-in code': () => caller(at, ADDRESS)('cabinetSendCode', { phone }),
    'a new e-mail': () => at.api('cabinetChangeEmail', { email }, token),
    'a new phone': () => at.api('cabinetChangePhone', { phone: '77010000998' }, token),
    'a password': () => at.api('cabinetPasswordCode', {}, token),
  }
  for (const [door, ask] of Object.entries(doors)) {
    expect((await ask()).status, door).toBe(200)
    const used = await usedBut(at)
    expect((await ask()).status, door).toBe(429)
    expect(await usedBut(at), door).toEqual(used)
  }
})

async function clientWithContacts(at: TestApp) {
  const who = { iin: '880214399916', phone: '77010000999' }
  await account(at, who)
  await at.control('PUT', `/control/people/${who.iin}`, { phone: '77010000998' })
  return { ...who, token: await signedIn(at, who), email: 'other@example.kz' }
}

test('strangers at ever new addresses ring a phone sixty times a day and no more, by whatever rings it', async () => {
  const at = await house()
  const who = { iin: '880214399916', phone: '77010000999' }
  await account(at, who)
  await at.control('PUT', `/control/people/${who.iin}`, { phone: who.phone })
  await promoterToken(at)
  await at.db
    .updateTable('accounts')
    .set({ phone: who.phone })
    .where('realm', '=', 'promoter')
    .execute()
  const key = `smsPerPhoneADay:${who.phone}`
  const expire = String(Date.now() + 60_000_000)
  await at.db.insertInto('rate_limits').values({ key, points: 59, expire }).execute()
  const points = (points: number) =>
    at.db.updateTable('rate_limits').set({ points }).where('key', '=', key).execute()
  const rung = async () => (await at.journal('sms')).length
  const buying = await purchaseToken(at)
  const session = await signedIn(at, who)
  const doors: Record<string, (address: string) => Promise<{ status: number; body: object }>> = {
    'a sign-in code': (from) => caller(at, from)('cabinetSendCode', { phone: who.phone }),
    "a buyer's code": (from) => caller(at, from)('sendClientOtp', who),
    'a forgotten password': (from) =>
      caller(at, from)('cabinetForgotPassword', { phone: who.phone }),
    'a question of 1414': () => at.api('requestConsent', who, buying),
    'a new phone': () => at.api('cabinetChangePhone', { phone: who.phone }, session),
  }
  // The register was queried for the phone's owner: that counts, whatever the outcome.
  const spent = ['otpPerIinHere', 'smsPerPhoneADay']
  const told = (body: object) =>
    expect(body).toMatchObject({
      code: 14113,
      message: expect.stringMatching(/SMS/),
    })
  let n = 0
  const from = () => {
    n += 1
    return `203.0.113.${60 + n}`
  }
  for (const [door, ask] of Object.entries(doors)) {
    await points(60)
    const before = await rung()
    const used = await usedBut(at, spent)
    const full = await ask(from())
    expect(full.status, door).toBe(429)
    told(full.body)
    expect(await rung(), door).toBe(before)
    // A refusal by the last limit costs those checked before it nothing.
    expect(await usedBut(at, spent), door).toEqual(used)
    await points(59)
    expect((await ask(from())).status, door).toBe(200)
    const last = await at.db
      .selectFrom('rate_limits')
      .select('points')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    expect(last.points, door).toBe(60)
  }
  // A known and an unknown promoter's login get the same answer, and no SMS.
  const before = await rung()
  const login = { login: promoter.iin }
  expect((await caller(at, from())('promoterForgotPassword', login)).body).toEqual({
    success: true,
  })
  expect(await rung()).toBe(before)
  await points(59)
  // Within two minutes it is the same asking.
  await clockOn(at, 125)
  await caller(at, from())('promoterForgotPassword', login)
  await until(rung, (now) => now > before)
})

test('bills ring a phone that is not the policyholder’s so often a day and no more; their own is not counted', async () => {
  const at = await house()
  const token = await purchaseToken(at)
  const { calculationId } = await quoted(at, token)
  const asks = (phone?: string) =>
    at.api(
      'ogpoOrder',
      {
        calculationId,
        pay: { system: 'mobile_bank', method: 'bill', ...(phone ? { phone } : {}) },
      },
      token,
    )
  const other = '77010000888'
  const key = `billsPerPhoneADay:${other}`
  const expire = String(Date.now() + 60_000_000)
  await at.db.insertInto('rate_limits').values({ key, points: 19, expire }).execute()
  const used = await usedBut(at)
  expect((await asks()).status).toBe(200)
  expect((await asks(buyer.phone)).status).toBe(200)
  expect(await usedBut(at)).toEqual(used)
  expect((await asks(other)).status).toBe(200)
  const before = (await at.journal('bank')).length
  expect(await asks(other)).toMatchObject({ status: 429, body: { code: 14113 } })
  expect((await at.journal('bank')).length).toBe(before)
})
