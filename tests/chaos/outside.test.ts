import { describe, expect, test } from 'vitest'
import { billsFor } from '#systems/bank/sandbox.ts'
import { until } from '../http.ts'
import { clockTo, ownCar, purchaseToken, ready, sale } from '../sale.ts'
import { sharedTestApp, type TestApp } from '../test-app.ts'
import { placed, placeOf, resting } from './at-house.ts'
import { pays } from './client.ts'
import { expectSoldOnce } from './exactly-once.ts'

/**
 * Every outside system in turn down, slow, hanging, cutting the line and talking nonsense. Our
 * answer comes within the limit with the code of the catalogue, no outside call is waited for
 * longer than 5 s, and when the fault is gone the sale goes through, once.
 */
const OUR_LIMIT_MS = 10_000
const THEIR_LIMIT_MS = 5_000
/** A machine with other work is late with both; what has no limit comes never. */
const LATENESS_MS = 20_000
const modes = [
  'unavailable',
  'slow',
  'timeout',
  'reset_before',
  'reset',
  'garbage',
  'error',
] as const
const ofCalculate = ['gkb', 'esbd', 'bmg', 'licences', 'scoring'] as const
const ofOrder = ['bank', 'acquirer', 'epay'] as const
const ways = {
  bank: ['bill', { system: 'mobile_bank', method: 'bill' }],
  acquirer: ['card', { system: 'card', method: 'redirect' }],
  epay: ['epay', { system: 'epay', method: 'invoice' }],
} as const
const apps = {
  gkb: sharedTestApp(),
  esbd: sharedTestApp(),
  bmg: sharedTestApp(),
  licences: sharedTestApp(),
  scoring: sharedTestApp(),
  bank: sharedTestApp(),
  acquirer: sharedTestApp(),
  epay: sharedTestApp(),
  kdp: sharedTestApp(),
}

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const answer = await work()
  expect(performance.now() - began).toBeLessThan(OUR_LIMIT_MS + LATENESS_MS)
  return answer
}

/** Each answer in time; where the work goes on behind it, until it is done. */
async function priced(at: TestApp, asked: ReturnType<typeof sale>, token: string) {
  for (;;) {
    const answer = await timed(() => at.once('ogpoCalculate', asked, token))
    if (answer.body.error !== 'goes_on') return answer
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Nothing they did made us wait longer than 5 s, by our own journal of calls. */
async function expectNoLongCall(at: TestApp, system: string) {
  const [calls] = await until(
    () =>
      placeOf(at).rows<{ count: number; longest: number }>(
        "select count(*)::int as count, max(duration_ms) as longest from outside_calls where system = $1 and outcome = 'unavailable'",
        [system],
      ),
    ([row]) => (row?.count ?? 0) > 0,
  )
  expect(calls?.longest).toBeLessThanOrEqual(THEIR_LIMIT_MS + LATENESS_MS)
}
const broken = (at: TestApp, system: string, mode: string) =>
  at.fault(system, mode, { times: 1_000 })
const mended = (at: TestApp) => at.control('DELETE', '/control/faults')

describe.concurrent('a system that fails while a price is made', { timeout: 600_000 }, () => {
  test.each(ofCalculate)(
    '%s: our answer comes in time with the right code, and the same request succeeds afterwards',
    async (system) => {
      const at = apps[system]()
      const token = await purchaseToken(at)
      for (const mode of modes) {
        await broken(at, system, mode)
        const asked = sale()
        const { status, body } = await priced(at, asked, token)
        await mended(at)
        expect(status, mode).toBe(200)
        // A slow system is waited for; a register that says its own "error" to one question is down
        // like any other.
        if (mode !== 'slow' || !body.success)
          expect(body, mode).toMatchObject({
            success: false,
            code: system === 'scoring' ? 5 : 12002,
          })
        const again = await until(
          async () => (await priced(at, asked, token)).body,
          (reply) => reply.success === true,
        )
        expect(again, mode).toMatchObject({ success: true })
      }
      await expectNoLongCall(at, system)
      const [quotes] = await placeOf(at).rows<{ count: number }>(
        'select count(*)::int as count from quotes',
      )
      expect(quotes?.count).toBe(modes.length)
    },
  )
})

describe.concurrent('a system that fails while the money is asked for', {
  timeout: 600_000,
}, () => {
  test.each(ofOrder)(
    '%s: the order stands, the client is told, and one payment is opened afterwards',
    async (system) => {
      const at = apps[system]()
      const token = await purchaseToken(at)
      const [way, pay] = ways[system]
      // The bank is asked about the phone first, and ePay for a token: while they cannot even say
      // that, no bill and no link is asked for.
      const refusedCode = system === 'acquirer' ? 14011 : 12002
      for (const mode of modes) {
        const asked = sale({ vehicles: [await ownCar(at)] })
        const { body: quoted } = await at.api('ogpoCalculate', asked, token)
        if (!quoted.success) throw new Error(JSON.stringify(quoted))
        const calculationId = quoted.data.calculations[0]?.calculationId ?? ''
        const ask = { calculationId, pay, email: 'client@example.kz' }
        await broken(at, system, mode)
        const { status, body } = await timed(() => at.api('ogpoOrder', ask, token))
        await mended(at)
        expect(status, mode).toBe(200)
        if (mode !== 'slow' || !body.success)
          expect(body, mode).toMatchObject({
            success: false,
            code: mode === 'error' ? refusedCode : 12002,
            // On a busy machine the limit of our own answer ends one that waits for a silent bank.
            ...(mode === 'timeout' ? {} : { data: { orderId: expect.any(String) } }),
          })
        const again = await until(
          async () => (await at.api('ogpoOrder', ask, token)).body,
          (reply) => reply.success === true,
        )
        if (!again.success) throw new Error('not ordered')
        const { orderId } = again.data
        await pays({ ...placeOf(at), control: at.control, sandboxUrl: at.sandbox.url }, orderId)
        await resting(at, orderId)
        const cart = quoted.data.calculations[0]
        await expectSoldOnce(placeOf(at), orderId, {
          amount: cart?.premium ?? 0,
          commission: cart?.broker_premium ?? 0,
          system: way,
        })
      }
      await expectNoLongCall(at, system)
    },
  )
})

test('sms: a code that cannot be sent is said so in time, and sent when asked again', {
  timeout: 600_000,
}, async () => {
  const at = apps.kdp()
  for (const mode of modes) {
    await broken(at, 'sms', mode)
    const { status, body } = await timed(() =>
      at.api('sendClientOtp', { iin: '850315399904', phone: '77010000001' }),
    )
    await mended(at)
    if (mode === 'slow') expect(body).toMatchObject({ success: true })
    else
      expect(
        body.success === false && (status === 503 || body.code === 12002),
        `${mode} ${JSON.stringify(body)}`,
      ).toBe(true)
    // A minute later, past the pause between two codes.
    await clockTo(at, new Date(at.server.deps.clock.now().getTime() + 60_000).toISOString())
    const again = await until(
      () => at.api('sendClientOtp', { iin: '850315399904', phone: '77010000001' }),
      (answer) => answer.body.success === true || answer.status === 429,
    )
    expect(again.body, mode).toMatchObject({ success: true })
    await clockTo(at, new Date(at.server.deps.clock.now().getTime() + 60_000).toISOString())
  }
  await expectNoLongCall(at, 'sms')
})

test('kdp: a driver’s question that fails is said so in time or stands, is one SMS, and is answered afterwards', {
  timeout: 600_000,
}, async () => {
  const at = apps.kdp()
  const token = await purchaseToken(at, ready('930412399924'))
  for (const [index, mode] of modes.entries()) {
    const driver = ready(
      [
        '880214399916',
        '900622499917',
        '870901499925',
        '951108399918',
        '860707399912',
        '980817499911',
        '910330499911',
      ][index] ?? '',
    )
    await broken(at, 'kdp', mode)
    const { status, body } = await timed(() => at.api('requestConsent', driver, token))
    await mended(at)
    expect(body.success || status === 503, `${mode} ${JSON.stringify(body)}`).toBe(true)
    const asked = await at.api('requestConsent', driver, token)
    if (!asked.body.success) throw new Error(mode)
    const { requestId } = asked.body.data
    // A question whose answer was lost is asked about, and begun where it had not been.
    expect((await at.api('consentStatus', { requestId }, token)).body, mode).toMatchObject({
      data: { status: 'awaiting' },
    })
    await at.control('POST', `/control/phones/${driver.phone}/reply`, { text: '1' })
    expect((await at.api('consentStatus', { requestId }, token)).body, mode).toMatchObject({
      data: { status: 'approved' },
    })
    expect(
      (await at.messages(driver.phone)).filter(({ from }) => from === '1414').length,
      mode,
    ).toBe(1)
  }
  await expectNoLongCall(at, 'kdp')
})

test('a bill whose answer is lost is one bill, however long nobody chooses', async () => {
  const at = apps.bank()
  const token = await purchaseToken(at)
  await at.fault('bank', 'reset', { operation: 'remote/create', times: 3 })
  const asked = async () =>
    (await at.journal('bank')).filter(({ operation }) => operation === 'remote/create').length
  const before = await asked()
  const order = await placed(at, token, 'bill').catch(() => null)
  const [row] = await placeOf(at).rows<{ id: string; calculation_id: string }>(
    'select id, calculation_id from orders order by created_at desc limit 1',
  )
  const orderId = order?.orderId ?? row?.id ?? ''
  await until(
    () =>
      placeOf(at).rows<{ state: string }>(
        'select state from payment_attempts where order_id = $1',
        [orderId],
      ),
    ([attempt]) => attempt?.state === 'error',
  )
  expect(billsFor(at.sandbox.world, orderId)).toHaveLength(1)
  expect(await asked()).toBe(before + 1)
})
