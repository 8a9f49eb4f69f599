import { expect, test } from 'vitest'
import { accountant, settles } from '#tests/accounting.ts'
import { placed, placeOf, resting } from '#tests/chaos/at-house.ts'
import { pays } from '#tests/chaos/client.ts'
import { account, signedIn } from '#tests/client.ts'
import { clockOn, purchaseToken } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import { compareRegistered } from './registered.ts'

/** The nightly query of the unified database, and its result as the accountant sees it. */

async function sold(at: TestApp) {
  const order = await placed(at, await purchaseToken(at), 'bill')
  await pays({ ...placeOf(at), control: at.control, sandboxUrl: at.sandbox.url }, order.orderId)
  await resting(at, order.orderId)
  return at.db
    .selectFrom('policies')
    .selectAll()
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
}

async function differences(at: TestApp) {
  await account(at, accountant, { role: 'accountant' })
  const token = await signedIn(at, accountant)
  const { today } = at.server.deps.clock
  const period = { from: `${today().slice(0, 7)}-01`, to: today() }
  const read = async () => {
    const { body } = await at.api('reportReconciliation', period, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data.exceptions.filter(({ kind }) => kind === 'registered_differs')
  }
  return { token, period, read }
}
const DAY = 24 * 60 * 60

test('a policy that ended there and is in force here is found in the night, until it ended here', {
  timeout: 120_000,
}, async () => {
  const at = await testApp()
  const policy = await sold(at)
  await at.server.deps.systems.esbd.rescind({
    policyId: Number(policy.esbd_policy_id),
    reason: 'terminated',
    on: at.server.deps.clock.today(),
    insurerSystemId: 1,
  })
  await clockOn(at, DAY)
  const { token, period, read } = await differences(at)
  const [found] = await until(read, (rows) => rows.length > 0, 60_000)
  expect(found).toMatchObject({
    id: policy.number,
    orderId: policy.order_id,
    note: 'registered_ended',
    ways: ['accepted'],
  })
  const settle = (note: string) =>
    settles(at, token, {
      ...period,
      kind: 'registered_differs',
      key: found?.key ?? '',
      how: 'accepted',
      note,
    })
  expect((await settle('')).status).toBe(422)
  expect((await settle('asked the insurer')).count).toBe(1)
  expect(await read()).toEqual([])
})

test('a policy under our number that a recovered database does not know is told once', {
  timeout: 120_000,
}, async () => {
  const before = await testApp()
  const policy = await sold(before)
  const after = await testApp({
    SANDBOX_PORT: new URL(before.sandbox.url).port,
    SANDBOX_SMTP_PORT: String(before.sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(before.sandbox.antivirusPort),
  })
  const { read } = await differences({ ...after, messages: before.messages })
  const told = await until(read, (rows) => rows.length > 0, 60_000)
  expect(told).toMatchObject([{ id: policy.number, orderId: null, note: 'registered_policy' }])
  await compareRegistered(after.server.deps, after.server.deps.clock.today())
  expect(await read()).toEqual(told)
})
