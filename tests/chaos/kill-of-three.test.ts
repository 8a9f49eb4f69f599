import { expect, test } from 'vitest'
import { until } from '../http.ts'
import { atRest, expectSoldOnce } from './exactly-once.ts'
import { inTown } from './processes.ts'
import { type Cart, shopIn } from './client.ts'

const stops = ['after:paid.commit', 'after:issue.set', 'before:issue.commit', 'after:notify.sms']
const MOST_ROUNDS = 18
const ROUNDS_IN_STEP = 4

test(
  'one of three equal processes is killed again and again in the middle of sales: the others finish them, once',
  { timeout: 600_000 },
  () =>
    inTown(3, async (place) => {
      await Promise.all([place.start(null, 1), place.start(null, 2)])
      const shop = shopIn(place, 1)
      const carts: Cart[] = []
      const sell = async (address: number) => {
        const cart = await shop.cart({ address })
        carts.push(cart)
        await until(async () => {
          await shop.orderAndPay(cart, address)
          return atRest(place, await shop.orderOf(cart))
        }, Boolean)
      }
      await shop.token()
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
      for (const cart of carts) await expectSoldOnce(place, await shop.orderOf(cart), cart)
    }),
)
