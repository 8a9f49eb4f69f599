import { expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { sender } from '#systems/http.ts'
import { placed } from '#tests/chaos/at-house.ts'
import { typesCard } from '#tests/chaos/client.ts'
import { freePort } from '#tests/http.ts'
import { buyer, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { connect, pool } from '../db/connect.ts'
import { databaseMetrics } from './database-metrics.ts'
import { createMetrics } from './metrics.ts'

const at = sharedTestApp({ WORKER: 'off' })

/** The figures as a collector would read them now; the clock may be ahead. */
async function read({ aheadMs = 0, db = at().db } = {}) {
  const { deps } = at().server
  const own = createMetrics()
  const clock = { ...deps.clock, now: () => new Date(deps.clock.now().getTime() + aheadMs) }
  await databaseMetrics({ ...deps, db, clock, metrics: own })()
  const text = await own.registry.metrics()
  return (series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return line ? Number(line.slice(series.length).replace('+Inf', 'Infinity')) : null
  }
}

test('a purchase that is paid and not issued is counted, with how long it has been so, and its job waits', async () => {
  const before = await read()
  expect([
    before('qorgan_paid_not_issued{product="ogpo"}'),
    before('qorgan_paid_not_issued_seconds{product="home"}'),
  ]).toEqual([0, 0])
  const { orderId, attemptId } = await placed(at(), await purchaseToken(at()), 'card')
  const payment = [...payments(at().sandbox.world).values()].find(
    (one) => one.orderId === attemptId,
  )
  await typesCard(at().sandbox.url, payment?.id ?? '')
  const state = () =>
    at().db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()
  await until(state, (order) => order.state === 'paid')
  const now = await read({ aheadMs: 11 * 60_000 })
  expect(now('qorgan_paid_not_issued{product="ogpo"}')).toBe(1)
  expect(now('qorgan_paid_not_issued_seconds{product="ogpo"}')).toBeGreaterThan(600)
  expect(now('qorgan_jobs_waiting{queue="issue"}')).toBe(1)
  await at().server.deps.pool.query(
    `update pgboss.job set start_after = now() - interval '5 minutes', state = 'retry' where name = 'issue'`,
  )
  const later = await read()
  expect(later('qorgan_queue_age_seconds{queue="issue"}')).toBeGreaterThanOrEqual(300)
  expect([
    later('qorgan_jobs_retrying{queue="issue"}'),
    later('qorgan_jobs_retrying{queue="notify"}'),
  ]).toEqual([1, 0])
})

test('refunds owed, refused and without an account; messages that do not go out', async () => {
  const { id, contract_id } = await at()
    .db.selectFrom('orders')
    .select(['id', 'contract_id'])
    .executeTakeFirstOrThrow()
  const [now, day] = [at().server.deps.clock.now(), new Date('2026-11-01T00:00:00Z')]
  const refund = { contract_id, order_id: id, amount: 100, reason: 'not_issued' }
  await at()
    .db.insertInto('refunds')
    .values([
      { ...refund, id: 'R-1', state: 'due', created_at: new Date(now.getTime() - 3_600_000) },
      { ...refund, id: 'R-2', state: 'failed', error: 'the bank said no', created_at: now },
      { ...refund, id: 'R-3', state: 'failed', error: 'bank details needed', created_at: now },
      { ...refund, id: 'R-4', state: 'done', created_at: day, done_at: day },
      { ...refund, id: 'R-5', state: 'failed', error: 'the bank said no', created_at: now },
    ])
    .execute()
  const details = {
    iban: 'KZ000000000000000000',
    holder: 'A',
    holder_iin: buyer.iin,
    entered_by: 'staff',
    entered_at: now,
  }
  await at()
    .db.insertInto('refund_details')
    .values({ ...details, refund_id: 'R-5' })
    .execute()
  const message = { order_id: id, kind: 'sms' }
  await at()
    .db.insertInto('messages')
    .values([
      {
        ...message,
        id: 'm-1',
        purpose: 'not_issued',
        created_at: new Date(now.getTime() - 1_200_000),
      },
      { ...message, id: 'm-2', purpose: 'given up', created_at: day },
    ])
    .execute()
  const figure = await read()
  expect(
    ['due', 'failed', 'by_hand'].map((state) => figure(`qorgan_refunds_open{state="${state}"}`)),
  ).toEqual([1, 1, 2])
  expect(figure('qorgan_refund_waiting_seconds{state="due"}')).toBeGreaterThanOrEqual(3_600)
  expect([
    figure('qorgan_messages_unsent{kind="sms"}'),
    figure('qorgan_messages_unsent{kind="mail"}'),
  ]).toEqual([1, 0])
  expect(figure('qorgan_message_waiting_seconds{kind="sms"}')).toBeGreaterThanOrEqual(1_200)
})

test('the age of each list beside the age it may have, of the last backup, and the tariff of the days to come', async () => {
  await at().server.deps.pool.query(
    `update aml_versions set confirmed_at = now() - interval '1 minute'`,
  )
  const young = await read()
  const age = young('qorgan_list_age_seconds{list="TERROR",effect="block"}')
  expect(age).toBeGreaterThanOrEqual(60)
  expect(age).toBeLessThan(600)
  expect(young('qorgan_backup_age_seconds')).toBe(Number.POSITIVE_INFINITY)
  expect([
    young('qorgan_tariff_ready{day="today"}'),
    young('qorgan_tariff_ready{day="in_two_weeks"}'),
  ]).toEqual([1, 1])
  await at().server.deps.pool.query(
    `update aml_versions set confirmed_at = now() - interval '100 hours' where list_code = 'TERROR'`,
  )
  await at().server.deps.pool.query('insert into backups (bytes, rows, files) values (1, 1, 1)')
  const old = await read()
  const allowed = old('qorgan_list_max_age_seconds{list="TERROR",effect="block"}') ?? 0
  expect(old('qorgan_list_age_seconds{list="TERROR",effect="block"}')).toBeGreaterThanOrEqual(
    360_000,
  )
  expect(allowed).toBeGreaterThan(0)
  expect(old('qorgan_backup_age_seconds')).toBeLessThan(60)
})

test('a database that does not answer is said so, and the process’s own figures are there all the same', async () => {
  const gone = pool(at().databaseUrl, 1)
  await gone.end()
  const figure = await read({ db: connect(gone) })
  expect(figure('qorgan_figures_read')).toBe(0)
  expect(figure('qorgan_pool_limit')).toBe(at().config.databasePool)
  expect((await read())('qorgan_figures_read')).toBe(1)
})

test('a system that fails on and on is given a rest, and that is told', async () => {
  const told: [string, string, boolean][] = []
  const send = sender('bank', {
    journal: () => {},
    breakAfter: 2,
    onBreaker: (system, operation, open) => told.push([system, operation, open]),
  })
  const url = `http://127.0.0.1:${await freePort()}/`
  for (let call = 0; call < 3; call += 1)
    await send({ operation: 'ask', method: 'GET', url, safe: false }).catch(() => {})
  expect(told).toEqual([['bank', 'ask', true]])
})
