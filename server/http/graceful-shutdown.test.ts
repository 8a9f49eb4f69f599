import { expect, test } from 'vitest'
import { ordered, purchaseToken, quoted } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'

test('a leaving process is not ready, answers what is under way and what still comes, ends its streams, and is gone', {
  timeout: 60_000,
}, async () => {
  // Long enough for the questions below on a busy machine.
  const at = await testApp({ DRAIN_SECONDS: '5' })
  const token = await purchaseToken(at)
  const { key } = await ordered(at, token)
  const stream = await fetch(`${at.url}/api/policy/ogpo/orderEvents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  })
  await at.fault('esbd', 'slow')
  const slow = quoted(at, token)

  const gone = at.server.close()
  const ready = await fetch(`${at.url}/health/ready`)
  expect({ status: ready.status, body: await ready.json() }).toEqual({
    status: 503,
    body: { ready: false, leaving: true },
  })
  expect(ready.headers.get('connection')).toBe('close')
  expect((await fetch(`${at.url}/health/open`)).status).toBe(503)
  expect((await fetch(`${at.url}/health/live`)).status).toBe(200)
  expect((await slow).premium).toBeGreaterThan(0)
  expect(await stream.text()).toContain('data: ')
  await gone
  await expect(fetch(`${at.url}/health/live`)).rejects.toThrow()
})
