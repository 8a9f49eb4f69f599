import { expect, test } from 'vitest'
import { ordered, purchaseToken } from '#tests/sale.ts'
import { testApp, until } from '#tests/test-app.ts'

test('an order has ten streams at most, an address sixty, and a closed one makes room', async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const open = async (key: string) => {
    const closing = new AbortController()
    const stream = await fetch(`${at.url}/api/policy/ogpo/orderEvents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
      signal: closing.signal,
    })
    if (stream.status !== 200) await stream.body?.cancel()
    return {
      // Held: an unreferenced stream closes when its memory is cleared.
      stream,
      status: stream.status,
      again: stream.headers.get('retry-after'),
      close: () => closing.abort(),
    }
  }
  const tens = async (keys: string[], each: number) =>
    Promise.all(keys.flatMap((key) => Array.from({ length: each }, () => open(key))))

  const { key } = await ordered(at, token)
  const streams = await tens([key], 12)
  expect(streams.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(streams.filter(({ status, again }) => status === 429 && again === '30')).toHaveLength(2)
  streams.find(({ status }) => status === 200)?.close()
  const next = await until(
    () => open(key),
    ({ status }) => status === 200,
  )

  const keys: string[] = []
  for (let n = 0; n < 6; n += 1) keys.push((await ordered(at, token)).key)
  const many = await tens(keys, 10)
  expect(many.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(many.filter(({ status }) => status === 429)).toHaveLength(10)
  for (const { close } of [...streams, ...many, next]) close()
})
