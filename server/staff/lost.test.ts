import { beforeAll, expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { ordered, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { newSearch } from '../lost/database-line.ts'
import { databaseMetrics } from '../telemetry/database-metrics.ts'
import { createMetrics } from '../telemetry/metrics.ts'

const at = sharedTestApp()
const person = { iin: '880808399905', phone: '77010000777' }
let staff = ''
beforeAll(async () => {
  await account(at(), person, { role: 'staff' })
  staff = await signedIn(at(), person)
})

async function finds(of: { about: string; what: string; note?: string; sale_id?: string }[]) {
  const { db, clock } = at().server.deps
  const search_id = await newSearch(db, new Date(0), 'a test', clock.now())
  // Its job need not look.
  await db.updateTable('lost_searches').set({ next_look_at: null }).execute()
  await db
    .insertInto('lost_finds')
    .values(of.map((one) => ({ ...one, search_id, found_at: clock.now() })))
    .execute()
}
const shown = async () => {
  const { body } = await at().api('staffStatus', {}, staff)
  if (!body.success) throw new Error('no status')
  return body.data.lost
}
const openFigure = async () => {
  const metrics = createMetrics()
  await databaseMetrics({ ...at().server.deps, metrics })()
  return /qorgan_lost_open (\d+)/.exec(await metrics.registry.metrics())?.[1]
}

test('what a search left for people stands on the page of systems until somebody settles it, once', async () => {
  const { orderId } = await ordered(at(), await purchaseToken(at()))
  const key = 'sales/2026-11-23/101112131-0a1b-a'
  await finds([
    { about: key, what: 'left', note: 'not read: files read: HTTP 403' },
    { about: `${orderId}-2`, what: 'left', note: 'its money went back', sale_id: orderId },
    { about: 'A-1', what: 'left', note: '23505 orders_pkey' },
    { about: 'B-1', what: 'left', note: 'not readable' },
    { about: '4100', what: 'policy' },
    { about: '4101', what: 'ended' },
    { about: 'C-1', what: 'sale' },
  ])
  expect(new Map((await shown()).map(({ about, why }) => [about, why]))).toEqual(
    new Map([
      [key, 'unread'],
      [`${orderId}-2`, 'money_back'],
      ['A-1', 'contradicts'],
      ['B-1', 'sealed'],
      ['4100', 'policy'],
      ['4101', 'ended'],
    ]),
  )
  expect((await shown()).find(({ order_id }) => order_id === orderId)?.number).toBeTruthy()
  expect(await openFigure()).toBe('6')
  const settle = (about: string, reason = 'полис сақтандырушыдан табылды') =>
    at().api('staffSettleLost', { about, what: 'policy', reason }, staff)
  expect((await settle('4100', 'жоқ')).body).toMatchObject({
    success: false,
    errors: [{ path: 'reason' }],
  })
  const answers = await Promise.all([settle('4100'), settle('4100')])
  expect(answers.map(({ body }) => body.success).toSorted()).toEqual([false, true])
  expect((await settle('4102')).status).toBe(404)
  expect(await openFigure()).toBe('5')
  expect((await shown()).map(({ about }) => about)).not.toContain('4100')
  expect(
    await at()
      .db.selectFrom('lost_finds')
      .select(['settled_by', 'settled_how'])
      .where('about', '=', '4100')
      .execute(),
  ).toEqual([
    { settled_by: expect.stringMatching(/^staff:/), settled_how: 'полис сақтандырушыдан табылды' },
  ])
  const told = await at()
    .db.selectFrom('audit')
    .select(['action', 'object_id'])
    .where('action', '=', 'lost.settled')
    .execute()
  expect(told).toEqual([{ action: 'lost.settled', object_id: '4100' }])
})

test('nobody settles what is about a sale of their own, and no client settles anything', async () => {
  const { orderId } = await ordered(at(), await purchaseToken(at()))
  await at()
    .db.updateTable('orders')
    .set({ buyer_iin: person.iin })
    .where('id', '=', orderId)
    .execute()
  await finds([{ about: '4200', what: 'ended', sale_id: orderId }])
  const body = { about: '4200', what: 'ended' as const, reason: 'сақтандырушы растады' }
  expect((await at().api('staffSettleLost', body, staff)).body).toMatchObject({ code: 14090 })
  const client = await signedIn(at())
  expect((await at().api('staffSettleLost', body, client)).status).toBe(403)
  expect((await shown()).map(({ about }) => about)).toContain('4200')
})
