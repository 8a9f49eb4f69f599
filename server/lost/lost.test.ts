import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { becomes, placed, placeOf, resting } from '#tests/chaos/at-house.ts'
import { pays } from '#tests/chaos/client.ts'
import { countOf } from '#tests/chaos/exactly-once.ts'
import { signedIn } from '#tests/client.ts'
import { homeOrdered, paysHome } from '#tests/home.ts'
import { beforeAndAfter, outside, searched } from '#tests/lost-database.ts'
import { purchaseToken } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import { Interrupted, interruptSteps, steps } from '../jobs/steps.ts'
import { newSearch } from './database-line.ts'
import { searchLost } from './search.ts'

afterEach(() => interruptSteps(null))

test('a search that is cut off at any step brings each sale back once', {
  timeout: 400_000,
}, async () => {
  const { before, after } = await beforeAndAfter()
  const token = await purchaseToken(before)
  const sold = [await placed(before, token, 'bill'), await placed(before, token, 'card')]
  for (const { orderId } of sold) {
    await pays(outside(before), orderId)
    await resting(before, orderId)
  }
  const { db, clock } = after.server.deps
  const id = await newSearch(db, new Date(0), 'a test', clock.now())
  const walk = steps.filter((name) => name.startsWith('lost.'))
  expect(walk).toEqual(['lost.commit', 'lost.number'])
  for (const name of walk)
    for (const stop of [`before:${name}`, `after:${name}`]) {
      // The sweep may be at the same search: whoever comes to the step is cut off there.
      let cut = false
      interruptSteps((where) => {
        cut ||= where === stop
        return where === stop
      })
      await until(
        async () => {
          await searchLost(after.server.deps, id).catch((cause: unknown) => {
            if (!(cause instanceof Interrupted)) throw cause
          })
          return cut
        },
        Boolean,
        60_000,
      )
    }
  interruptSteps(null)
  await searchLost(after.server.deps, id)
  for (const { orderId, amount } of sold) {
    await resting(after, orderId)
    const there = await countOf(placeOf(after), orderId)
    expect(there).toMatchObject({
      history: ['draft', 'awaiting_payment', 'paid', 'issuing', 'issued'],
      refunds: [],
      policies: 1,
      papers: 4,
      ledger: { payment: { count: 1, sum: amount } },
    })
    expect(there.bills + there.cardPayments).toBe(1)
  }
  const facts = async () => ({
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    payments: await db.selectFrom('payment_attempts').select(['id', 'state']).execute(),
    ledger: await db.selectFrom('ledger').select('key').orderBy('key').execute(),
  })
  const first = await facts()
  await searched(after)
  expect(await facts()).toEqual(first)
})

test('an order whose calculation was ordered anew meanwhile comes back, and the new one gives way', {
  timeout: 120_000,
}, async () => {
  const { before, after } = await beforeAndAfter()
  const lost = await placed(before, await purchaseToken(before), 'bill')
  await pays(outside(before), lost.orderId)
  await resting(before, lost.orderId)
  // The standby knew the quote and not the order.
  const { rows } = await sql<{ row: object }>`select to_jsonb(quotes) as row from quotes`.execute(
    before.db,
  )
  await sql`insert into quotes select * from jsonb_populate_record(null::quotes, ${JSON.stringify(rows[0]?.row)}::jsonb)`.execute(
    after.db,
  )
  // What a change of the server does first: numbers given by the one before are not used again.
  await sql`select max(nextval('policy_numbers')) from generate_series(1, 50)`.execute(after.db)
  const { body } = await after.api(
    'ogpoOrder',
    {
      calculationId: lost.calculationId,
      pay: { system: 'mobile_bank', method: 'bill' },
      email: 'client@example.kz',
    },
    await purchaseToken(after),
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  await searched(after)
  await resting(after, lost.orderId)
  const states = await after.db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('id', 'in', [lost.orderId, body.data.orderId])
    .execute()
  expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [lost.orderId, 'issued'],
      [body.data.orderId, 'cancelled'],
    ]),
  )
})

test('a subscription comes back with its payment and its contract', {
  timeout: 120_000,
}, async () => {
  const { before, after } = await beforeAndAfter()
  const id = await homeOrdered(before, await signedIn(before))
  await paysHome(before, id)
  const rowIn = ({ db }: TestApp) =>
    db.selectFrom('home_subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
  const active = (at: TestApp) =>
    until(
      () => rowIn(at),
      (row) => row?.state === 'active',
    )
  const lost = await active(before)
  await searched(after)
  const back = await active(after)
  expect(back).toMatchObject({ number: lost?.number, anchor: lost?.anchor, phone: lost?.phone })
  const contracts = ({ db }: TestApp) =>
    db.selectFrom('policies').select(['global_id', 'premium', 'state']).execute()
  expect(await contracts(after)).toEqual(await contracts(before))
  const money = ({ db }: TestApp) =>
    db.selectFrom('ledger').select(['key', 'amount']).orderBy('key').execute()
  expect(await money(after)).toEqual(await money(before))
})

test('a home that was subscribed to anew meanwhile comes back, and the new one gives way', {
  timeout: 120_000,
}, async () => {
  const { before, after } = await beforeAndAfter()
  const lost = await homeOrdered(before, await signedIn(before))
  await paysHome(before, lost)
  await sql`select max(nextval('home_numbers')) from generate_series(1, 50)`.execute(after.db)
  const anew = await homeOrdered(after, await signedIn(after))
  await searched(after)
  const states = () => after.db.selectFrom('home_subscriptions').select(['id', 'state']).execute()
  const found = await until(states, (rows) =>
    rows.some(({ id, state }) => id === lost && state === 'active'),
  )
  expect(found.find(({ id }) => id === anew)).toMatchObject({ state: 'expired' })
})

test('a policy that nobody here knows is left for people, and said once', {
  timeout: 120_000,
}, async () => {
  const { before, after } = await beforeAndAfter()
  const sold = await placed(before, await purchaseToken(before), 'bill')
  await pays(outside(before), sold.orderId)
  await resting(before, sold.orderId)
  const { files } = before.server.deps.systems
  for (const key of await Array.fromAsync(files.keys('sales'))) await files.remove(key)
  await searched(after)
  await searched(after)
  const finds = await after.db.selectFrom('lost_finds').select(['what', 'about']).execute()
  const policy = await before.db
    .selectFrom('policies')
    .select('global_id')
    .executeTakeFirstOrThrow()
  expect(finds).toEqual([{ what: 'policy', about: policy.global_id }])
})

test.each(['bill', 'card'] as const)(
  'a sale by %s that was given back before it was lost is not insured once more',
  { timeout: 180_000 },
  async (way) => {
    const { before, after } = await beforeAndAfter()
    await before.fault('esbd', 'error', { operation: 'SetPolicy', times: 1_000 })
    const sold = await placed(before, await purchaseToken(before), way)
    await pays(outside(before), sold.orderId)
    await becomes(before, sold.orderId, 'refunded')
    await before.control('DELETE', '/control/faults')
    await searched(after)
    expect(await after.db.selectFrom('orders').select('id').execute()).toEqual([])
    expect(
      await after.db.selectFrom('lost_finds').select(['about', 'what', 'note']).execute(),
    ).toEqual([{ about: sold.attemptId, what: 'left', note: 'its money went back' }])
  },
)

test.each(['bill', 'card'] as const)(
  'a refund of a part by %s that went before the server changed does not go twice',
  { timeout: 180_000 },
  async (way) => {
    const at = await testApp()
    const sold = await placed(at, await purchaseToken(at), way)
    await pays(outside(at), sold.orderId)
    await resting(at, sold.orderId)
    await until(
      () => at.db.selectFrom('database_line').selectAll().execute(),
      (rows) => rows.length === 1,
    )
    const { acquirer, bank } = at.server.deps.systems
    const payment = await at.db.selectFrom('payment_attempts').selectAll().executeTakeFirstOrThrow()
    const amount = 1_000
    const ask = { amount, key: 'R-1', billId: payment.outside_id ?? '' }
    if (way === 'bill') await bank.refund(ask)
    else
      await acquirer.refund({
        attemptId: payment.id,
        paymentId: payment.outside_id ?? '',
        amount,
      })
    // As the standby has it: the refund is due, that it was asked for is lost.
    await at.db.transaction().execute(async (tx) => {
      await sql`update database_line set line = 0`.execute(tx)
      const about = { contract_id: sold.orderId, order_id: sold.orderId, attempt_id: payment.id }
      await tx
        .insertInto('refunds')
        .values({
          ...{ id: 'R-1', ...about, amount, reason: 'reissue', state: 'due' },
          created_at: at.server.deps.clock.now(),
        })
        .execute()
      await sql`update payment_attempts set state = 'refunding' where id = ${payment.id}`.execute(
        tx,
      )
    })
    await until(
      () => at.db.selectFrom('refunds').select('state').executeTakeFirstOrThrow(),
      ({ state }) => state !== 'due',
      120_000,
    )
    const { refunds } = await countOf(placeOf(at), sold.orderId)
    expect(refunds).toEqual([amount])
    expect(await at.db.selectFrom('refunds').select(['state', 'amount']).execute()).toEqual([
      { state: 'done', amount },
    ])
  },
)
