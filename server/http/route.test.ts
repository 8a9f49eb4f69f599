import { once } from 'node:events'
import { request } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type CallName, contract } from '#contract/index.ts'
import { buyer, clockOn, clockTo, purchaseToken, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { createToken } from './create-token.ts'

const at = sharedTestApp({ WORKER: 'off' })
const names = Object.keys(contract).filter((name): name is CallName => name in contract)
const closed = names.filter((name) => !contract[name].may.includes('everyone'))
const open = names.filter((name) => contract[name].may.includes('everyone'))
const ask = (name: CallName, token?: string) => {
  const { path, method } = contract[name]
  return at().raw(path, { method, token, ...(method === 'GET' ? {} : { body: {} }) })
}
const tokenFor = (
  kind: 'purchase' | 'user' | 'promoter',
  more: { role?: string; hours?: number } = {},
) => {
  const now = at().server.deps.clock.now()
  return createToken(
    at().db,
    { kind, iin: buyer.iin, phone: buyer.phone, role: more.role ?? 'user' },
    now,
    new Date(now.getTime() + (more.hours ?? 1) * 3_600_000),
  )
}

/**
 * Decisions, "The wire": without a token only these; what an unguessable key opens shows nothing
 * personal.
 */
const allowed = [
  '/api/feedbackForm',
  '/api/cabinet/auth/login',
  '/api/cabinet/auth/sendCode',
  '/api/cabinet/auth/loginByCode',
  '/api/cabinet/auth/confirmSignIn',
  '/api/cabinet/auth/resendSignInCode',
  '/api/cabinet/user/forgotPassword',
  '/api/promoter/auth/login',
  '/api/promoter/auth/forgotPassword',
  '/api/policy/kdp/sendClientOtp',
  '/api/policy/kdp/validateClientOtp',
  '/api/policy/ogpo/estimate',
  '/api/policy/ogpo/orderProgress',
  // The phone behind an unguessable link, by two digits, and the code sent there (decision 187).
  '/api/policy/ogpo/orderLink',
  '/api/policy/ogpo/orderSendCode',
  '/api/policy/ogpo/orderOpen',
  '/api/handoff/read',
  '/api/handoff/sendCode',
  '/api/handoff/confirm',
  // The form behind a QR code's unguessable key, and its client's entries.
  '/api/handoff/formRead',
  '/api/handoff/formSend',
  // Whether an unguessable link is valid, and nothing of its notice (decision 225).
  '/api/claim/notice/link',
  // "It was not me" by the unguessable key of a message, and a code to the phone as it was.
  '/api/account/notMe/read',
  '/api/account/notMe/end',
  '/api/account/notMe/password',
  '/api/clock',
  // The state's register of addresses contains nothing about people.
  '/api/address/suggest',
  '/api/address/byCode',
]
test.each(open)('%s may be open to everyone by the decisions', (name) => {
  expect(allowed).toContain(contract[name].path)
})

test.each(closed)('%s without a token is 401', async (name) => {
  spec('6.every-call-says-who')

  const none = await ask(name)
  expect(none.status).toBe(401)
  expect(none.body).toMatchObject({ success: false, message: 'Қайта кіріңіз' })
  expect((await ask(name, 'x'.repeat(43))).status).toBe(401)
})

test.each(open)('%s needs no token', async (name) => {
  expect([200, 422]).toContain((await ask(name)).status)
})

test('a promoter may not call what is the client’s: 403', async () => {
  const token = await tokenFor('promoter')
  for (const name of closed.filter((each) => !contract[each].may.includes('promoter'))) {
    const answer = await ask(name, token)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ success: false, message: 'Бұл әрекетке рұқсатыңыз жоқ' })
  }
})

test('a token that is revoked or out of its time is 401, and a cookie is no token', async () => {
  const token = await purchaseToken(at())
  expect((await at().api('ogpoOptions', {}, token)).status).toBe(200)
  const cookie = await fetch(`${at().url}/api/policy/ogpo/options`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `laravel_auth.token=${encodeURIComponent(`Bearer ${token}`)}`,
    },
    body: '{}',
  })
  expect(cookie.status).toBe(401)
  await at().db.updateTable('tokens').set({ revoked_at: at().server.deps.clock.now() }).execute()
  expect((await at().api('ogpoOptions', {}, token)).status).toBe(401)
})

// The database itself would give the question up after 15 s.
test('while the database does not say who asks, the answer is a 503 in time', {
  timeout: 14_000,
}, async () => {
  spec('8.1.database-hangs-503-within')

  const token = await purchaseToken(at())
  await at()
    .db.transaction()
    .execute(async (holding) => {
      await sql`lock table tokens in access exclusive mode`.execute(holding)
      const answer = await at().raw(contract.ogpoCalculate.path, {
        method: 'POST',
        token,
        body: {},
      })
      expect(answer.status).toBe(503)
      expect(answer.body).toMatchObject({
        success: false,
        message: 'Қызмет уақытша қолжетімсіз. Кейінірек қайталаңыз.',
      })
    })
  expect((await at().api('ogpoOptions', {}, token)).status).toBe(200)
})

test('a client’s own token may buy as well as the token of the code', async () => {
  expect((await at().api('ogpoOptions', {}, await tokenFor('user'))).body).toMatchObject({
    success: true,
    data: { buyer: { iin: buyer.iin } },
  })
})

test('only the hash of a token is stored', async () => {
  const token = await tokenFor('purchase')
  const rows = await at().db.selectFrom('tokens').select('hash').execute()
  expect(
    rows.some(
      ({ hash }) => hash.toString('utf8').includes(token) || hash.toString('base64url') === token,
    ),
  ).toBe(false)
})

test('what is not JSON is 422, what is too large 413, an unknown call 404', async () => {
  const send = (body: string) =>
    fetch(`${at().url}/api/policy/ogpo/estimate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'ru' },
      body,
    })
  expect((await send('{"region":')).status).toBe(422)
  const large = await send(JSON.stringify({ region: 'x'.repeat(300_000) }))
  expect(large.status).toBe(413)
  expect(await large.json()).toMatchObject({ success: false, message: 'Запрос слишком большой' })
  expect((await at().raw('/api/policy/ogpo/unknown', { body: {} })).status).toBe(404)
})

/** Bodies that break careless programs: every field of each call is given each of these values. */
const nasty: unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  'x'.repeat(5_000),
  'a\u0000b'.repeat(8),
  '\ud800'.repeat(24),
  '%00',
  "'; drop table orders; --",
  '{{7*7}}',
]
const fieldsOf = (name: CallName): string[] => {
  const { body } = contract[name]
  return 'shape' in body ? Object.keys(body.shape) : []
}
test.each(names)(
  '%s answers any nonsense with a no of its own, never with an error of ours',
  async (name) => {
    const token = await tokenFor('purchase')
    const { path, method } = contract[name]
    if (method === 'GET') return
    const bodies = [
      null,
      [],
      'text',
      7,
      ...nasty.map((value) => Object.fromEntries(fieldsOf(name).map((field) => [field, value]))),
    ]
    for (const body of bodies) {
      const answer = await at().raw(path, { token, body })
      expect(answer.status, JSON.stringify(body)).toBeLessThan(500)
      expect(answer.body, JSON.stringify(body)).toMatchObject({ success: expect.any(Boolean) })
      // Whom a call is not for, it does not read: the other bodies come to the same line.
      if (answer.status === 403) return
    }
  },
)

test('a text that no database can keep is told by its path, wherever it stands', async () => {
  const token = await tokenFor('purchase')
  const typed = {
    ...buyer,
    phone: undefined,
    document_type: 'ID_CARD',
    number: '049900001',
    issue_date: '2021-09-15',
    issuer: 'ҚР ІІМ',
    valid_to: '2031-09-14',
    surname: 'Әбдіқадыров',
    name: 'Нұрлан',
    birth_date: '1985-03-15',
  }
  for (const text of ['Нұр\u0000лан', 'Нұрлан\ud800'])
    for (const field of ['name', 'issuer']) {
      const answer = await at().raw('/api/policy/esbd/setClientByDocument', {
        token,
        body: { ...typed, [field]: text },
        locale: 'ru',
      })
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual([{ path: field, message: 'Проверьте значение' }])
    }
  const nested = sale()
  const deep = await at().raw('/api/policy/ogpo/calculate', {
    token,
    body: { ...nested, order: { ...nested.order, insurer: 'da\u0000la' } },
    locale: 'ru',
  })
  expect(deep.body.errors).toEqual([{ path: 'order.insurer', message: 'Проверьте значение' }])
})

test('a text that no database can keep is told by its path in what a report is asked with', async () => {
  const token = await tokenFor('user', { role: 'accountant' })
  const period = 'from=2026-11-01&to=2026-11-20'
  for (const field of ['cursor', 'insurer'])
    expect(
      await at().raw(`${contract.reportOrders.path}?${period}&${field}=%00`, {
        method: 'GET',
        token,
        locale: 'ru',
      }),
    ).toMatchObject({ status: 422, body: { success: false, errors: [{ path: field }] } })
})

test('what is nested beyond sense is refused, not followed', async () => {
  const deep = `{"region":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const answer = await fetch(`${at().url}/api/policy/ogpo/estimate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: deep,
  })
  expect(answer.status).toBe(422)
})

test('an address with nonsense in it is not found, never an error of ours', async () => {
  for (const path of [
    '/check/%00',
    '/check/%ED%A0%80',
    '/check/..%2f..',
    `/check/${'9'.repeat(150)}`,
    '/download-policy/%00',
    '/ru/check/%25',
    '/api/unknown',
    '/api/policy/ogpo/calculate/x',
  ]) {
    const answer = await fetch(`${at().url}${path}`)
    expect(answer.status, path).toBeGreaterThanOrEqual(400)
    expect(answer.status, path).toBeLessThan(500)
  }
  const unknown = await fetch(`${at().url}/api/unknown`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ success: false })
})

test('every answer names its request and forbids keeping it', async () => {
  const answer = await ask('clock')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain(
    "default-src 'none'; script-src 'self';",
  )
})

test('the product’s day comes from the clock beside the sandbox and is said to be shifted', async () => {
  await clockTo(at(), '2026-12-30T20:00:00Z')
  const answer = await at().api('clock', {})
  await clockTo(at(), null)
  expect(answer.body).toMatchObject({
    success: true,
    data: { today: '2026-12-31', demonstration: true },
  })
})

test('the token’s time follows the product’s clock', async () => {
  const token = await tokenFor('purchase', { hours: 1 })
  await clockOn(at(), 3_601)
  const late = await at().api('ogpoCalculate', sale(), token)
  await clockTo(at(), null)
  expect(late.status).toBe(401)
})

const withFile = names.filter((name) => {
  const call: Call = contract[name]
  return call.fileLimit !== undefined
})
test.each(withFile)('what a stranger sends to %s is refused before it is read', async (name) => {
  // Announces twenty megabytes and sends none: a server that waits for them never answers.
  const asked = request(`${at().url}${contract[name].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 20 * 1024 * 1024 },
  })
  asked.flushHeaders()
  const [answer] = await once(asked, 'response')
  expect(answer.statusCode).toBe(401)
  asked.on('error', () => {})
  asked.destroy()
})
