import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callJournal } from '#server/telemetry/journal.ts'
import { spec } from '#tests/spec.ts'
import { staffDesk } from '#tests/staff-desk.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

// Behind a proxy, as in production.
const at = sharedTestApp({ TRUST_PROXY: '1' })
const { people } = staffDesk(at)

test('the status page says which system is down, which answers and how old the lists are', async () => {
  spec('2.2.staff-status')

  const { staff } = await people()
  const status = async () => {
    const { body } = await at().api('staffStatus', {}, staff)
    if (!body.success) throw new Error('no status')
    return body.data
  }
  const of = (list: Awaited<ReturnType<typeof status>>, name: string) =>
    list.systems.find(({ system }) => system === name)
  const now = await until(status, (list) => (of(list, 'esbd')?.calls ?? 0) > 0)
  expect(of(now, 'idp')).toMatchObject({ state: 'unknown', last_success: null, calls: 0 })
  expect(now.lists.find(({ code }) => code === 'TERROR')).toMatchObject({
    fresh: true,
    version: expect.any(String),
  })
  await at().db.insertInto('outside_calls').values(failedCall('idp')).execute()
  await at()
    .db.updateTable('aml_versions')
    .set({ confirmed_at: new Date(0) })
    .where('list_code', '=', 'UN')
    .execute()
  // The foot of every desk counts what this page lists.
  const { body: foot } = await at().api('staffSelling', {}, staff)
  expect(foot).toMatchObject({ data: { systems: now.systems.length } })
  const later = await status()
  expect(of(later, 'idp')).toMatchObject({
    state: 'down',
    calls: 1,
    failures: 1,
    note: 'time limit',
    stage: 'quote',
  })
  expect(of(later, 'idp')?.minutes.reduce((sum, { failures }) => sum + failures, 0)).toBe(1)
  // A blocking list is too old: that takes precedence over all else.
  expect([now.verdict.kind === 'lists_old', later.verdict.kind]).toEqual([false, 'lists_old'])
  expect(later.lists.find(({ code }) => code === 'UN')?.fresh).toBe(false)
  const slow = (ms: number) => ({
    ...failedCall('partner'),
    outcome: 'ok',
    note: null,
    duration_ms: ms,
  })
  await at()
    .db.insertInto('outside_calls')
    .values([slow(200), slow(2_000), slow(3_000)])
    .execute()
  expect(of(await status(), 'partner')).toMatchObject({
    state: 'slow',
    calls: 3,
    failures: 0,
    answer_ms: 3_000,
  })
})

test('a day of a system is told in quarters of an hour, its failures by whom they hurt', async () => {
  spec('2.2.staff-status-day')

  const { staff } = await people()
  const journal = callJournal(at().db, at().server.deps.log, at().server.deps.metrics)
  const began = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const record = (minutes: number, outcome: 'ok' | 'unavailable', key: string) =>
    journal.record({
      system: 'addresses',
      operation: 'find',
      key,
      attempts: 1,
      status: null,
      note: null,
      startedAt: began(minutes),
      durationMs: 40,
      outcome,
    })
  for (const minutes of [300, 301, 302, 303, 304, 305]) record(minutes, 'ok', 'a')
  record(200, 'unavailable', 'b')
  record(201, 'unavailable', 'b')
  record(202, 'unavailable', 'c')
  await journal.flush()
  const { body } = await at().api('staffStatus', {}, staff)
  if (!body.success) throw new Error('no status')
  const one = body.data.systems.find(({ system }) => system === 'addresses')
  expect(one).toMatchObject({ stage: 'quote', usual_ms: 40 })
  expect(one?.quarters).toHaveLength(96)
  expect(one?.quarters).toContain('well')
  const failures = body.data.failures.filter(({ system }) => system === 'addresses')
  expect(failures).toMatchObject([{ failures: 3, hurt: 2, going_on: false }])
})

test('of a queue is told what waits now and what is asked for later', async () => {
  spec('2.2.staff-status-slow-system')

  const { staff } = await people()
  await sql`insert into pgboss.job (name, start_after) values ('cleanup', now() + interval '1 hour')`.execute(
    at().db,
  )
  const { body } = await at().api('staffStatus', {}, staff)
  expect(body.success && body.data.queues.find((queue) => queue.job === 'cleanup')).toMatchObject({
    waiting: 0,
    later: 1,
    oldest: null,
    allowed: 24 * 60,
  })
})

const failedCall = (system: string) => ({
  system,
  operation: 'token',
  started_at: new Date(),
  duration_ms: 4_500,
  attempts: 1,
  outcome: 'unavailable',
  note: 'time limit',
})
