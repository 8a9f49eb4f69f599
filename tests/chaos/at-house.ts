import { until } from '../http.ts'
import { ownCar, quoted, sale } from '../sale.ts'
import type { TestApp } from '../test-app.ts'
import { atRest, type Place } from './exactly-once.ts'

const ways = {
  bill: { system: 'mobile_bank', method: 'bill' },
  card: { system: 'card', method: 'redirect' },
  epay: { system: 'epay', method: 'invoice' },
} as const

/** The test app as the counters of exactly-once see it. */
export const placeOf = (at: TestApp): Place => ({
  world: at.sandbox.world,
  rows: async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    (await at.server.deps.pool.query<Row>(text, values)).rows,
})

/** An order of the ordinary sale, for a car of its own, with its only attempt. */
export async function placed(at: TestApp, token: string, way: keyof typeof ways) {
  const quote = await quoted(at, token, sale({ vehicles: [await ownCar(at)] }))
  const cart = {
    calculationId: quote.calculationId,
    amount: quote.premium,
    commission: quote.broker_premium,
  }
  const body = { calculationId: quote.calculationId, pay: ways[way], email: 'client@example.kz' }
  const { body: reply } = await at.api('ogpoOrder', body, token)
  if (!reply.success) throw new Error(`no order: ${JSON.stringify(reply)}`)
  const { orderId, key } = reply.data
  return { ...cart, orderId, key, attemptId: `${orderId}-1`, system: way }
}

export const resting = (at: TestApp, orderId: string) =>
  until(() => atRest(placeOf(at), orderId), Boolean)

/** The order has come to this state. */
export const becomes = (at: TestApp, orderId: string, state: string) =>
  until(
    async () =>
      (
        await at.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).state,
    (now) => now === state,
  )

/**
 * A client who asks again for as long as the answer is "try again"; every status is told, with the
 * milliseconds it took.
 */
export async function stubborn(
  at: TestApp,
  token: string,
  answered: (status: number, ms: number) => void,
  limitMs = 180_000,
) {
  // Told that a bill may have been sent, they ask for another one.
  let told = false
  const patiently = async <T extends { status: number; body: { success?: boolean } }>(
    ask: () => Promise<T>,
  ) =>
    until(
      async () => {
        const asked = performance.now()
        const answer = await ask()
        answered(answer.status, performance.now() - asked)
        told ||= JSON.stringify(answer.body).includes('bill_unclear')
        return answer
      },
      ({ status, body }) => status === 200 && body.success === true,
      limitMs,
    )
  const asked = sale({ vehicles: [await ownCar(at)] })
  const quoted = (await patiently(() => at.once('ogpoCalculate', asked, token))).body
  const quote = quoted.success ? quoted.data.calculations[0] : undefined
  if (!quote) throw new Error('no quote')
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  const ask = { calculationId: quote.calculationId, pay, email: 'client@example.kz' }
  const ordered = (
    await patiently(() =>
      at.once('ogpoOrder', { ...ask, ...(told ? { sendAgain: true } : {}) }, token),
    )
  ).body
  if (!ordered.success) throw new Error('no order')
  return { orderId: ordered.data.orderId, amount: quote.premium, commission: quote.broker_premium }
}
