import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { clockTo } from '#tests/sale.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const ready = async () => {
  const answer = await fetch(`${at().url}/health/ready`)
  return { status: answer.status, body: await answer.json() }
}

test('the process is live and ready when a sale can begin', async () => {
  expect(await (await fetch(`${at().url}/health/live`)).json()).toEqual({ live: true })
  expect(await (await fetch(`${at().url}/health/open`)).json()).toEqual({ open: true })
  expect(await ready()).toEqual({
    status: 200,
    body: {
      ready: true,
      checks: { database: true, migrations: true, queue: true, tariff: true, lists: true },
    },
  })
})

test('without tariff tables for the day nobody can buy: not ready', async () => {
  await clockTo(at(), '2027-01-02T06:00:00Z')
  expect(await ready()).toMatchObject({
    status: 503,
    body: { ready: false, checks: { tariff: false, database: true } },
  })
  await clockTo(at(), null)
})

test('with lists that are too old nothing may be issued: not ready, though the site stays open', async () => {
  await at()
    .db.updateTable('aml_versions')
    .set({ confirmed_at: new Date(0) })
    .execute()
  expect(await until(ready, ({ status }) => status === 503)).toMatchObject({
    body: { ready: false, checks: { lists: false } },
  })
  expect((await fetch(`${at().url}/health/open`)).status).toBe(200)
  await at().db.updateTable('aml_versions').set({ confirmed_at: new Date() }).execute()
  await until(ready, ({ status }) => status === 200)
})

test('metrics are in the format of Prometheus and hold nothing personal', async () => {
  await at().api('ogpoEstimate', {
    region: 'ASTANA',
    settlement: 'CITY',
    vehicleType: 'PASSENGER',
    age: 30,
    experienceYears: 5,
    vehicleAgeYears: 3,
    bonusMalus: { kind: 'CLASS', class: '3' },
  })
  const text = await (await fetch(`${at().url}/metrics`)).text()
  expect(text).toMatch(/^# HELP /m)
  expect(text).toContain('call="ogpoEstimate"')
  expect(text).not.toMatch(/"[^"\n]*\d{12}[^"\n]*"/)
})

test('where a collector has a token, the metrics are for nobody else', async () => {
  const closed = await testApp({ METRICS_TOKEN: 'collector-collector-collector' })
  const status = async (authorization?: string) =>
    (await fetch(`${closed.url}/metrics`, { headers: authorization ? { authorization } : {} }))
      .status
  expect(await status()).toBe(404)
  expect(await status('Bearer another-token-of-the-same-length')).toBe(404)
  expect(await status('Bearer collector-collector-collector')).toBe(200)
})

test('the OpenAPI document names every call of the contract with its method, body and who may call', async () => {
  const document = await (await fetch(`${at().url}/openapi.json`)).json()
  expect(document).toMatchObject({
    openapi: '3.0.3',
    servers: [{ url: at().url }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
  for (const [name, call] of Object.entries(contract)) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()]
    expect(operation, name).toMatchObject({ operationId: name, summary: call.about })
    expect(operation.security, name).toEqual(
      call.may.includes('everyone') ? undefined : [{ bearer: [] }],
    )
    if (call.method === 'POST')
      expect(operation.requestBody.content['application/json'].schema, name).toBeTypeOf('object')
    expect(operation.responses['200'].content['application/json'].schema, name).toBeTypeOf('object')
  }
  const calculate =
    document.paths['/api/policy/ogpo/calculate'].post.requestBody.content['application/json'].schema
  expect(calculate.required.toSorted()).toEqual([
    'drivers',
    'insurant',
    'operation',
    'order',
    'vehicles',
  ])
  expect(calculate.additionalProperties).toBe(false)
})

test('operation ids and paths of the document are unique', () => {
  const paths = Object.values(contract).map(({ path, method }) => `${method} ${path}`)
  expect(new Set(paths).size).toBe(paths.length)
})

test('the document can be read as a page', async () => {
  const page = await fetch(`${at().url}/api-docs`)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  for (const { path } of Object.values(contract)) expect(html).toContain(path)
})

test('the key that signs the QR tokens is published for checking offline', async () => {
  const keys = await (await fetch(`${at().url}/.well-known/jwks.json`)).json()
  expect(keys.keys).toHaveLength(1)
  expect(keys.keys[0]).not.toHaveProperty('d')
  expect(keys.keys[0]).not.toHaveProperty('k')
})
