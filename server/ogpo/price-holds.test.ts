import { expect, test } from 'vitest'
import type { Pay } from '#contract/pay.ts'
import { addMs, billMs } from '#domain/lifetimes.ts'
import { payInvoice } from '#sandbox/acts.ts'
import { billsFor } from '#systems/bank/sandbox.ts'
import type { Wire } from '#systems/esbd/codec.ts'
import { attemptsOf, buyer, clockTo, ownCar, placesOrder, quoted, sale } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { letters, sms } from '#texts/messages.ts'
import { createToken } from '../http/create-token.ts'
import { checkPayment } from '../payments/check.ts'
import { issue } from './issue.ts'
import { ogpoRecoveries } from './work.ts'

/** A price is paid on the days of its own tables, and within a day of the order, or not at all. */
const at = sharedTestApp({ WORKER: 'off' })
const bill = { system: 'mobile_bank', method: 'bill' } as const
const card = { system: 'card', method: 'redirect' } as const

const token = () => {
  const { db, clock } = at().server.deps
  const now = clock.now()
  const who = { kind: 'purchase', ...buyer } as const
  return createToken(db, who, now, new Date(now.getTime() + 7_200_000))
}
const orderIn = (id: string) =>
  at().db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** An order of a car of its own, made at this instant. */
async function orderedAt(now: string, start: string, pay: Pay = bill) {
  await clockTo(at(), now)
  const by = await token()
  const order = { dateStart: start }
  const of = sale({ vehicles: [await ownCar(at())] as never, order: order as never })
  const { calculationId } = await quoted(at(), by, of)
  const { body } = await placesOrder(at(), by, calculationId, { pay })
  expect(body).toMatchObject({ success: true })
  return { calculationId, orderId: body.data.orderId as string }
}
const again = async (calculationId: string, pay: Pay) =>
  (await placesOrder(at(), await token(), calculationId, { pay })).body
const lastEnd = async (orderId: string) =>
  (await attemptsOf(at(), orderId)).at(-1)?.expires_at.toISOString()

/** The clock runs on from the instant it was set to. */
const aDayAfter = async (orderId: string) =>
  addMs((await orderIn(orderId)).created_at, billMs).toISOString()

/** Pays the newest bill at this instant; we learn of it at once. */
async function paidAt(now: string, orderId: string) {
  await clockTo(at(), now)
  const open = billsFor(at().sandbox.world, orderId).at(-1)
  payInvoice(at().sandbox.world, open?.id ?? '')
  for (const { id } of await attemptsOf(at(), orderId)) await checkPayment(at().server.deps, id)
  return orderIn(orderId)
}
const refundsOf = (orderId: string) =>
  at()
    .db.selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('order_id', '=', orderId)
    .execute()

/** Checks that the money goes back and that the client learns it arrived late. */
async function goesBackWithWords(orderId: string) {
  const { state, amount, contract_id } = await orderIn(orderId)
  expect(state).toBe('refunding')
  expect(await refundsOf(orderId)).toEqual([{ amount, reason: 'late_or_second_payment' }])
  const policies = await at()
    .db.selectFrom('policies')
    .select('id')
    .where('contract_id', '=', contract_id)
    .execute()
  expect(policies).toEqual([])
  const told = await at()
    .db.selectFrom('messages')
    .select(['kind', 'purpose'])
    .where('order_id', '=', orderId)
    .orderBy('kind')
    .execute()
  expect(told).toEqual([
    { kind: 'mail', purpose: 'late' },
    { kind: 'sms', purpose: 'late' },
  ])
}

test('a price of the last day of the tables is not paid on the first day of the next', async () => {
  const { orderId } = await orderedAt('2026-12-31T15:00:00Z', '2027-01-15')
  expect(await lastEnd(orderId)).toBe('2026-12-31T19:00:00.000Z')
  await paidAt('2026-12-31T19:00:00Z', orderId)
  await goesBackWithWords(orderId)
})

test('in the last minutes of the tables it is paid', async () => {
  const { orderId } = await orderedAt('2026-12-31T15:00:00Z', '2027-01-15')
  expect(await paidAt('2026-12-31T18:50:00Z', orderId)).toMatchObject({ state: 'paid' })
})

test.each([
  ['tables', 'tariff_tables', 'true'],
  ['commission', 'commissions', `product = 'ogpo'`],
  ["insurer's row", 'insurers', 'true'],
])('a change of the %s after the order ends its price the evening before', async (_, table, of) => {
  const { orderId, calculationId } = await orderedAt('2026-12-07T15:00:00Z', '2026-12-20')
  expect(await lastEnd(orderId)).toBe(await aDayAfter(orderId))
  const { pool } = at().server.deps
  await pool.query(`create table kept as select * from ${table}`)
  try {
    await pool.query(`update ${table} set effective_to = '2026-12-07' where ${of}`)
    await clockTo(at(), '2026-12-07T19:00:01Z')
    expect(await again(calculationId, card)).toMatchObject({ success: false, code: 14006 })
    await paidAt('2026-12-07T19:10:00Z', orderId)
    await goesBackWithWords(orderId)
  } finally {
    const key = table === 'tariff_tables' ? 'version' : 'code'
    await pool.query(
      `update ${table} as now set effective_to = kept.effective_to from kept
      where kept.effective_from = now.effective_from and kept.${key} = now.${key}`,
    )
    await pool.query('drop table kept')
  }
})

test('no turn of ways to pay makes a price older than a day', async () => {
  const { orderId, calculationId } = await orderedAt('2026-12-01T07:00:00Z', '2027-02-20')
  await clockTo(at(), '2026-12-02T03:00:00Z')
  expect(await again(calculationId, card)).toMatchObject({ success: true })
  expect(await lastEnd(orderId)).toBe(await aDayAfter(orderId))
  await clockTo(at(), '2026-12-02T08:00:00Z')
  expect(await again(calculationId, bill)).toMatchObject({
    success: false,
    code: 14006,
    data: { orderId },
  })
  expect(await orderIn(orderId)).toMatchObject({ state: 'expired' })
  await paidAt('2026-12-02T08:10:00Z', orderId)
  await goesBackWithWords(orderId)
})

test.each([
  ['a day after it', '2026-12-03T07:00:00Z', '2027-02-20', '2026-12-04T08:00:00Z'],
  ['after its tables', '2026-12-31T15:00:00Z', '2027-01-15', '2026-12-31T19:00:01Z'],
])('an order ends %s, whoever has a page of it open', async (_, ordered, start, over) => {
  const { orderId } = await orderedAt(ordered, start, card)
  await clockTo(at(), over)
  const now = at().server.deps.clock.now()
  const sweep = ogpoRecoveries.find(({ name }) => name === 'orders nobody paid')
  if (!sweep) throw new Error('nobody looks for them')
  const ago = (ms: number) => addMs(now, -ms)
  await sweep.recover(at().server.deps, { now, forgotten: ago(60_000), ago })
  expect(await orderIn(orderId)).toMatchObject({ state: 'expired' })
})

test('the unified database is told the day of the payment', async () => {
  const { orderId } = await orderedAt('2026-12-05T15:00:00Z', '2026-12-20')
  const { number } = await paidAt('2026-12-06T10:00:00Z', orderId)
  // The unified database's session of the day before has expired: a failed write is retried.
  await until(
    async () => {
      await issue(at().server.deps, orderId)
      return orderIn(orderId)
    },
    ({ state }) => state === 'issued',
  )
  const policy = [...at().sandbox.world.store<Wire>('esbd.policies').values()].find(
    (one) => one.POLICY_NUMBER === number,
  )
  expect(policy).toMatchObject({ POLICY_DATE: '06.12.2026', PAYMENT_DATE: '06.12.2026' })
})

test('late money is said in both languages, with the way to a new price', () => {
  const sold = {
    number: 'QG1',
    plates: [],
    start: '',
    end: '',
    amount: '44 022 ₸',
    toAccount: false,
    link: 'https://q.kz/o',
    short: 'https://q.kz/c/1',
  }
  expect(sms.late(sold).ru).toMatch(/44 022 ₸.*https:\/\/q\.kz\/c\/1/)
  expect(sms.late(sold).kz).toMatch(/44 022 ₸.*https:\/\/q\.kz\/c\/1/)
  expect(letters.late(sold).ru.text).toMatch(/рассчитайте/)
  expect(letters.late(sold).kz.text).toMatch(/есептеңіз/)
})
