import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listening } from '#tests/conversation.ts'
import { ordered, paysBill, purchaseToken, ready, settled } from '#tests/sale.ts'
import { type TestApp, testApp, testAppOn, until } from '#tests/test-app.ts'
import { standings } from './standings.ts'

/** Another process: it writes over a connection of its own. */
const another = (at: TestApp) => connected(at.databaseUrl)

async function connected(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

async function issued(at: TestApp) {
  const token = await purchaseToken(at)
  const { orderId, key } = await ordered(at, token)
  await paysBill(at)
  await settled(at, token, orderId)
  return { token, orderId, key }
}

const calls = ['checkOrderPaid', 'ogpoCheckOrderSet'] as const

/** Statements of each question once its answer is kept; nothing else may go on beside it. */
async function keptCounts(at: TestApp, database: ReturnType<typeof listening>, of: Sale) {
  const { token, orderId, key } = of
  const asks = [
    ...calls.map((call) => () => at.api(call, { orderId }, token)),
    () => at.api('ogpoOrderProgress', { key }),
  ]
  const counts: number[] = []
  for (const ask of asks) {
    await ask()
    counts.push((await database.of(ask)).statements)
  }
  return counts
}
type Sale = { token: string; orderId: string; key: string }

test('asked again while nothing changed, how an order stands is read from no table', async () => {
  const database = listening()
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const sale = { token, ...(await ordered(at, token)) }
  // Who asks is looked up each time; the holder of the page's key is nobody.
  await until(
    () => keptCounts(at, database, sale),
    (counts) => counts.join() === '1,1,0',
  )
})

test('a change by another process is told, of whichever row it is', async () => {
  const at = await testApp()
  const sale = await issued(at)
  const { token, orderId, key } = sale
  const elsewhere = await another(at)
  const answers = async () => {
    const [paid, set, progress] = await Promise.all([
      at.api('checkOrderPaid', { orderId }, token),
      at.api('ogpoCheckOrderSet', { orderId }, token, 'ru'),
      at.api('ogpoOrderProgress', { key }),
    ])
    return JSON.stringify([paid.body, set.body, progress.body])
  }
  await until(
    async () => (await at.api('ogpoCheckOrderSet', { orderId }, token, 'ru')).body,
    (body) => body.success && body.data.files?.slip !== undefined,
  )
  const seenAfter = async (statement: string, told: string) => {
    expect(await answers()).not.toContain(told)
    await elsewhere.query(statement, [orderId])
    await until(answers, (text) => text.includes(told))
  }
  await seenAfter(
    "update messages set sent_at = '2026-11-22T01:02:03Z' where order_id = $1",
    '2026-11-22T01:02:03',
  )
  await seenAfter("update policies set global_id = 'G-7777777' where order_id = $1", 'G-7777777')
  await seenAfter("update payment_attempts set phone = '77010000055' where order_id = $1", '•• 55')
  await seenAfter(
    "update orders set state = 'refunding', issue_attempts = 3 where id = $1",
    '"state":"refunding"',
  )
  const slip = `select uuid from documents where kind = 'slip' and locale = 'ru'
    and policy_id = (select id from policies where order_id = $1)`
  const { rows } = await elsewhere.query<{ uuid: string }>(slip, [orderId])
  expect(await answers()).toContain(rows[0]?.uuid)
  await elsewhere.query(`delete from documents where uuid in (${slip})`, [orderId])
  await until(answers, (text) => !text.includes(rows[0]?.uuid ?? ''))
})

test('who asks is looked at each time, whoever asked before', async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { orderId } = await ordered(at, token)
  const stranger = await purchaseToken(at, ready('980817499911'))
  for (const call of calls) {
    expect((await at.api(call, { orderId }, token)).status).toBe(200)
    expect((await at.api(call, { orderId }, stranger)).status).toBe(404)
  }
  // Signed out, the token opens nothing, though the order's rows are kept.
  await at.db.updateTable('tokens').set({ revoked_at: new Date() }).execute()
  for (const call of calls) expect((await at.api(call, { orderId }, token)).status).toBe(401)
})

test('a client who is taken out of an order hears nothing more of it', async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { orderId } = await ordered(at, token)
  expect((await at.api('ogpoCheckOrderSet', { orderId }, token)).status).toBe(200)
  const elsewhere = await another(at)
  await elsewhere.query("update orders set buyer_iin = '000000000000' where id = $1", [orderId])
  await until(
    async () => (await at.api('ogpoCheckOrderSet', { orderId }, token)).status,
    (status) => status === 404,
  )
})

test('what one process cancels, that process tells at once and another one soon', async () => {
  const at = await testApp({ WORKER: 'off' })
  const other = await testAppOn(at.databaseUrl, { WORKER: 'off' })
  const token = await purchaseToken(at)
  const { orderId, key } = await ordered(at, token)
  const asked = (of: Pick<TestApp, 'api'>) => of.api('ogpoOrderProgress', { key })
  await Promise.all([asked(at), asked(other)])
  expect((await at.api('ogpoCancelOrder', { orderId }, token)).body.success).toBe(true)
  expect((await asked(at)).body).toMatchObject({ data: { state: 'cancelled' } })
  await until(
    async () => (await asked(other)).body,
    (body) => body.success && body.data.state === 'cancelled',
  )
})

test('while notices may be missing every question is read, and kept again afterwards', async () => {
  const database = listening()
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const sale = { token, ...(await ordered(at, token)) }
  const { orderId, key } = sale
  const isKept = (counts: number[]) => counts.join() === '1,1,0'
  await until(() => keptCounts(at, database, sale), isKept)
  const elsewhere = await another(at)
  const { rows } = await elsewhere.query<{ name: string }>('select current_database() as name')
  const name = pg.escapeIdentifier(rows[0]?.name ?? '')
  // The pools have their connections; the one that listens finds no way back.
  const beside = await connected(inject('databaseUrl'))
  const open = (allowed: boolean) =>
    beside.query(`alter database ${name} with allow_connections ${allowed}`)
  await open(false)
  try {
    await elsewhere.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'qorgan-events' and datname = current_database()",
    )
    await until(
      () => keptCounts(at, database, sale),
      (counts) => counts.every((count, n) => count > (n < 2 ? 1 : 0)),
    )
    await elsewhere.query("update orders set state = 'expired' where id = $1", [orderId])
    // A connection that the pool wishes for besides is a 503: asked again, one that stands answers.
    const { body } = await until(
      () => at.api('ogpoOrderProgress', { key }),
      (answer) => answer.status !== 503,
    )
    expect(body).toMatchObject({ data: { state: 'expired' } })
  } finally {
    await open(true)
  }
  await until(() => keptCounts(at, database, sale), isKept)
})

test('a notice ends what is kept and what is being read; nothing found is not kept', async () => {
  let hear = (_: string | null) => {}
  let hearing = true
  const first = (told: typeof hear) => {
    hear = told
  }
  const kept = standings({ first, isHearing: () => hearing })
  let reads = 0
  const read = async () => ++reads
  expect([await kept.of('a', 'x', read), await kept.of('a', 'x', read)]).toEqual([1, 1])
  hear('desk:b')
  expect(await kept.of('a', 'x', read)).toBe(1)
  hear('desk:a')
  expect(await kept.of('a', 'x', read)).toBe(2)
  // Begun before the notice: its answer is for those who asked before.
  const begun = Promise.withResolvers<number>()
  const early = kept.of('c', 'x', () => begun.promise)
  hear('desk:c')
  begun.resolve(-1)
  expect([await early, await kept.of('c', 'x', read)]).toEqual([-1, 3])
  // By the page's key, too.
  expect(await kept.idOf('key', async () => 'a')).toBe('a')
  hear('key')
  expect(await kept.of('a', 'x', read)).toBe(4)
  hear(null)
  expect(await kept.of('a', 'x', read)).toBe(5)
  kept.forget('a')
  expect(await kept.of('a', 'x', read)).toBe(6)
  hearing = false
  expect(await kept.of('a', 'x', read)).toBe(7)
  hearing = true
  expect(await kept.of('d', 'x', async () => null)).toBeNull()
  expect(await kept.of('d', 'x', read)).toBe(8)
  await expect(kept.of('e', 'x', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept.of('e', 'x', read)).toBe(9)
})
