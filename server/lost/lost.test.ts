import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { salesCopiedDays } from '#domain/lifetimes.ts'
import { becomes, placed, placeOf, resting } from '#tests/chaos/at-house.ts'
import { pays } from '#tests/chaos/client.ts'
import { countOf } from '#tests/chaos/exactly-once.ts'
import { signedIn } from '#tests/client.ts'
import { homeOrdered, paysHome } from '#tests/home.ts'
import { frontOf, objectStorage } from '#tests/object-storage.ts'
import { purchaseToken } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import { Interrupted, interruptSteps, steps } from '../jobs/steps.ts'
import { openAttempt } from '../payments/open.ts'
import { newSearch, watchLine } from './database-line.ts'
import { searchLost } from './search.ts'
import { dropOldCopies } from './work.ts'

const SIGNING_KEY = 'one key of both, long enough for whoever asks'
afterEach(() => interruptSteps(null))

/** The product before its database was lost, and the product with an empty one beside the same outside. */
async function beforeAndAfter() {
  const before = await testApp({ SIGNING_KEY })
  const after = await testApp({
    SIGNING_KEY,
    FILES_DIR: before.config.filesDir,
    SANDBOX_PORT: new URL(before.sandbox.url).port,
    SANDBOX_SMTP_PORT: String(before.sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(before.sandbox.antivirusPort),
  })
  return { before, after: { ...after, sandbox: before.sandbox, messages: before.messages } }
}
const outside = (at: TestApp) => ({
  ...placeOf(at),
  control: at.control,
  sandboxUrl: at.sandbox.url,
})
const searched = async ({ db, server }: TestApp): Promise<string> => {
  const id = await newSearch(db, new Date(0), 'a test', server.deps.clock.now())
  await searchLost(server.deps, id)
  return id
}

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

test('an order whose calculation was ordered anew meanwhile comes back beside the new one', {
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
      [body.data.orderId, 'awaiting_payment'],
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

test('a bill whose number is in no copy is not sent once more', { timeout: 120_000 }, async () => {
  const { before, after } = await beforeAndAfter()
  const token = await purchaseToken(before)
  const { orderId, calculationId } = await placed(before, token, 'card')
  const { files } = before.server.deps.systems
  const ofCard = await Array.fromAsync(files.keys('sales'))
  // Paid another way: that the bank is asked is written down after the copy.
  const pay = { system: 'mobile_bank' as const, method: 'bill' as const }
  const { body } = await before.api(
    'ogpoOrder',
    { calculationId, pay, email: 'client@example.kz' },
    token,
  )
  expect(body).toMatchObject({ success: true, data: { orderId } })
  const ofBill = (await Array.fromAsync(files.keys('sales'))).filter((key) => !ofCard.includes(key))
  expect(ofBill).toHaveLength(2)
  for (const key of [...ofCard, ...ofBill.filter((one) => one.endsWith('-b'))])
    await files.remove(key)
  await searched(after)
  expect(await openAttempt(after.server.deps, `${orderId}-2`)).not.toMatchObject({ opened: true })
  const payment = await after.db
    .selectFrom('payment_attempts')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(payment).toMatchObject({ state: 'error', outside_id: null, asked_at: expect.any(Date) })
})

test('a bill that was asked for is not sent once more by a database that took over', {
  timeout: 120_000,
}, async () => {
  const at = await testApp({ WORKER: 'off' })
  const { attemptId } = await placed(at, await purchaseToken(at), 'bill')
  const bills = () => at.invoices('77010000001')
  expect(await bills()).toHaveLength(1)
  await watchLine(at.server.deps)
  // As the standby has it: that the bank was asked, and what it told, is lost.
  await sql`update database_line set line = 0`.execute(at.db)
  await at.db
    .updateTable('payment_attempts')
    .set({ state: 'created', asked_at: null, outside_id: null })
    .execute()
  await Promise.all([1, 2, 3].map(() => openAttempt(at.server.deps, attemptId)))
  expect(await bills()).toHaveLength(1)
  const search = await at.db.selectFrom('lost_searches').select('id').executeTakeFirstOrThrow()
  await searchLost(at.server.deps, search.id)
  // The copy has the number: what is paid finds its way.
  const [bill] = await bills()
  expect(
    await at.db
      .selectFrom('payment_attempts')
      .select(['outside_id', 'state'])
      .executeTakeFirstOrThrow(),
  ).toEqual({ outside_id: bill?.id, state: 'error' })
})

test('copies that a storage does not give are told, and come back when it does', {
  timeout: 120_000,
}, async () => {
  const storage = await objectStorage()
  onTestFinished(storage.close)
  const front = await frontOf(storage.bucket.address)
  onTestFinished(front.close)
  const settings = { ...storage.settings, FILES_ADDRESS: front.address, SIGNING_KEY }
  const before = await testApp(settings)
  const after = await testApp({
    ...settings,
    WORKER: 'off',
    SANDBOX_PORT: new URL(before.sandbox.url).port,
    SANDBOX_SMTP_PORT: String(before.sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(before.sandbox.antivirusPort),
  })
  const { orderId } = await placed(before, await purchaseToken(before), 'card')
  front.refuse(/\/sales\//)
  const { db, clock } = after.server.deps
  const id = await newSearch(db, new Date(0), 'a test', clock.now())
  const search = () => db.selectFrom('lost_searches').selectAll().executeTakeFirstOrThrow()
  const finds = () => db.selectFrom('lost_finds').selectAll().orderBy('what').execute()
  const looked = async () => {
    await db.updateTable('lost_searches').set({ next_look_at: clock.now() }).execute()
    await searchLost(after.server.deps, id)
  }
  for (let look = 0; look < 3; look += 1) await looked()
  expect(await search()).toMatchObject({ looks: 3, unread: 1, next_look_at: expect.any(Date) })
  expect(await finds()).toMatchObject([
    { what: 'left', settled_at: null, note: expect.stringContaining('not read: files read') },
  ])
  expect(JSON.stringify(await finds())).not.toMatch(/850315399904|77010000001/)
  front.refuse(null)
  await looked()
  expect(await search()).toMatchObject({ looks: 3, unread: 0, next_look_at: null })
  expect(await finds()).toMatchObject([
    { what: 'left', settled_at: expect.any(Date) },
    { what: 'sale', sale_id: orderId },
  ])
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

test('no copy can be read without our key, and old ones are taken away', {
  timeout: 120_000,
}, async () => {
  const at = await testApp({ SIGNING_KEY })
  const token = await purchaseToken(at)
  await placed(at, token, 'bill')
  const { files } = at.server.deps.systems
  const keys = await Array.fromAsync(files.keys('sales'))
  expect(keys).toHaveLength(2)
  for (const key of keys) {
    const bytes = Buffer.concat(await Array.fromAsync(await files.read(key)))
    expect(bytes.toString('latin1')).not.toMatch(/850315399904|77010000001|policyholder/)
  }
  const { deps } = at.server
  await dropOldCopies(deps, addDays(deps.clock.today(), salesCopiedDays))
  expect(await Array.fromAsync(files.keys('sales'))).toEqual(keys)
  await dropOldCopies(deps, addDays(deps.clock.today(), salesCopiedDays + 1))
  expect(await Array.fromAsync(files.keys('sales'))).toEqual([])
})
