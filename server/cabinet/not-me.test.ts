import { expect, test } from 'vitest'
import { checkDigitOf } from '#domain/iin.ts'
import { account, codeOn, signedIn } from '#tests/client.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

/** Every door by which e-mail, phone or password of a client change, and "it was not me". */
const at = sharedTestApp()
const clerk = { iin: '880808399905', phone: '77010000777' }
let made = 0

async function somebody() {
  made += 1
  const digits = `8405${String(made).padStart(2, '0')}3999`
  const iin = [0, 1, 2].map((n) => `${digits}${n}`).find((one) => checkDigitOf(one) !== null) ?? ''
  const person = await at().control('PUT', `/control/people/${iin}${checkDigitOf(iin)}`, {})
  const who = { iin: String(person.iin), phone: String(person.phone) }
  const { id } = await account(at(), who)
  const email = `old-${made}@example.kz`
  await at()
    .db.updateTable('accounts')
    .set({ email, email_confirmed_at: new Date() })
    .where('id', '=', id)
    .execute()
  return { ...who, id, email, token: await signedIn(at(), who) }
}
type Client = Awaited<ReturnType<typeof somebody>>

const mailOf = async (address: string) =>
  until(
    () => at().mails(address),
    (letters) => letters.length > 0,
  )
const codeIn = (text: string) => /\b\d{4}\b/.exec(text)?.[0] ?? ''
/** A block keeps the client's data, so that nothing is erased at once. */
async function isKept({ iin }: { iin: string }) {
  const { db, clock } = at().server.deps
  const { id } = await db
    .insertInto('screenings')
    .values({ iin, decision: 'hit', matches: '[]', list_versions: '{}', at: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('kyc_cases')
    .values({ iin, status: 'blocked', screening_id: id, entries: '[]', changed_at: clock.now() })
    .execute()
}
const movesPhone = async ({ iin }: { iin: string }, phone: string) =>
  at().control('PUT', `/control/people/${iin}`, { phone })
const codesOn = async (phone: string) =>
  (await at().messages(phone)).filter(({ text }) => / код/.test(text)).length
const stale = async ({ id }: Client) =>
  at()
    .db.updateTable('tokens')
    .set({
      created_at: new Date('2026-11-19T00:00:00Z'),
      proved_at: new Date('2026-11-19T00:00:00Z'),
    })
    .where('account_id', '=', id)
    .execute()

async function newEmail({ token, phone }: Client, staleSession: boolean) {
  const email = `new-${made}@example.kz`
  const sent = await at().api('cabinetChangeEmail', { email }, token)
  expect(sent.body).toMatchObject({ success: true })
  const code = codeIn((await mailOf(email))[0]?.text ?? '')
  if (staleSession) {
    const without = await at().api('cabinetConfirmEmail', { email, code }, token)
    expect(without.status).toBe(422)
  }
  const phone_code = staleSession ? { phone_code: await codeOn(at(), phone) } : {}
  const changed = await at().api('cabinetConfirmEmail', { email, code, ...phone_code }, token)
  expect(changed.body).toEqual({ success: true })
}

const doors: Record<
  string,
  { action: string; told: 'both' | 'mail'; goes: (of: Client) => Promise<void> }
> = {
  'the e-mail, just signed in': {
    action: 'account.email_changed',
    told: 'both',
    goes: (client) => newEmail(client, false),
  },
  'the e-mail, signed in long ago': {
    action: 'account.email_changed',
    told: 'both',
    goes: async (client) => {
      await stale(client)
      await newEmail(client, true)
    },
  },
  'the phone': {
    action: 'account.phone_changed',
    told: 'both',
    goes: async (client) => {
      const phone = `7702000${String(1000 + made)}`
      await movesPhone(client, phone)
      await at().api('cabinetChangePhone', { phone }, client.token)
      const code = await codeOn(at(), phone)
      const { body } = await at().api('cabinetConfirmPhone', { phone, code }, client.token)
      expect(body).toEqual({ success: true })
      await movesPhone(client, client.phone)
    },
  },
  'the password': {
    action: 'account.password_changed',
    told: 'both',
    goes: async ({ token }) => {
      const chosen = ['thief', '12'].join('-')
      const ask = { password: chosen, password_repeat: chosen }
      const { body } = await at().api('cabinetChangePassword', ask, token)
      expect(body).toEqual({ success: true })
    },
  },
  'the e-mail, by staff': {
    action: 'client.email_corrected',
    told: 'both',
    goes: async ({ id }) => {
      await account(at(), clerk, { role: 'staff' })
      const staff = await signedIn(at(), clerk)
      const ask = { account_id: id, email: `staff-${made}@example.kz` }
      expect((await at().api('staffSetEmail', ask, staff)).body).toEqual({ success: true })
    },
  },
  'a forgotten password': {
    action: 'account.password_sent',
    told: 'mail',
    goes: async ({ phone }) => {
      expect((await at().api('cabinetForgotPassword', { phone })).status).toBe(200)
    },
  },
}

test.each(Object.entries(doors))('%s: told as it was, undone by its link', async (_name, door) => {
  const client = await somebody()
  await door.goes(client)
  const [letter] = await mailOf(client.email)
  const key = /#key=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  expect(key).toHaveLength(20)
  if (door.told === 'both')
    await until(
      () => at().messages(client.phone),
      (texts) => texts.some(({ text }) => text.includes(key)),
    )
  const lines = await at()
    .db.selectFrom('audit')
    .select(['action', 'details'])
    .where('object_id', '=', client.id)
    .execute()
  expect(lines.map(({ action }) => action)).toEqual([door.action])
  expect(JSON.stringify(lines)).not.toContain(client.phone)
  const history = await at().api('cabinetHistory', {}, client.token)
  expect(history.body).toMatchObject({ success: true, data: [{ what: expect.any(String) }] })

  // A stranger's key reveals nothing.
  expect((await at().api('accountNotMeRead', { key: 'x'.repeat(32) })).status).toBe(404)
  const read = await at().api('accountNotMeRead', { key })
  expect(read.body).toMatchObject({ success: true })
  expect(JSON.stringify(read.body)).not.toContain(client.phone)

  const ended = await at().api('accountNotMe', { key })
  expect(ended.body).toMatchObject({ success: true, data: { phone: expect.any(String) } })
  expect((await at().api('cabinetUser', {}, client.token)).status).toBe(401)
  const code = await until(
    () => codeOn(at(), client.phone),
    (found) => found !== '',
  )
  const password = ['owner', '12'].join('-')
  const ask = { key, password, password_repeat: password }
  const other = String((Number(code) + 1) % 10_000).padStart(4, '0')
  expect((await at().api('accountNotMePassword', { ...ask, code: other })).body).toMatchObject({
    code: 14014,
  })
  expect((await at().api('accountNotMePassword', { ...ask, code })).body).toEqual({ success: true })
  const back = await at()
    .db.selectFrom('accounts')
    .select(['phone', 'email'])
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow()
  expect(back).toEqual({ phone: client.phone, email: client.email })
  expect((await at().api('cabinetLogin', { iin: client.iin, password })).status).toBe(200)
  // Used once.
  expect((await at().api('accountNotMeRead', { key })).body).toMatchObject({
    data: { state: 'used' },
  })
  expect((await at().api('accountNotMe', { key })).status).toBe(404)
})

test('a key that ran out opens nothing, one that holds opens however many wrong ones were tried', async () => {
  const client = await somebody()
  await doors['the password']?.goes(client)
  const key = /#key=([\w-]+)/.exec((await mailOf(client.email))[0]?.text ?? '')?.[1] ?? ''
  const wrong = () => at().api('accountNotMeRead', { key: 'x'.repeat(32) })
  expect((await wrong()).status).toBe(404)
  const tried = at().db.updateTable('rate_limits').where('key', 'like', 'noticeLinksPerAddress:%')
  await tried.set({ points: 1_000_000 }).execute()
  expect((await wrong()).status).toBe(429)
  expect((await at().api('accountNotMeRead', { key })).status).toBe(200)
  await tried.set({ points: 0 }).execute()
  await at()
    .db.updateTable('account_changes')
    .set({ expires_at: new Date('2026-11-01T00:00:00Z') })
    .where('account_id', '=', client.id)
    .execute()
  expect((await at().api('accountNotMeRead', { key })).body).toMatchObject({
    data: { state: 'old' },
  })
  expect((await at().api('accountNotMe', { key })).status).toBe(404)
})

test('keys of later changes, told to contacts of somebody else, end when the owner is back', async () => {
  const client = await somebody()
  const keyAt = async (address: string) => {
    const letters = await until(
      () => at().mails(address),
      (found) => found.some(({ text }) => text.includes('#key=')),
    )
    const letter = letters.find(({ text }) => text.includes('#key='))
    return /#key=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  }
  await newEmail(client, false)
  const own = await keyAt(client.email)
  await doors['the password']?.goes(client)
  const later = await keyAt(`new-${made}@example.kz`)
  expect((await at().api('accountNotMeRead', { key: later })).status).toBe(200)
  await at().api('accountNotMe', { key: own })
  const code = await until(
    () => codeOn(at(), client.phone),
    (found) => found !== '',
  )
  const password = ['owner', '12'].join('-')
  const ask = { key: own, code, password, password_repeat: password }
  expect((await at().api('accountNotMePassword', ask)).body).toEqual({ success: true })
  expect((await at().api('accountNotMeRead', { key: later })).body).toMatchObject({
    data: { state: 'used' },
  })
  expect((await at().api('accountNotMe', { key: later })).status).toBe(404)
  expect((await at().api('cabinetLogin', { iin: client.iin, password })).status).toBe(200)
})

const takes = {
  'a code with an IIN': async ({ iin, phone }: Client, was: Client) => {
    const earlier = await codesOn(phone)
    await at().api('cabinetSendCode', { phone, iin })
    await until(
      () => codesOn(phone),
      (found) => found > earlier,
    )
    const code = await codeOn(at(), phone)
    const { body } = await at().api('cabinetLoginByCode', { phone, iin, code })
    expect(body).toMatchObject({ success: true })
    expect(was.phone).toBe(phone)
  },
} as const

test.each(Object.entries(takes))(
  'a phone that leaves by %s is told by letter',
  async (_name, goes) => {
    const was = await somebody()
    const next = await somebody()
    await at().db.updateTable('accounts').set({ phone: null }).where('id', '=', next.id).execute()
    await movesPhone(next, was.phone)
    await goes({ ...next, phone: was.phone }, was)
    expect(await mailOf(was.email)).toHaveLength(1)
  },
)

test('a deletion is asked by whoever proves who they are, told to phone and e-mail, and taken back by its owner', async () => {
  const one = await somebody()
  await stale(one)
  const asks = (body = {}) => at().api('cabinetAskDeletion', body, one.token)
  const bare = await asks()
  expect([bare.status, bare.body]).toMatchObject([422, { errors: [{ path: 'current_password' }] }])
  expect((await asks({ current_password: 'desk-2026' })).status).toBe(422)
  const row = () =>
    at()
      .db.selectFrom('accounts')
      .select(['deletion_asked_at', 'deletion_due_on'])
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
  expect(await row()).toEqual({ deletion_asked_at: null, deletion_due_on: null })

  await at()
    .db.updateTable('tokens')
    .set({ proved_at: at().server.deps.clock.now() })
    .where('account_id', '=', one.id)
    .execute()
  await isKept(one)
  expect((await asks()).body).toMatchObject({ success: true })
  expect((await asks()).body).toMatchObject({ success: true })
  const letters = await until(
    () => at().mails(one.email),
    (found) => found.some(({ subject }) => /өшіру|удален/.test(subject)),
  )
  expect(letters.filter(({ subject }) => /өшіру|удален/.test(subject))).toHaveLength(1)
  const sms = await until(
    () => at().messages(one.phone),
    (found) => found.some(({ text }) => /өшіру|удалени/.test(text)),
  )
  const key = /#([\w-]{20,})/.exec(sms.find(({ text }) => /#/.test(text))?.text ?? '')?.[1] ?? ''
  const acts = await at()
    .db.selectFrom('audit')
    .select('action')
    .where('object_id', '=', one.id)
    .where('action', '=', 'account.deletion_asked')
    .execute()
  expect(acts).toHaveLength(1)
  expect((await at().api('accountNotMe', { key })).body).toMatchObject({ success: true })
  expect(await row()).toEqual({ deletion_asked_at: null, deletion_due_on: null })
})

test('what a session takes away or ends stands in its owner’s history', async () => {
  const one = await somebody()
  expect((await at().api('cabinetExport', {}, one.token)).status).toBe(200)
  await until(
    () => at().mails(one.email),
    (found) => found.some(({ subject }) => /жүктеп алынды|скачаны/.test(subject)),
  )
  const other = await signedIn(at(), one)
  expect((await at().api('cabinetLogoutEverywhere', {}, other)).body).toEqual({ success: true })
  const { body } = await at().api('cabinetHistory', {}, await signedIn(at(), one), 'ru')
  expect(body).toMatchObject({
    data: [{ what: 'завершены сеансы' }, { what: 'скачаны Ваши данные' }],
  })
})
