import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { Pay } from '#contract/pay.ts'
import { type WayName, wayNames } from '#domain/payment-ways.ts'
import { ownCar, purchaseToken, quoted, sale } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { act } from '../contracts/contracts.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { checkPayment } from './check.ts'

/** Everything that closes a payment here calls its other side at once, for every payment method. */
const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})

const payBy = (system: WayName): Pay =>
  ['bill', 'redirect', 'invoice'].flatMap(
    (method) => Pay.safeParse({ system, method }).data ?? [],
  )[0] ?? expect.fail(`${system} has no body`)
const orders = async (calculationId: string, system: WayName, as = token) => {
  const { body } = await at().api('ogpoOrder', { calculationId, pay: payBy(system) }, as)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data.orderId
}
/** An order of a car of its own that waits to be paid by this way. */
async function waitsFor(system: WayName) {
  const car = await ownCar(at())
  const { calculationId } = await quoted(at(), token, sale({ vehicles: [car] as never }))
  const orderId = await orders(calculationId, system)
  const attempt = await at()
    .db.selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(attempt).toMatchObject({ system, state: 'awaiting' })
  return { car, calculationId, orderId, attempt }
}
/** Counts a payment's queries due now, without the usual pause. */
const askedNow = async (attemptId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = ${paymentCheckJob.name}
      and data ->> 'attemptId' = ${attemptId} and start_after <= created_on`.execute(at().db)
  return rows[0]?.n ?? 0
}
const stateOf = async (attemptId: string) =>
  (
    await at()
      .db.selectFrom('payment_attempts')
      .select('state')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
  ).state

type Waits = Awaited<ReturnType<typeof waitsFor>>
const closes: Record<string, (of: Waits, system: WayName) => Promise<unknown>> = {
  'the client withdraws the order': ({ orderId }) =>
    at().api('ogpoCancelOrder', { orderId }, token),
  'another way is chosen': ({ calculationId }, system) =>
    orders(calculationId, wayNames.find((name) => name !== system) ?? 'card'),
  'the same car is ordered again': async ({ car }) => {
    const { calculationId } = await quoted(at(), token, sale({ vehicles: [car] as never }))
    await orders(calculationId, 'mobile_bank')
  },
  'nobody paid in time': ({ orderId, attempt }) => {
    const drop = {
      act: 'drop_order',
      orderId,
      to: 'expired',
      reason: 'nobody paid in time',
    } as const
    const { deps } = at().server
    return at()
      .db.transaction()
      .execute((tx) =>
        act(tx, deps, attempt.contract_id, drop, { actor: 'job', at: deps.clock.now() }),
      )
  },
}

for (const [why, close] of Object.entries(closes))
  test.each(wayNames)(
    `${why}: what was asked for by %s is closed and asked about at once`,
    async (system) => {
      const of = await waitsFor(system)
      expect(await askedNow(of.attempt.id)).toBe(0)
      await close(of, system)
      expect(await stateOf(of.attempt.id)).toBe('expired')
      expect(await askedNow(of.attempt.id)).toBe(1)
    },
  )

test('a bill that was closed is off the phone with that question', async () => {
  const { attempt, orderId } = await waitsFor('mobile_bank')
  await at().api('ogpoCancelOrder', { orderId }, token)
  await checkPayment(at().server.deps, attempt.id)
  const bill = (await at().invoices(attempt.phone ?? '')).find(
    ({ id }) => id === attempt.outside_id,
  )
  expect(bill?.status).toBe('cancelled')
})
