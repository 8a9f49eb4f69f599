import { expect, onTestFinished, test } from 'vitest'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { interruptSteps, steps } from '#server/jobs/steps.ts'
import { contractsByNumber } from '#systems/esbd/sandbox-policies.ts'
import { signedIn } from '#tests/client.ts'
import { subscribed } from '#tests/home.ts'
import { buyer, clockTo } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'

const dayOf = (day: string) => new Date(startOfDay(day).getTime() + 10.1 * 3_600_000).toISOString()
const contractOf = (at: TestApp, id: string) =>
  at.db
    .selectFrom('home_contracts')
    .selectAll()
    .where('subscription_id', '=', id)
    .executeTakeFirstOrThrow()
const asked = (at: TestApp) =>
  at.sandbox.world.journal.filter(({ operation }) => operation === 'SetContractRescinding')

/** A subscription cancelled, and the day after its last paid one. */
async function cancelled(at: TestApp) {
  const token = await signedIn(at)
  const id = await subscribed(at, token)
  expect((await at.api('cancelHomeSubscribe', { order_id: id }, token)).body).toEqual({
    success: true,
  })
  const { paid_until } = await at.db
    .selectFrom('home_subscriptions')
    .select('paid_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, after: addDays(paid_until ?? '', 1) }
}

test('a cancelled home ends in the unified database with its cover, once, wherever the process dies between', async () => {
  const at = await testApp()
  const { id, after } = await cancelled(at)
  expect((await contractOf(at, id)).rescind_on).toBeNull()
  const walked = steps.filter((name) => name.startsWith('home.rescind'))
  const broken = new Set<string>()
  onTestFinished(() => interruptSteps(null))
  interruptSteps((where) => {
    if (!walked.some((name) => where.endsWith(`:${name}`)) || broken.has(where)) return false
    broken.add(where)
    return true
  })
  await clockTo(at, dayOf(after))
  const contract = await until(
    () => contractOf(at, id),
    (row) => row.rescinded_at !== null,
    120_000,
  )
  expect(contract.rescind_on).toBe(after)
  expect(contractsByNumber(at.sandbox.world, contract.number)).toMatchObject([
    { RESCINDING_REASON_ID: 2 },
  ])
  expect(contractsByNumber(at.sandbox.world, contract.number)[0]?.RESCINDING_DATE).toBe(
    after.split('-').reverse().join('.'),
  )
  expect(asked(at)).toHaveLength(1)
  expect([...broken].sort()).toEqual(
    walked.flatMap((name) => [`after:${name}`, `before:${name}`]).sort(),
  )
})

test('a refusal to end it is told to staff and asked again until it has ended', async () => {
  const at = await testApp()
  const { id, after } = await cancelled(at)
  await at.fault('esbd', 'error', { operation: 'SetContractRescinding', times: 1 })
  await clockTo(at, dayOf(after))
  const messages = await until(
    () => at.db.selectFrom('esbd_findings').selectAll().execute(),
    (rows) => rows.length > 0,
  )
  expect(messages).toMatchObject([{ kind: 'rescinding', about: id, settled_at: null }])
  for (let turn = 1; turn <= 8 && (await contractOf(at, id)).rescinded_at === null; turn += 1) {
    const { rescind_attempts: attempts } = await contractOf(at, id)
    await clockTo(at, new Date(Date.parse(dayOf(after)) + turn * 6 * 60_000).toISOString())
    await until(
      () => contractOf(at, id),
      (row) => row.rescind_attempts > attempts || row.rescinded_at !== null,
      60_000,
    )
  }
  const { number } = await contractOf(at, id)
  expect(contractsByNumber(at.sandbox.world, number)).toMatchObject([{ RESCINDING_REASON_ID: 2 }])
  expect(asked(at).length).toBeGreaterThan(1)
  const [settled] = await at.db.selectFrom('esbd_findings').selectAll().execute()
  expect(settled?.settled_at).not.toBeNull()
})

test('a subscription cancelled on a page in Russian is told of in Russian', async () => {
  const at = await testApp()
  const token = await signedIn(at)
  const id = await subscribed(at, token)
  expect((await at.api('cancelHomeSubscribe', { order_id: id }, token, 'ru')).status).toBe(200)
  await until(
    async () => (await at.messages(buyer.phone)).map(({ text }) => text),
    (texts) => texts.some((text) => text.includes('подписка Home отменена')),
  )
  const texts = (await at.messages(buyer.phone)).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('бас тартылды'))).toEqual([])
})
