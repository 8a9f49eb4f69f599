import { expect, test } from 'vitest'
import { newSearch } from '#server/lost/database-line.ts'
import { placed, placeOf } from '../chaos/at-house.ts'
import { pays } from '../chaos/client.ts'
import { atRest, countOf } from '../chaos/exactly-once.ts'
import { connectedTo, databasePair, loseTouch } from '../database-pair.ts'
import { until } from '../http.ts'
import { purchaseToken } from '../sale.ts'
import { type TestApp, testAppOn } from '../test-app.ts'
import { databaseFront } from './front.ts'

/** Asks again for as long as the database is not there. */
const patiently = <T>(ask: () => Promise<T>): Promise<T> =>
  until(
    () => ask().catch(() => null),
    (answer) => answer !== null,
    120_000,
  ) as Promise<T>

const placeIn = (at: TestApp) => ({
  ...placeOf(at),
  control: at.control,
  sandboxUrl: at.sandbox.url,
})

const issued = (at: TestApp, orderId: string) =>
  until(
    () =>
      patiently(() =>
        placeOf(at).rows<{ state: string }>('select state from orders where id = $1', [orderId]),
      ),
    ([order]) => order?.state === 'issued',
    120_000,
  )

/** What people and the outside can see of an order; it may have been told twice. */
async function outcome(at: TestApp, orderId: string) {
  const { state, bills, cardPayments, refunds, policies, papers, ledger, sms } = await countOf(
    placeOf(at),
    orderId,
  )
  return { state, paid: bills + cardPayments, refunds, policies, papers, ledger, told: sms > 0 }
}

test('orders that an asynchronous failover lost come back whole or are given back, once', {
  timeout: 900_000,
}, async () => {
  const pair = await databasePair()
  const front = await databaseFront(pair.primary.socket)
  const at = await testAppOn(front.url)
  const token = await purchaseToken(at)
  const standby = await connectedTo(pair.standby.url)
  // The standby knows who writes, and nothing of what is sold from here on.
  await until(
    async () => (await standby.query('select from database_line')).rowCount,
    (rows) => rows === 1,
  )
  await standby.end()
  front.leadTo(await loseTouch(pair))

  const byBill = await placed(at, token, 'bill')
  await pays(placeIn(at), byBill.orderId)
  await issued(at, byBill.orderId)
  const byCard = await placed(at, token, 'card')
  await pays(placeIn(at), byCard.orderId)
  await issued(at, byCard.orderId)
  const notPaid = await placed(at, token, 'bill')
  await at.fault('esbd', 'error', { operation: 'SetPolicy', times: 1_000 })
  const refused = await placed(at, token, 'bill')
  await pays(placeIn(at), refused.orderId)
  const numbers = at.sandbox.world

  pair.primary.kill()
  await pair.primary.stop()
  const client = await connectedTo(pair.standby.url)
  const { rows: kept } = await client.query('select id from orders')
  expect(kept).toEqual([])
  await client.query('select pg_promote(true)')
  await client.end()
  front.leadTo(pair.standby.socket)

  const place = placeIn(at)
  for (const { orderId } of [byBill, byCard, refused])
    await until(() => patiently(() => atRest(place, orderId).catch(() => false)), Boolean, 240_000)
  const sold = {
    state: 'issued',
    paid: 1,
    refunds: [],
    policies: 1,
    papers: 4,
    told: true,
  }
  const books = ({ amount, commission }: { amount: number; commission: number }) => ({
    commission: { count: 1, sum: commission },
    payment: { count: 1, sum: amount },
    premium: { count: 1, sum: amount },
  })
  expect(await outcome(at, byBill.orderId)).toEqual({ ...sold, ledger: books(byBill) })
  expect(await outcome(at, byCard.orderId)).toEqual({ ...sold, ledger: books(byCard) })
  expect(await outcome(at, refused.orderId)).toMatchObject({
    state: 'refunded',
    paid: 1,
    refunds: [refused.amount],
    policies: 0,
    told: true,
  })
  // Who had a bill and no time to pay it pays it now.
  await at.control('DELETE', '/control/faults')
  await until(() => patiently(() => pays(place, notPaid.orderId)), Boolean, 60_000)
  await until(() => atRest(place, notPaid.orderId), Boolean, 120_000)

  const everything = async () => ({
    orders: await Promise.all(
      [byBill, byCard, refused, notPaid].map(({ orderId }) => outcome(at, orderId)),
    ),
    finds: await at.db
      .selectFrom('lost_finds')
      .select(['about', 'what'])
      .orderBy('about')
      .orderBy('what')
      .execute(),
  })
  const before = await everything()
  expect(before.finds.map(({ what }) => what)).toEqual(['sale', 'sale', 'sale', 'sale'])

  const id = await newSearch(at.db, new Date(0), 'again', at.server.deps.clock.now())
  await until(
    () =>
      at.db
        .selectFrom('lost_searches')
        .select(['looks', 'copies'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ({ looks, copies }) => looks > 0 && copies >= 4,
    60_000,
  )
  expect(await everything()).toEqual(before)
  // A number that names a policy there is not given to another one.
  const next = await placed(at, token, 'bill')
  const taken = numbers.store<{ POLICY_NUMBER: string }>('esbd.policies')
  const order = await at.db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', next.orderId)
    .executeTakeFirstOrThrow()
  expect([...taken.values()].map(({ POLICY_NUMBER }) => POLICY_NUMBER)).not.toContain(order.number)
})
