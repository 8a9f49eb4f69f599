import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { testApp, until } from '#tests/test-app.ts'
import { sell } from '../products/products.ts'
import { everythingSold } from '../sold.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { admit, loadMonitor } from './load-shedding.ts'

/** Returns the 503s of a process under this pressure, for a hundred tries of each call. */
async function shedAt(pressure: number, ofPrices = pressure) {
  const app = Fastify()
  const metrics = createMetrics()
  sell(everythingSold)
  admit(app, { metrics }, { pressure: () => pressure, ofPrices: () => ofPrices })
  const asked = ['ogpoOrder', 'ogpoCalculate', 'checkOrderPaid', undefined]
  for (const [at, call] of asked.entries())
    app.get(`/${at}`, { config: call ? { call } : {} }, async () => 'answered')
  const counts = []
  for (const at of asked.keys()) {
    const all = await Promise.all(
      Array.from({ length: 100 }, () =>
        app.inject({ url: `/${at}`, headers: { 'accept-language': 'ru' } }),
      ),
    )
    counts.push(all.filter(({ statusCode }) => statusCode === 503))
  }
  await app.close()
  return { counts, figures: metrics }
}

test.each([
  [0, [0, 0, 0, 0]],
  [0.8, [0, 30, 60, 0]],
  [2.5, [50, 100, 75, 0]],
])(
  'at a pressure of %d orders, calculations, repeated questions and notices are turned away in this order',
  async (pressure, expected) => {
    spec('7.3.ours-full-process-turns')

    const { counts } = await shedAt(pressure)
    expect(counts.map((refused) => refused.length)).toEqual(expected)
  },
)

test('while the sessions of the unified database are full only prices are turned away', async () => {
  const { counts } = await shedAt(0, 2)
  expect(counts.map((refused) => refused.length)).toEqual([0, 100, 0, 0])
})

test('who is turned away learns in their language when to come again, and is counted', async () => {
  const { counts, figures: metrics } = await shedAt(1.5)
  const refused = counts[1]?.[0]
  expect(refused?.headers['retry-after']).toBe('5')
  expect(refused?.json()).toEqual({
    success: false,
    message: 'Сейчас слишком много обращений. Повторите через несколько секунд.',
  })
  expect(await metrics.registry.metrics()).toContain(
    'qorgan_turned_away_total{importance="ordinary"} 100',
  )
})

test('pressure rises while the signs are bad, and is gone when they are good again', async () => {
  let lateMs = 1_000
  const { pressure } = loadMonitor(() => ({ lateMs, waiting: 0 }))
  await until(
    async () => pressure(),
    (now) => now > 0.3,
  )
  lateMs = 0
  await until(
    async () => pressure(),
    (now) => now === 0,
  )
})

test('look-ups that wait for a session are a pressure on prices alone', async () => {
  let perSession = 12
  const monitor = loadMonitor(
    () => ({ lateMs: 0, waiting: 0 }),
    () => perSession,
  )
  await until(
    async () => monitor.ofPrices(),
    (now) => now > 1.5,
  )
  expect(monitor.pressure()).toBe(0)
  perSession = 1
  await until(
    async () => monitor.ofPrices(),
    (now) => now === 0,
  )
})

test('a process that comes late turns questions away with the time to come again', {
  timeout: 60_000,
}, async () => {
  const at = await testApp({ LOAD_SHEDDING: 'on' })
  const asks = () => at.raw('/api/policy/ogpo/orderProgress', { body: { key: 'of nobody' } })
  const late = setInterval(() => {
    const end = performance.now() + 250
    while (performance.now() < end);
  }, 10)
  const refused = await until(asks, ({ status }) => status === 503).finally(() =>
    clearInterval(late),
  )
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
})
