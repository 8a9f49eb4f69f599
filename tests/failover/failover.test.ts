import { describe, expect, test } from 'vitest'
import { placeOf, stubborn } from '../chaos/at-house.ts'
import { pays } from '../chaos/client.ts'
import { atRest, expectSoldOnce } from '../chaos/exactly-once.ts'
import { connectedTo, databasePair, followSynchronously } from '../database-pair.ts'
import { until } from '../http.ts'
import { purchaseToken } from '../sale.ts'
import { testAppOn } from '../test-app.ts'
import { databaseFront } from './front.ts'
import { nightSeen } from './night-report.ts'

/** One run in `npm test`; npm run test:failover asks for more. */
const RUNS = Number(process.env.FAILOVER_RUNS ?? 1)
const SALES = 4

type Pair = Awaited<ReturnType<typeof databasePair>>
type Front = Awaited<ReturnType<typeof databaseFront>>
type Night = {
  happens(of: Pair, front: Front, seen: ReadonlyMap<number, number>): Promise<void>
  /** Only where more runs are asked for. */
  long?: true
}

const promoted = async ({ standby }: Pair) => {
  const client = await connectedTo(standby.url)
  await client.query('select pg_promote(true)')
  await client.end()
}

const setTo = async ({ primary }: Pair, writes: 'on' | 'off') => {
  const client = await connectedTo(primary.url)
  await client.query('set default_transaction_read_only = off')
  await client.query(`alter system set default_transaction_read_only = ${writes}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** What happens to the primary while sales go on. */
const nights: Record<string, Night> = {
  'a killed primary': {
    happens: async (pair, front) => {
      pair.primary.kill()
      await pair.primary.stop()
      await promoted(pair)
      front.leadTo(pair.standby.socket)
    },
  },
  'a network cut that nobody is told of': {
    happens: async (pair, front) => {
      front.cut()
      front.leadTo(null)
      await promoted(pair)
      front.leadTo(pair.standby.socket)
    },
  },
  'a switch-over that leaves connections to the old primary, which takes no writes': {
    happens: async (pair, front) => {
      await setTo(pair, 'on')
      await promoted(pair)
      front.leadTo(pair.standby.socket)
    },
  },
  'a primary that takes no writes for a while': {
    happens: async (pair, _front, seen) => {
      await setTo(pair, 'on')
      await until(async () => seen.has(503), Boolean)
      await setTo(pair, 'off')
    },
    long: true,
  },
  'a front that starts again': {
    happens: async (_pair, front) => front.reset(),
    long: true,
  },
}
const tonight = Object.entries(nights).filter(([, { long }]) => RUNS > 1 || !long)

describe.each(Array.from({ length: RUNS }, (_, run) => run + 1))('run %i', () => {
  test.each(tonight)(
    '%s during sales: answers are right or "come again", and each order has its end once',
    {
      timeout: 900_000,
    },
    async (name, { happens }) => {
      const pair = await databasePair()
      await followSynchronously(pair.primary.url)
      const front = await databaseFront(pair.primary.socket)
      const at = await testAppOn(front.url)
      const { rows, world } = placeOf(at)
      const place = { rows, world, control: at.control, sandboxUrl: at.sandbox.url }
      const again = async <T>(ask: () => Promise<T>): Promise<T | null> => ask().catch(() => null)
      const token = await purchaseToken(at)
      const seen = nightSeen()
      const sells = async () => {
        const sold = await stubborn(at, token, seen.answered, 180_000)
        seen.had('order')
        await until(
          async () => {
            await again(() => pays(place, sold.orderId))
            return again(() => atRest({ rows }, sold.orderId))
          },
          (over) => over === true,
          300_000,
        )
        seen.had('policy')
        return sold
      }
      const before = await sells()
      const under = Array.from({ length: SALES }, sells)
      await happens(pair, front, seen.statuses)
      seen.changedOver()
      const sold = [before, ...(await Promise.all(under)), await sells()]
      process.stdout.write(`${name}: ${seen.told()}\n`)
      // 409: the same is still being worked on; whoever is told to come again gets to the end.
      for (const status of seen.statuses.keys()) expect([200, 409, 503]).toContain(status)
      for (const one of sold) await expectSoldOnce(place, one.orderId, one)
    },
  )
})
