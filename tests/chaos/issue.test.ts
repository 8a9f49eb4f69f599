import { describe, expect, test } from 'vitest'
import { esbdPolicies } from '#systems/esbd/sandbox-policies.ts'
import { until } from '../http.ts'
import { billsStay, clockTo, paysBill, purchaseToken } from '../sale.ts'
import { spec } from '../spec.ts'
import { sharedTestApp, type TestApp } from '../test-app.ts'
import { becomes, placed, placeOf, resting } from './at-house.ts'
import { countOf, expectSoldOnce } from './exactly-once.ts'

const apps = {
  lost: sharedTestApp(),
  down: sharedTestApp(),
  fault: sharedTestApp(),
  deadline: sharedTestApp(),
  unknown: sharedTestApp(),
  mixed: sharedTestApp(),
  gateways: sharedTestApp(),
  refund: sharedTestApp(),
}
const ordered = async (at: TestApp) => {
  const token = await purchaseToken(at)
  return { token, order: await placed(at, token, 'bill') }
}
const statusOf = async (at: TestApp, orderId: string, token: string) => {
  const { body } = await at.api('ogpoCheckOrderSet', { orderId }, token)
  if (!body.success) throw new Error('no status')
  return body.data
}
const rowOf = async (at: TestApp, orderId: string) => {
  const [row] = await placeOf(at).rows<{
    state: string
    issue_attempts: number
    next_attempt_at: Date | null
  }>('select state, issue_attempts, next_attempt_at from orders where id = $1', [orderId])
  if (!row) throw new Error('no order')
  return row
}
type Row = Awaited<ReturnType<typeof rowOf>>
/** Waits for the order with the pauses between attempts skipped by the clock. */
const skipping = (at: TestApp, orderId: string, good: (row: Row) => boolean) =>
  until(async () => {
    const row = await rowOf(at, orderId)
    const next = row.next_attempt_at?.getTime() ?? 0
    if (!good(row) && next > at.server.deps.clock.now().getTime())
      await clockTo(at, new Date(next + 1_000).toISOString())
    return row
  }, good)
const tried = (times: number) => (row: Row) => row.issue_attempts >= times
const setCalls = (at: TestApp) =>
  at.sandbox.world.journal.filter(({ operation }) => operation === 'SetPolicy').length
const refundedWhole = {
  state: 'refunded',
  history: [
    'draft',
    'awaiting_payment',
    'paid',
    'issuing',
    'issue_failed',
    'refunding',
    'refunded',
  ],
  papers: 0,
  letters: 1,
}

describe.concurrent('the issue', { timeout: 600_000 }, () => {
  test('SetPolicy whose answer is lost, is nonsense or never comes: one policy each time', async () => {
    const at = apps.lost()
    const token = await purchaseToken(at)
    for (const mode of ['reset', 'garbage', 'timeout'] as const) {
      const order = await placed(at, token, 'bill')
      await at.fault('esbd', mode, { operation: 'SetPolicy' })
      await paysBill(at)
      await skipping(at, order.orderId, ({ state }) => state === 'issued')
      await resting(at, order.orderId)
      await expectSoldOnce(placeOf(at), order.orderId, order)
    }
    expect(esbdPolicies(at.sandbox.world)).toHaveLength(3)
  })

  test('while the database is down attempts go on and the client sees them; when it is back the policy is issued once', async () => {
    spec('8.3.issuance-error')

    const at = apps.down()
    const { token, order } = await ordered(at)
    await at.fault('esbd', 'unavailable', { times: 10_000 })
    await paysBill(at)
    await skipping(at, order.orderId, tried(2))
    const status = await statusOf(at, order.orderId, token)
    expect(status).toMatchObject({ status: 'retrying', state: 'issuing', error: { code: 12002 } })
    expect(status.attempts).toBeGreaterThanOrEqual(2)
    expect(Date.parse(status.nextAttemptAt ?? '')).toBeGreaterThan(
      at.server.deps.clock.now().getTime() - 10_000,
    )
    await at.control('DELETE', '/control/faults')
    await skipping(at, order.orderId, ({ state }) => state === 'issued')
    await resting(at, order.orderId)
    await expectSoldOnce(placeOf(at), order.orderId, order)
    expect(setCalls(at)).toBe(1)
  })

  test('three Faults of SetPolicy are a final no: the money goes back and the client is told by SMS and letter', async () => {
    spec('4.1.issuance-impossible', '8.3.policy-not-issued')

    const at = apps.fault()
    const { token, order } = await ordered(at)
    await at.fault('esbd', 'error', { operation: 'SetPolicy', times: 3 })
    await paysBill(at)
    await skipping(at, order.orderId, tried(3))
    await resting(at, order.orderId)
    expect(await countOf(placeOf(at), order.orderId)).toMatchObject({
      ...refundedWhole,
      policies: 0,
      refunds: [order.amount],
      sms: 1,
    })
    expect(await statusOf(at, order.orderId, token)).toMatchObject({
      status: 'failed',
      error: { code: 12003 },
    })
    expect(setCalls(at)).toBe(3)
  })

  test('a Fault after failures of another kind is not yet final', async () => {
    const at = apps.mixed()
    const { order } = await ordered(at)
    await at.fault('esbd', 'unavailable', { operation: 'GetPoliciesByNumber', times: 10_000 })
    await paysBill(at)
    await skipping(at, order.orderId, tried(2))
    await at.control('DELETE', '/control/faults')
    await at.fault('esbd', 'error', { operation: 'SetPolicy' })
    await skipping(at, order.orderId, ({ state }) => state === 'issued')
    await resting(at, order.orderId)
    await expectSoldOnce(placeOf(at), order.orderId, order)
  })

  test('a database that is down until the term begins: the money goes back, and nothing is set too late', async () => {
    const at = apps.deadline()
    const { order } = await ordered(at)
    await at.fault('esbd', 'unavailable', { times: 100_000 })
    await paysBill(at)
    await skipping(at, order.orderId, tried(1))
    await clockTo(at, '2026-11-21T00:00:10+05:00')
    await becomes(at, order.orderId, 'refunded')
    await at.control('DELETE', '/control/faults')
    await resting(at, order.orderId)
    expect(await countOf(placeOf(at), order.orderId)).toMatchObject({
      ...refundedWhole,
      policies: 0,
      refunds: [order.amount],
      sms: 1,
    })
    expect(setCalls(at)).toBe(0)
  })

  test('money never goes back while a policy may exist: the one whose answer was lost is found after the deadline', async () => {
    const at = apps.unknown()
    const { order } = await ordered(at)
    await at.fault('esbd', 'reset', { operation: 'SetPolicy' })
    // The two questions before it are answered, none after it.
    await at.fault('esbd', 'unavailable', {
      operation: 'GetPoliciesByNumber',
      after: 2,
      times: 100_000,
    })
    await paysBill(at)
    await skipping(at, order.orderId, tried(1))
    expect(esbdPolicies(at.sandbox.world)).toHaveLength(1)
    await clockTo(at, '2026-11-21T00:00:10+05:00')
    await skipping(at, order.orderId, tried(2))
    expect(await rowOf(at, order.orderId)).toMatchObject({ state: 'issuing' })
    expect(await countOf(placeOf(at), order.orderId)).toMatchObject({ refunds: [], policies: 1 })
    await at.control('DELETE', '/control/faults')
    await skipping(at, order.orderId, ({ state }) => state === 'issued')
    await resting(at, order.orderId)
    await expectSoldOnce(placeOf(at), order.orderId, order)
  })

  test('gateways that are down send the papers later, each once, and do not wait for each other', async () => {
    const at = apps.gateways()
    const { order } = await ordered(at)
    await at.fault('sms', 'unavailable', { times: 10_000 })
    await at.fault('mail', 'unavailable', { times: 2 })
    await paysBill(at)
    await until(
      () => at.mails('client@example.kz'),
      (mails) => mails.length > 0,
    )
    expect(await countOf(placeOf(at), order.orderId)).toMatchObject({
      state: 'issued',
      papers: 4,
      sms: 0,
      letters: 1,
    })
    await at.control('DELETE', '/control/faults')
    await at.fault('sms', 'reset')
    await resting(at, order.orderId)
    await expectSoldOnce(placeOf(at), order.orderId, order)
  })

  test('a refund that meets an error, a lost answer, silence or nonsense at the bank is made once, later', async () => {
    const at = apps.refund()
    const token = await purchaseToken(at)
    for (const mode of ['error', 'reset', 'unavailable', 'garbage'] as const) {
      const order = await placed(at, token, 'bill')
      await billsStay(at)
      expect(
        (await at.api('ogpoCancelOrder', { orderId: order.orderId }, token)).body,
      ).toMatchObject({ success: true })
      await at.fault('bank', mode, { operation: 'payment/return', times: 2 })
      await paysBill(at)
      await resting(at, order.orderId)
      expect(await countOf(placeOf(at), order.orderId)).toMatchObject({
        state: 'refunded',
        refunds: [order.amount],
        ledger: { payment: { count: 1 }, refund: { count: 1, sum: -order.amount } },
      })
    }
  })
})
