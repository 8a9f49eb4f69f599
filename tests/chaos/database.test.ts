import { expect, test } from 'vitest'
import { until } from '../http.ts'
import { purchaseToken } from '../sale.ts'
import { testApp } from '../test-app.ts'
import { placeOf, stubborn } from './at-house.ts'
import { pays } from './client.ts'
import { atRest, expectSoldOnce } from './exactly-once.ts'

const SALES = 5
const CUTS = 12
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name like 'qorgan%'`

test('database connections cut during sales: answers are right or "try again", nothing is lost or doubled', {
  timeout: 600_000,
}, async () => {
  const at = await testApp()
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
      const sold = await stubborn(at, token, (status) => statuses.add(status))
      await until(
        async () => {
          await again(() =>
            pays({ rows, world, control: at.control, sandboxUrl: at.sandbox.url }, sold.orderId),
          )
          return again(() => atRest({ rows }, sold.orderId))
        },
        (over) => over === true,
      )
      return sold
    }),
  )
  await cutting
  // 409: the same is still being worked on.
  for (const status of statuses) expect([200, 409, 503]).toContain(status)
  for (const sold of sales) await expectSoldOnce(placeOf(at), sold.orderId, sold)
  // The product still listens and works after the last cut.
  const last = await stubborn(at, token, (status) => statuses.add(status))
  await pays({ rows, world, control: at.control, sandboxUrl: at.sandbox.url }, last.orderId)
  await until(() => atRest({ rows }, last.orderId), Boolean)
  await expectSoldOnce(placeOf(at), last.orderId, last)
})
