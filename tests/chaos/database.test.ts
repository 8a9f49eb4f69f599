import { expect, test } from 'vitest'
import { type House, house } from '../house.ts'
import { until } from '../http.ts'
import { purchaseToken, sale } from '../sale.ts'
import { placeOf } from './at-house.ts'
import { atRest, expectSoldOnce } from './exactly-once.ts'
import { pays } from './shop.ts'

const SALES = 5
const CUTS = 12
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'qorgan%'`

/** A client who asks again for as long as the answer is "try again"; every status is remembered. */
async function stubborn(at: House, token: string, statuses: Set<number>) {
  const answered = async <T extends { status: number; body: { success?: boolean } }>(ask: () => Promise<T>) =>
    until(
      async () => {
        const answer = await ask()
        statuses.add(answer.status)
        return answer
      },
      ({ status, body }) => status === 200 && body.success === true,
      60_000,
    )
  const asked = sale()
  const quoted = (await answered(() => at.api('ogpoCalculate', asked, token))).body
  const quote = quoted.success ? quoted.data.calculations[0] : undefined
  if (!quote) throw new Error('no quote')
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  const ask = { calculationId: quote.calculationId, pay, email: 'client@example.kz' }
  const ordered = (await answered(() => at.api('ogpoOrder', ask, token))).body
  if (!ordered.success) throw new Error('no order')
  return { orderId: ordered.data.orderId, amount: quote.premium, commission: quote.broker_premium }
}

test('database connections cut during sales: answers are right or "try again", nothing is lost or doubled', {
  timeout: 90_000,
}, async () => {
  const at = await house()
  const token = await purchaseToken(at)
  const { rows, world } = placeOf(at)
  // Our own questions are cut as well as the product's.
  const again = async <T>(ask: () => Promise<T>): Promise<T | null> => ask().catch(() => null)
  const statuses = new Set<number>()
  let cuts = 0
  const cutting = (async () => {
    while (cuts < CUTS) {
      if (await again(() => rows(CUT))) cuts += 1
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  const sales = await Promise.all(
    Array.from({ length: SALES }, async () => {
      const sold = await stubborn(at, token, statuses)
      await until(
        async () => {
          await again(() => pays({ rows, world, control: at.control, sandboxUrl: at.sandbox.url }, sold.orderId))
          return again(() => atRest({ rows }, sold.orderId))
        },
        (over) => over === true,
        60_000,
      )
      return sold
    }),
  )
  await cutting
  for (const status of statuses) expect([200, 409, 503]).toContain(status)
  for (const sold of sales) await expectSoldOnce(placeOf(at), sold.orderId, sold)
  // The product still listens and works after the last cut.
  const last = await stubborn(at, token, statuses)
  await pays({ rows, world, control: at.control, sandboxUrl: at.sandbox.url }, last.orderId)
  await until(() => atRest({ rows }, last.orderId), Boolean, 30_000)
  await expectSoldOnce(placeOf(at), last.orderId, last)
})
