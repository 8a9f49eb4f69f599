import { expect, test } from 'vitest'
import { sweep } from '#server/jobs/workers.ts'
import { signedIn } from '#tests/client.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import { recoveries } from '../work.ts'

/** A policy from 2026-11-21 to 2027-11-20 of a client with an e-mail. */
async function withPolicy(at: TestApp) {
  const token = await purchaseToken(at)
  const { orderId } = await ordered(at, token)
  await paysBill(at)
  await settled(at, token, orderId)
}
const reminders = async (at: TestApp) =>
  (await at.messages(buyer.phone)).filter(({ text }) => text.includes('аяқталады'))
const goes = async (at: TestApp, day: string) => {
  await at.control('POST', '/control/clock', { now: `${day}T06:00:00Z` })
  await until(
    async () => at.server.deps.clock.today(),
    (today) => today === day,
  )
}
/** The sweep for due reminders, on this day. */
const swept = (at: TestApp) => sweep(at.server.deps, recoveries)

test('30 days before the end, and not before, the client is reminded by SMS and e-mail, once', {
  timeout: 60_000,
}, async () => {
  const at = await testApp()
  await withPolicy(at)
  await goes(at, '2027-10-20')
  await swept(at)
  expect(await reminders(at)).toEqual([])
  // 00:30 in Almaty: no message wakes the client.
  await at.control('POST', '/control/clock', { now: '2027-10-20T19:30:00Z' })
  await until(
    async () => at.server.deps.clock.today(),
    (today) => today === '2027-10-21',
  )
  await swept(at)
  expect(await at.db.selectFrom('reminders').selectAll().execute()).toEqual([])
  await goes(at, '2027-10-21')
  const letters = await until(
    async () =>
      (await at.mails('client@example.kz')).filter(({ subject }) => subject.includes('20.11.2027')),
    (found) => found.length > 0,
  )
  expect(letters[0]?.text).toContain('20.11.2027')
  await swept(at)
  expect(await reminders(at)).toHaveLength(1)
})

test('a client who switched reminders off hears nothing; what we hold is theirs to take; deletion is noted with its term', {
  timeout: 60_000,
}, async () => {
  const at = await testApp()
  await withPolicy(at)
  const token = await signedIn(at)
  expect((await at.api('cabinetGetMe', {}, token)).body).toMatchObject({
    data: { reminders: true, deletionAskedAt: null },
  })
  await at.api('cabinetSetReminders', { on: false }, token)
  const taken = await at.api('cabinetExport', {}, token)
  if (!taken.body.success) throw new Error('no export')
  expect(taken.body.data.content).toMatchObject({
    account: { iin: buyer.iin, phone: buyer.phone },
    policies: [{ start_date: '2026-11-21' }],
    orders: [{ state: 'issued' }],
    consents: [{ kind: 'policyholder' }],
  })
  expect(JSON.stringify(taken.body.data.content)).not.toMatch(/hash|token/)
  const asked = await at.api('cabinetAskDeletion', {}, token)
  expect(asked.body).toMatchObject({ success: true, data: { keptUntil: '2032-11-20' } })
  await goes(at, '2027-11-13')
  await swept(at)
  expect(await reminders(at)).toEqual([])
})

test('a car renewed as the second of another policy is not reminded of; of one that is left it is', {
  timeout: 60_000,
}, async () => {
  const at = await testApp()
  await withPolicy(at)
  const policy = await at.db.selectFrom('policies').selectAll().executeTakeFirstOrThrow()
  const facts = policy.facts as { vehicles: { plate: string }[] }
  const [own] = facts.vehicles
  const other = { ...own, plate: '777AAA02' }
  // Renewed as the second car of a later policy, but for one that the first policy had beside it.
  const cars = (of: unknown[]) => JSON.stringify({ ...facts, vehicles: of })
  const copyOf = { ...policy, facts: cars([other, own]), end_date: '2028-11-20' }
  const { id: _id, ...copy } = copyOf
  await at.db
    .insertInto('policies')
    .values({
      ...copy,
      order_id: null,
      period: 1,
      global_id: '999999999999Z',
      number: 'later',
    } as never)
    .execute()
  await goes(at, '2027-10-21')
  await swept(at)
  expect(await at.db.selectFrom('reminders').selectAll().execute()).toEqual([])
  await at.db
    .updateTable('policies')
    .set({ facts: cars([own, { ...own, plate: '778AAA02' }]) })
    .where('id', '=', policy.id)
    .execute()
  await swept(at)
  expect(await at.db.selectFrom('reminders').select('days').execute()).toEqual([{ days: 30 }])
})
