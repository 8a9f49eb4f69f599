import { expect, test } from 'vitest'
import { type CallName, contract } from '#contract/index.ts'
import { createToken } from '#server/auth.ts'
import { sharedHouse } from '#tests/house.ts'
import { buyer, clockOn, clockTo, purchaseToken, sale } from '#tests/sale.ts'

const at = sharedHouse({ WORKER: 'off' })
const names = Object.keys(contract).filter((name): name is CallName => name in contract)
const closed = names.filter((name) => !contract[name].may.includes('everyone'))
const open = names.filter((name) => contract[name].may.includes('everyone'))
const ask = (name: CallName, token?: string) => {
  const { path, method } = contract[name]
  return at().raw(path, { method, token, ...(method === 'GET' ? {} : { body: {} }) })
}
const tokenFor = (kind: 'purchase' | 'user' | 'promoter', more: { role?: string; hours?: number } = {}) => {
  const now = at().server.deps.clock.now()
  return createToken(
    at().db,
    { kind, iin: buyer.iin, phone: buyer.phone, role: more.role ?? 'user' },
    now,
    new Date(now.getTime() + (more.hours ?? 1) * 3_600_000),
  )
}

test('only the calls of the decisions are open to everyone', () => {
  expect(open.toSorted()).toEqual(['clock', 'ogpoEstimate', 'ogpoOrderProgress', 'sendClientOtp', 'validateClientOtp'])
})

test.each(closed)('%s without a token is 401', async (name) => {
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
    headers: { 'content-type': 'application/json', cookie: `laravel_auth.token=${encodeURIComponent(`Bearer ${token}`)}` },
    body: '{}',
  })
  expect(cookie.status).toBe(401)
  await at().db.updateTable('tokens').set({ revoked_at: at().server.deps.clock.now() }).execute()
  expect((await at().api('ogpoOptions', {}, token)).status).toBe(401)
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
  expect(rows.some(({ hash }) => hash.toString('utf8').includes(token) || hash.toString('base64url') === token)).toBe(false)
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

test('every answer names its request and forbids keeping it', async () => {
  const answer = await ask('clock')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';")
})

test('the product’s day comes from the clock beside the sandbox and is said to be shifted', async () => {
  await clockTo(at(), '2026-12-30T20:00:00Z')
  const answer = await at().api('clock', {})
  await clockTo(at(), null)
  expect(answer.body).toMatchObject({ success: true, data: { today: '2026-12-31', demonstration: true } })
})

test('the token’s time follows the product’s clock', async () => {
  const token = await tokenFor('purchase', { hours: 1 })
  await clockOn(at(), 3_601)
  const late = await at().api('ogpoCalculate', sale(), token)
  await clockTo(at(), null)
  expect(late.status).toBe(401)
})
