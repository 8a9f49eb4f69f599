import { expect, onTestFinished, test } from 'vitest'
import { calls, until } from '../http.ts'
import { balancer } from './balancer.ts'
import { type Cart, clientIn } from './client.ts'
import { atRest, expectSoldOnce } from './exactly-once.ts'
import { inCluster, type Process } from './processes.ts'

const SELLERS = 3

test(
  'three processes are renewed one after the other while policies are being sold: no request fails, and each is sold once',
  {
    timeout: 600_000,
  },
  () =>
    inCluster(3, async (place) => {
      const ports = place.at.map(({ url }) => Number(new URL(url).port))
      const front = await balancer(ports)
      onTestFinished(front.close)
      const renewed = (at: number) =>
        place.start(null, at, { PUBLIC_URL: front.url, DRAIN_SECONDS: '2' })
      const ready = (at: number) => until(async () => front.isReady(ports[at] ?? 0), Boolean)

      const running: Process[] = await Promise.all(ports.map((_, at) => renewed(at)))
      await Promise.all(ports.map((_, at) => ready(at)))
      const client = clientIn({ ...place, at: [calls(front.url)] })
      await client.token()

      const carts: Cart[] = []
      let open = true
      const sell = async () => {
        while (open) {
          const cart = await client.cart({ way: carts.length % 2 ? 'card' : 'bill' })
          carts.push(cart)
          await until(async () => {
            await client.orderAndPay(cart)
            return atRest(place, await client.orderOf(cart))
          }, Boolean)
        }
      }
      const broken: unknown[] = []
      const sellers = Array.from({ length: SELLERS }, () =>
        sell().catch((cause: unknown) => broken.push(cause)),
      )
      try {
        for (const [at, process] of running.entries()) {
          const before = carts.length
          expect(await process.stop()).toBe(0)
          await renewed(at)
          await ready(at)
          // The next one leaves only when sales have gone on with this one.
          await until(
            async () => carts.length,
            (count) => count > before + SELLERS || broken.length > 0,
          )
        }
      } finally {
        open = false
      }
      await Promise.all(sellers)

      expect({ failures: front.failures, broken }).toEqual({ failures: [], broken: [] })
      for (const served of front.served()) expect(served).toBeGreaterThan(0)
      for (const cart of carts)
        await expectSoldOnce(place, await client.orderOf(cart), { ...cart, system: cart.way })
    }),
)
