import { expect, test } from 'vitest'
import { until } from '../http.ts'
import { type Cart, clientIn } from './client.ts'
import { atRest, expectSoldOnce } from './exactly-once.ts'
import { inCluster } from './processes.ts'

const stops = ['after:paid.commit', 'after:issue.set', 'before:issue.commit', 'after:notify.sms']
const MOST_ROUNDS = 18
const ROUNDS_IN_STEP = 4

test(
  'one of three equal processes is killed again and again in the middle of sales: the others finish them, once',
  { timeout: 600_000 },
  () =>
    inCluster(3, async (place) => {
      await Promise.all([place.start(null, 1), place.start(null, 2)])
      const client = clientIn(place, 1)
      const carts: Cart[] = []
      const sell = async (address: number) => {
        const cart = await client.cart({ address })
        carts.push(cart)
        await until(async () => {
          await client.orderAndPay(cart, address)
          return atRest(place, await client.orderOf(cart))
        }, Boolean)
      }
      await client.token()
      const sales: Promise<void>[] = []
      for (const stop of stops) {
        let doomed = await place.start(stop, 0)
        // Any of the three may get a job: sales go on until the doomed one got its own. Equal
        // processes may fall into step and leave one without work; then it is killed where it
        // stands and another takes its place.
        for (let round = 1; doomed.alive() && round <= MOST_ROUNDS; round += 1) {
          const sold = Promise.all([1, 2, 1].map(sell))
          sales.push(sold.then(() => {}))
          await Promise.race([sold, doomed.died])
          if (!doomed.alive() || round % ROUNDS_IN_STEP > 0) continue
          doomed.kill()
          await doomed.died
          doomed = await place.start(stop, 0)
        }
        expect(doomed.alive(), `killed at ${stop}`).toBe(false)
      }
      await Promise.all(sales)
      for (const cart of carts) await expectSoldOnce(place, await client.orderOf(cart), cart)
    }),
)
