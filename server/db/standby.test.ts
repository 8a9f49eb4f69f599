import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { connectedTo, databasePair } from '#tests/database-pair.ts'
import { manyOrders } from '#tests/many-orders.ts'
import { ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { testAppOn, until } from '#tests/test-app.ts'

const accountant = { iin: '850505499909', phone: '77010000555' }
const OCTOBER = 'from=2026-10-01&to=2026-10-31'

test('reports are read from a standby that keeps up; behind, away or promoted, they come from where everything is written', async () => {
  const { primary, standby } = await databasePair()
  const [first, second] = [await connectedTo(primary.url), await connectedTo(standby.url)]
  const at = await testAppOn(primary.url, { DATABASE_REPORTS_URL: standby.url })
  await account(at, accountant, { role: 'accountant' })
  const token = await signedIn(at, accountant)
  const count = async (): Promise<number> => {
    const { body } = await at.raw(`/api/reports/orders?${OCTOBER}`, { method: 'GET', token })
    return body.totals.count
  }
  const shows = (wanted: number) => until(count, (found) => found === wanted)
  /** Moves so many October orders to July. */
  const away = (orders: number) =>
    first.query(
      `update orders set created_at = created_at - interval '90 days'
       where id in (select id from orders where created_at between '2026-10-01' and '2026-10-31' limit $1)`,
      [orders],
    )

  const buying = await purchaseToken(at)
  const { orderId } = await ordered(at, buying)
  await paysBill(at)
  await settled(at, buying, orderId)
  await manyOrders(first, 10, { from: '2026-10-01T00:00:00+05:00', days: 10 })
  await shows(10)
  // A report lacks what the standby has not received: it is read there.
  await second.query('select pg_wal_replay_pause()')
  await away(4)
  expect(await count()).toBe(10)
  // A standby too far behind is not used any more.
  await first.query(
    `create table filler as select repeat(md5(n::text), 200) as text from generate_series(1, 4000) as n`,
  )
  await first.query(`alter table filler alter column text set storage external`)
  await first.query(`update filler set text = text || 'x'`)
  await shows(6)
  // A promoted standby is another database from then on.
  await second.query('select pg_wal_replay_resume()')
  await second.query('select pg_promote(false)')
  await away(2)
  await shows(4)
  await second.end()
  await standby.stop()
  await away(1)
  await shows(3)
  await first.end()
})
