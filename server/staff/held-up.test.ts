import { expect, test } from 'vitest'
import { createToken } from '#server/http/create-token.ts'
import { account, signedIn } from '#tests/client.ts'
import { subscribed } from '#tests/home.ts'
import { buyer, clockOn, ordered, ownCar, paysBill, sale, settled } from '#tests/sale.ts'
import { first } from '#tests/staff-desk.ts'
import { hears } from '#tests/statements.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { sms } from '#texts/messages.ts'
import { whoWaits } from './held-up.ts'

const at = sharedTestApp({ ALARM_MAIL: 'duty@example.kz, second@example.kz' })

const deskAndBuyer = async () => {
  await account(at(), first, { role: 'staff' })
  const now = at().server.deps.clock.now()
  const until = new Date(now.getTime() + 24 * 3_600_000)
  return {
    staff: await signedIn(at(), first),
    token: await createToken(at().db, { ...buyer, kind: 'purchase' }, now, until),
  }
}
let standing: ReturnType<typeof deskAndBuyer> | null = null
const people = () => (standing ??= deskAndBuyer())

/** An order that is paid while the unified database takes no policy. */
async function waits(token: string): Promise<string> {
  await at().fault('esbd', 'error', { operation: 'SetPolicy', times: 100_000 })
  const { orderId } = await ordered(at(), token, sale({ vehicles: [await ownCar(at())] }))
  await paysBill(at())
  return orderId
}

test('who waits through an outage is told once in their language, and all are tried again by a press', async () => {
  const { staff, token } = await people()
  const { db } = at()
  const orderId = await waits(token)
  const orders = [{ order_id: orderId }]
  const waiting = async () => {
    const { body } = await at().api('staffHeldUp', {}, staff)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data
  }
  const { people: found, message } = await until(
    waiting,
    (seen) => seen.people.length === 1 && seen.people.every(({ attempts }) => attempts > 0),
  )
  expect(found).toMatchObject([
    {
      order_id: orderId,
      language: 'kz',
      told_at: null,
      unreached: false,
      plate: expect.any(String),
      who: expect.stringMatching(/\.$/),
    },
  ])
  // The text sent is the text shown.
  expect(message).toEqual(sms.delayed())

  // People on watch get it as well: a letter to each mailbox, once.
  await clockOn(at(), 11 * 60)
  const letters = async (about: RegExp) =>
    (await Promise.all([at().mails('duty@example.kz'), at().mails('second@example.kz')]))
      .flat()
      .filter(({ subject }) => about.test(subject))
  await until(
    () => letters(/остановлены|ждут/),
    (seen) => seen.length === 2,
  )
  const tell = () => at().api('staffTellHeldUp', { orders }, staff)
  const told = await Promise.all([tell(), tell()])
  const counts = told.map(({ body }) => (body.success ? body.data.done : -1))
  expect(counts.toSorted()).toEqual([0, 1])
  const heard = async () =>
    (await at().messages('77010000001')).filter(({ text }) => text === sms.delayed().kz)
  await until(heard, (seen) => seen.length > 0)
  expect((await waiting()).people.every(({ told_at }) => told_at !== null)).toBe(true)
  const acts = await db
    .selectFrom('audit')
    .select('object_id')
    .where('action', '=', 'order.told_to_wait')
    .execute()
  expect(acts.map(({ object_id }) => object_id)).toEqual([orderId])

  // The other side is back: one press, twice at once, and one policy.
  await at().control('DELETE', '/control/faults')
  const retry = () => at().api('staffRetryHeldUp', { orders }, staff)
  const tried = await Promise.all([retry(), retry()])
  expect(tried.every(({ body }) => body.success)).toBe(true)
  await settled(at(), token, orderId, ['issued'])
  const policies = await db
    .selectFrom('policies')
    .select('id')
    .where('order_id', '=', orderId)
    .execute()
  expect(policies).toHaveLength(1)
  // A client who no longer waits is neither notified nor retried.
  expect((await tell()).body).toMatchObject({ data: { done: 0 } })
  expect((await retry()).body).toMatchObject({ data: { done: 0 } })
  expect(await heard()).toHaveLength(1)
  await until(
    () => letters(/Работа восстановлена/),
    (seen) => seen.length === 2,
  )
  expect(await letters(/остановлены|ждут/)).toHaveLength(2)
})

test('who was issued before the message could go hears nothing of a wait', async () => {
  const { staff, token } = await people()
  await at().fault('sms', 'error', { times: 100_000 })
  const orderId = await waits(token)
  const orders = [{ order_id: orderId }]
  await until(
    () => at().api('staffTellHeldUp', { orders }, staff),
    ({ body }) => body.success && body.data.done === 1,
  )
  const row = () =>
    at()
      .db.selectFrom('messages')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('purpose', '=', 'delayed')
      .executeTakeFirstOrThrow()
  await until(row, ({ tried_at }) => tried_at !== null)
  await at().control('DELETE', '/control/faults?system=esbd')
  await at().api('staffRetryHeldUp', { orders }, staff)
  await settled(at(), token, orderId, ['issued'])
  await at().control('DELETE', '/control/faults')
  expect(await until(row, ({ refused }) => refused !== null)).toMatchObject({ sent_at: null })
})

test('however many wait, they are read by as many statements', async () => {
  const { token } = await people()
  const { db, clock } = at().server.deps
  const read = async () => {
    const heard: string[] = []
    const found = await whoWaits(db.withPlugin(hears(heard)), clock, 'kz')
    return { found, statements: heard.length }
  }
  await waits(token)
  const few = await until(read, ({ found }) => found.length > 0)
  const last = await waits(token)
  const more = await until(read, ({ found }) => found.length > few.found.length)
  expect(more.statements).toBe(few.statements)
  expect(more.found.find(({ order_id }) => order_id === last)).toMatchObject({
    language: 'kz',
    unreached: false,
  })
})

test('a year of Home without a contract and a month that nobody answers for wait there too', async () => {
  const { staff } = await people()
  const { db, clock } = at().server.deps
  const client = await signedIn(at())
  const id = await subscribed(at(), client)
  const told = async () => {
    const { body } = await at().api('staffHeldUp', {}, staff)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data.people.flatMap((one) => (one.order_id === id ? [one.waits_for] : []))
  }
  expect(await told()).toEqual([])
  await db
    .updateTable('home_subscriptions')
    .set({ paid_until: '2028-01-19', contract_until: '2027-11-19', next_attempt_at: clock.now() })
    .where('id', '=', id)
    .execute()
  expect(await told()).toEqual(['year'])
  const first = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('contract_id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_attempts')
    .values({
      ...first,
      id: `${id}-late`,
      period: 1,
      way: 'saved_card',
      state: 'awaiting',
      outside_id: null,
      created_at: new Date(clock.now().getTime() - 11 * 60_000),
    } as never)
    .execute()
  expect((await told()).toSorted()).toEqual(['month', 'year'])
  // A press never repeats a card charge with an unknown outcome.
  const { body } = await at().api('staffTellHeldUp', { orders: [{ order_id: id }] }, staff)
  expect(body).toMatchObject({ data: { done: 0 } })
})
