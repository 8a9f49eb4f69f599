import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { flat, knowsAddresses } from '#tests/home.ts'
import { bill, portalSale, promoterToken } from '#tests/promoter.ts'
import { buyer, car, paysBill, purchaseToken, ready, sale } from '#tests/sale.ts'
import { type TestApp, testApp, testAppOn, until } from '#tests/test-app.ts'

/**
 * Outside systems each slower than our answer may be: the sandbox holds every reply until the
 * caller has its "goes on", then releases it. Independent of the wall clock.
 */
const SOON = { SLOW_ANSWER_SECONDS: '0.3' }
/** Far from every service centre. */
const street = { latitude: 43.3, longitude: 76.9, accuracy: 15 }
const stateSystems = ['esbd', 'gkb', 'bmg', 'licences', 'scoring'] as const

const hold = async (at: TestApp, systems: readonly string[]) => {
  for (const system of systems) await at.fault(system, 'hold', { times: 10_000 })
}
const letGo = (at: TestApp) => at.control('POST', '/control/faults/release')

type Told = {
  status: number
  headers: Headers
  body: { success?: unknown; error?: unknown; message?: unknown; code?: unknown }
}
/**
 * Repeats a call while the answer is that the work goes on; releases the held replies after each.
 */
async function followed<Answer extends Told>(
  at: TestApp,
  ask: () => Promise<Answer>,
): Promise<{ told: unknown[]; answer: Answer }> {
  const told: unknown[] = []
  for (;;) {
    const answer = await ask()
    if (answer.status !== 409) return { told: [...new Set(told)], answer }
    expect(answer.headers.get('retry-after')).toBe('2')
    told.push(answer.body.error)
    await letGo(at)
  }
}
/** Runs a call that only waits. */
async function meanwhile<T>(at: TestApp, work: Promise<T>): Promise<T> {
  let over = false
  const done = work.finally(() => {
    over = true
  })
  await until(
    async () => letGo(at),
    () => over,
  )
  return done
}
const asked = async (at: TestApp, operation: string) =>
  (await at.journal('esbd')).filter((line) => line.operation === operation).length

test('a client buys while the unified database is slow: told at once that it goes on, then the very same answers', async () => {
  const at = await testApp(SOON)
  const token = await purchaseToken(at)
  await hold(at, ['esbd'])
  const seen = await followed(at, () =>
    at.once(
      'ogpoVehicle',
      { registrationNumber: car.registrationNumber, techPassport: car.techPassport },
      token,
      'ru',
    ),
  )
  expect(seen.told).toEqual(['goes_on'])
  expect(seen.answer.body).toMatchObject({ success: true, data: { make: expect.any(String) } })
  const known = await followed(at, () => at.once('updateClientInEsbd', { iin: buyer.iin }, token))
  expect(known).toMatchObject({ told: ['goes_on'], answer: { body: { success: true } } })
  const drafts = await asked(at, 'SetPolicyDraft')
  const what = sale()
  const priced = await followed(at, () => at.once('ogpoCalculate', what, token))
  expect(priced).toMatchObject({
    told: ['goes_on'],
    answer: { status: 200, body: { success: true } },
  })
  if (!priced.answer.body.success) throw new Error('no price')
  expect((await at.once('ogpoCalculate', what, token)).body).toEqual(priced.answer.body)
  expect(await asked(at, 'SetPolicyDraft')).toBe(drafts + 1)
  expect(await at.db.selectFrom('slow_answers').select('id').execute()).toEqual([])

  const calculationId = priced.answer.body.data.calculations[0]?.calculationId ?? ''
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  const { body: order } = await at.api(
    'ogpoOrder',
    { calculationId, pay, email: 'client@example.kz' },
    token,
  )
  if (!order.success) throw new Error(JSON.stringify(order))
  await paysBill(at)
  const issued = await until(
    async () => {
      await letGo(at)
      return (await at.api('ogpoCheckOrderSet', { orderId: order.data.orderId }, token)).body
    },
    (body) => body.success && body.data.status === 'issued',
  )
  expect(issued).toMatchObject({ data: { globalId: expect.any(String) } })
  expect(await asked(at, 'SetPolicy')).toBe(1)
})

test('a promoter sells while every state system is slow', async () => {
  const at = await testApp(SOON)
  const token = await promoterToken(at)
  await hold(at, stateSystems)
  const row = await followed(at, () => at.once('promoterPerson', { ...buyer, drives: true }, token))
  expect(row).toMatchObject({
    told: ['goes_on'],
    answer: { body: { success: true, data: { down: false, findings: [] } } },
  })
  expect((await followed(at, () => at.once('ogpoVehicle', car, token))).answer.body).toMatchObject({
    success: true,
  })
  const what = portalSale()
  const priced = await followed(at, () => at.once('promoterCalculate', what, token))
  expect(priced).toMatchObject({ told: ['goes_on'], answer: { body: { success: true } } })
  if (!priced.answer.body.success) throw new Error('no price')
  const calculationId = priced.answer.body.data.calculations[0]?.calculationId ?? ''
  const { body: order } = await meanwhile(
    at,
    at.api('promoterOrder', { calculationId, pay: bill }, token),
  )
  if (!order.success) throw new Error(JSON.stringify(order))
  await paysBill(at)
  await until(
    async () => {
      await letGo(at)
      return (await at.api('promoterCheckOrderSet', { orderId: order.data.orderId }, token)).body
    },
    (body) => body.success && body.data.status === 'issued',
  )
  const audited = await at.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'sale.calculated')
    .execute()
  expect(audited).toHaveLength(1)
})

test('a Home is priced while every state system is slow', async () => {
  const at = await testApp(SOON)
  const token = await signedIn(at)
  await knowsAddresses(at)
  await hold(at, stateSystems)
  const priced = await followed(at, () =>
    at.once('homeCalculate', { address: flat, planId: 1 }, token),
  )
  expect(priced).toMatchObject({
    told: ['goes_on'],
    answer: { body: { success: true, data: { premium: 1_490 } } },
  })
  expect(await at.db.selectFrom('home_quotes').select('id').execute()).toHaveLength(1)
})

test('another buyer hears nothing of it; a refusal is told once, and the same asked again is worked out anew', async () => {
  const at = await testApp({ ...SOON, WORKER: 'off' })
  const token = await purchaseToken(at)
  const other = await purchaseToken(at, ready('880214399916'))
  const what = sale()
  await hold(at, ['esbd'])
  const first = await at.once('ogpoCalculate', what, token, 'ru')
  expect(first).toMatchObject({
    status: 409,
    body: {
      success: false,
      error: 'goes_on',
      message: 'Базы данных отвечают медленно, запрос ещё обрабатывается. Ответ появится сам.',
    },
  })
  const foreign = await at.once('ogpoCalculate', what, other)
  expect(foreign).toMatchObject({ status: 409 })
  expect(foreign.body).not.toHaveProperty('error')
  // The same application with other contents is another request.
  const changed = { ...what, order: { ...what.order, period: 6, seasonal: true } }
  expect((await at.once('ogpoCalculate', changed, token)).body).not.toHaveProperty('error')

  await at.control('DELETE', '/control/faults')
  await at.fault('esbd', 'unavailable', { times: 50 })
  const refused = await followed(at, () => at.once('ogpoCalculate', what, token))
  expect(refused.answer.body).toMatchObject({ success: false, code: 12002 })
  await at.control('DELETE', '/control/faults')
  const anew = await until(
    async () => (await at.once('ogpoCalculate', what, token)).body,
    (body) => body.success,
  )
  expect(anew).toMatchObject({ success: true })
})

test('when the process dies another one goes on with it, from the place where it was begun, but not for a session that has ended meanwhile', {
  timeout: 60_000,
}, async () => {
  const at = await testApp({ ...SOON, WORKER: 'off' })
  const token = await purchaseToken(at)
  const gone = await purchaseToken(at, ready('880214399916'))
  await hold(at, ['esbd'])
  const dateTime = at.server.deps.clock.now().toISOString()
  const what = sale({ operation: { ...street, dateTime } })
  const other = sale({ operation: { ...street, dateTime } })
  for (const one of [what, other])
    expect((await at.once('ogpoCalculate', one, token)).body).toMatchObject({ error: 'goes_on' })
  expect((await at.once('ogpoVehicle', car, gone)).body).toMatchObject({ error: 'goes_on' })
  await at.db
    .updateTable('tokens')
    .set({ revoked_at: new Date() })
    .where('iin', '=', '880214399916')
    .execute()
  // The caller returns only after a position's maximum age.
  await at.db
    .updateTable('slow_answers')
    .set({ begun_at: sql`begun_at - interval '2 minutes'` })
    .execute()
  await at.server.close()
  const now = new Date(Date.parse(dateTime) + 120_000).toISOString()
  await at.control('POST', '/control/clock', { now })

  // The same outside, which knows the consent that was given, and answers again.
  await at.control('DELETE', '/control/faults')
  await at.control('POST', '/control/faults/release')
  const { sandbox } = at
  const next = await testAppOn(at.databaseUrl, {
    SANDBOX_PORT: new URL(sandbox.url).port,
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(sandbox.antivirusPort),
  })
  const sentAgain = await followed(next, () => next.once('ogpoCalculate', other, token))
  expect(sentAgain.answer.body).toMatchObject({ success: true })
  const rows = () => next.db.selectFrom('slow_answers').select(['call', 'told']).execute()
  const messages = await until(rows, (all) => all.length === 1 && all[0]?.told !== null)
  expect(messages).toMatchObject([{ call: 'ogpoCalculate', told: { answer: { success: true } } }])
  const { status, body } = await next.once('ogpoCalculate', what, token)
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true } })
  expect((await next.once('ogpoCalculate', what, token)).body).toEqual(body)
  expect(await next.db.selectFrom('quotes').select('id').execute()).toHaveLength(2)
})
