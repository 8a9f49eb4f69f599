import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { firstPageMs } from '#domain/lifetimes.ts'
import { manyOrders } from '#tests/many-orders.ts'
import { clockOn, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { companyFigures, firstPageFigures, lookAgainMs } from './first-page.ts'

const at = sharedTestApp()

test('issue times are told from more than fifty policies of thirty days, and Home’s prices always', async () => {
  const { db, databaseUrl, server } = at()
  const { deps } = server
  const pool = new pg.Pool({ connectionString: databaseUrl })
  onTestFinished(() => pool.end())
  const token = await purchaseToken(at())
  const { orderId } = await ordered(at(), token)
  await paysBill(at())
  await settled(at(), token, orderId)
  const few = await firstPageFigures(deps)
  expect(few).toEqual({ home: { from: 1_490, to: 3_990 } })
  const none = await companyFigures(deps, null)
  expect(none).toEqual({ issue: null, atOnce: null, claims: null })
  // A new installation does not show missing figures for an hour.
  expect(lookAgainMs(none)).toBeLessThanOrEqual(firstPageMs / 60)
  expect(lookAgainMs({ issue: 27, atOnce: 99, claims: 5 })).toBe(firstPageMs)

  await manyOrders(pool, 120, { from: '2026-11-01T00:00:00+05:00', days: 10 })
  // Every policy needed between 1 and 100 seconds, and one in August an hour.
  await pool.query(`
    insert into policies select (jsonb_populate_record(one, jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', o.id, 'contract_id', o.id, 'global_id', o.id,
      'state', 'ended', 'issued_at', o.paid_at + make_interval(secs => (substr(o.id, 2)::int % 100) + 1)))).*
    from policies as one, orders as o
    where o.id like 'T%' and o.state = 'issued'`)
  await db
    .updateTable('orders')
    .set({ paid_at: new Date('2026-08-01') })
    .where('id', '=', 'T000000001')
    .execute()
  const { issue } = await firstPageFigures(deps)
  expect(issue).toMatchObject({ median: 40, almostAll: 99 })
  expect(Math.max(...(issue?.bars ?? []))).toBe(1)
  expect(issue?.bars).toHaveLength(22)
  expect(issue?.bars[issue.medianBar]).toBeGreaterThan(0)
  // A policy needed as many seconds as its number ends on, plus one: sixty of a hundred had theirs
  // within a minute; those that failed after the payment count as late, those just paid not yet.
  await clockOn(at(), 5 * 60)
  const justNow = new Date(deps.clock.now().getTime() - 5_000)
  await db
    .updateTable('orders')
    .set({ paid_at: justNow })
    .where('id', 'like', 'T%')
    .where('state', '!=', 'issued')
    .execute()
  const { atOnce } = await companyFigures(deps, issue?.median ?? null)
  const { rows } = await pool.query<{ quick: string; all: string }>(
    `
    select count(*) filter (where o.state = 'issued' and substr(o.id, 2)::int % 100 < 60) as quick, count(*) as all
    from orders o where o.id like 'T%' and o.paid_at >= '2026-10-21T05:00:00Z' and o.paid_at <> $1`,
    [justNow],
  )
  const [{ quick, all } = { quick: 0, all: 1 }] = rows
  // The one real order had its policy at once.
  expect(atOnce).toBe(Math.floor((100 * (Number(quick) + 1)) / (Number(all) + 1)))
  expect(atOnce).toBeLessThan(70)
})
