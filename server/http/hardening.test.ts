import { request } from 'node:http'
import { expect, test } from 'vitest'
import { sharedTestApp } from '#tests/test-app.ts'
import { heldAnswer } from './held-answer.ts'
import { framedFileHeaders, securityHeaders, standingHeaders } from './site-headers.ts'

const at = sharedTestApp({ WORKER: 'off' })

/** An answer as it is on the wire, for what `fetch` itself forbids. */
const raw = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(at().url)
      const asked = request({ hostname, port, method, path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        )
      })
      asked.on('error', reject).end(body)
    },
  )

const answers = [
  '/health/live',
  '/openapi.json',
  '/metrics',
  '/api/cabinet/auth/user',
  '/no/such/page',
  '/.well-known/jwks.json',
]

test('a balancer ends an idle connection before we do, so that it sends nothing into its end', async () => {
  const { headers } = await raw('GET', '/health/live', { connection: 'keep-alive' })
  expect(Number(/timeout=(\d+)/.exec(String(headers['keep-alive']))?.[1])).toBeGreaterThan(120)
})

test.each(answers)('%s says what it is and how it may be used', async (path) => {
  const { headers } = await raw('GET', path, { origin: 'https://elsewhere.example' })
  expect(headers).toMatchObject(securityHeaders)
  expect(headers['content-type']).toMatch(/charset=utf-8/)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test.each([
  '/%ff',
  '/ru/%ff?a=%ff',
  '/api/%ff',
  '/api/clock%',
  '/check/%E0%A4%A',
  `/check/${'9'.repeat(300)}`,
  `/files/${'a'.repeat(300)}`,
])('%s is no address: not found, with the headers of every answer', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { status, headers, text } = await raw(method, path)
    expect([404, ...(method === 'POST' ? [405] : [])]).toContain(status)
    expect(headers).toMatchObject(securityHeaders)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    if (status === 404) expect(headers['cache-control']).toBe('no-store')
    if (path.startsWith('/api/')) expect(JSON.parse(text)).toMatchObject({ success: false })
  }
})

test('nothing but our own files is run, framed or led to; a client’s file may do nothing in its frame', () => {
  expect(securityHeaders['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  )
  expect(securityHeaders['content-security-policy']).toMatch(
    /base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types portal-worker$/,
  )
  const drawing = heldAnswer({
    file: '',
    type: 'image/svg+xml',
    etag: '"1"',
    immutable: false,
    bytes: Buffer.from('<svg/>'),
  })
  expect(drawing.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'",
  )
  expect(framedFileHeaders['content-security-policy']).not.toMatch(/script-src/)
  expect(framedFileHeaders['content-security-policy']).toMatch(/^default-src 'none'/)
})

test('in production a browser keeps to https for a year, on every name below ours', () => {
  const [, age] =
    /^max-age=(\d+); includeSubDomains$/.exec(
      standingHeaders(true)['strict-transport-security'] ?? '',
    ) ?? []
  expect(Number(age)).toBeGreaterThanOrEqual(365 * 86_400)
})

test('another origin’s preflight is not answered, and a body a form can send is no call', async () => {
  const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' }
  const preflight = await raw('OPTIONS', '/api/feedbackForm', asked)
  expect(preflight.status).toBe(404)
  expect(
    Object.keys(preflight.headers).filter((name) => name.startsWith('access-control')),
  ).toEqual([])
  const form = JSON.stringify({ name: 'A', phone: '77010000001', message: 'text' })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])
    expect([415, 422], type).toContain(
      (await raw('POST', '/api/feedbackForm', { 'content-type': type }, form)).status,
    )
})

test.each(['TRACE', 'PROPFIND', 'PUT', 'DELETE', 'PATCH'])(
  '%s is no method of ours',
  async (method) => {
    const { status, text } = await raw(method, '/api/feedbackForm', { 'x-secret': 'echoed' })
    expect(status).toBe(404)
    expect(text).not.toContain('echoed')
  },
)

test.each([
  '/.git/config',
  '/.git/',
  '/package.json',
  '/server/app.ts',
  '/server/',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/.env',
])('%s is not found', async (path) => {
  expect((await raw('GET', path)).status).toBe(404)
})

test.each(['{"__proto__":{"role":"staff"}}', '{"constructor":{"prototype":{"role":"staff"}}}'])(
  '%s changes nothing of ours',
  async (body) => {
    const { status, text } = await raw(
      'POST',
      '/api/feedbackForm',
      { 'content-type': 'application/json' },
      body,
    )
    expect({ status, success: JSON.parse(text).success }).toEqual({ status: 422, success: false })
    expect({}).not.toHaveProperty('role')
  },
)

test('who has no balancer before them cannot choose the address they are counted by', async () => {
  const iin = '910101350011'
  const statuses: number[] = []
  for (let turn = 1; turn <= 6; turn += 1) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${turn}` }
    statuses.push(
      (
        await raw(
          'POST',
          '/api/cabinet/auth/login',
          headers,
          JSON.stringify({ iin, password: 'wrong-one' }),
        )
      ).status,
    )
  }
  expect(statuses.at(-1)).toBe(429)
})
