import { expect, test } from 'vitest'
import { placed } from '#tests/chaos/at-house.ts'
import { freePort } from '#tests/http.ts'
import { purchaseToken } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'
import { readConfig } from '../settings/config.ts'
import { traced, tracedStep, traceparent, tracing } from './trace.ts'

test('without a collector nothing of a trace is made or kept', async () => {
  const at = await testApp({ WORKER: 'off' })
  expect(at.config.tracing).toBeNull()
  expect(tracing()).toBe(false)
  const { orderId } = await placed(at, await purchaseToken(at), 'bill')
  const order = await at.db
    .selectFrom('orders')
    .select('trace')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(order.trace).toBeNull()
  const jobs = await at.server.deps.pool.query<{ data: object }>(
    'select data from pgboss.job where data is not null',
  )
  expect(jobs.rows.length).toBeGreaterThan(0)
  expect(jobs.rows.filter(({ data }) => 'traceparent' in data)).toEqual([])
  expect([
    await traced('a', {}, async () => 1),
    await tracedStep('b', async () => 2),
    traceparent(),
  ]).toEqual([1, 2, null])
})

test('a collector that is away changes nothing for whoever buys, and keeps nobody from leaving', async () => {
  const at = await testApp({
    WORKER: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  const { orderId } = await placed(at, await purchaseToken(at), 'bill')
  const order = await at.db
    .selectFrom('orders')
    .select('trace')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(order.trace).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
  await at.server.close()
  expect(tracing()).toBe(false)
})

test('the settings name the collector, its headers, the service and the share of traces; another one is refused', () => {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic a=,x=1',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }
  expect(readConfig(settings).tracing).toEqual({
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Basic a=', x: '1' },
    service: 'qorgan',
    share: 0.1,
    everyMs: 2_000,
  })
  expect(() => readConfig({ OTEL_TRACES_SAMPLER: 'always_on' })).toThrow(
    'OTEL_TRACES_SAMPLER is not a setting',
  )
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'no value' })).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS',
  )
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG')
})
