import { describe, expect, test } from 'vitest'
import { steps } from '#server/jobs/steps.ts'
import { setManner } from '#systems/acquirer/sandbox-manners.ts'
import { until } from '../http.ts'
import { quoted, sale } from '../sale.ts'
import { type Cart, clientIn, pays, type SiteClient } from './client.ts'
import { atRest, countOf, expectSoldOnce } from './exactly-once.ts'
import { type Cluster, inCluster, type Process } from './processes.ts'

/**
 * `kill -9` at every step between the order and the last message, before it and after it. Each walk
 * is one order whose process dies again and again: the next process goes on from where the last one
 * was killed, and dies at the next stop.
 */
const walks = {
  bill: [
    'order.commit',
    'invoice.create',
    'invoice.commit',
    'paid.commit',
    'fiscal.send',
    'fiscal.commit',
  ],
  issue: ['issue.begin', 'issue.set', 'issue.commit'],
  papers: ['documents.commit', 'notify.claim', 'notify.sms', 'notify.mail', 'notify.commit'],
  page: ['card.page', 'card.commit'],
  hold: ['hold.settle'],
  refund: ['refund.send', 'refund.commit'],
  reissue: ['issue.rescind'],
  slow: ['slow.commit', 'slow.told'],
} as const
type Walk = keyof typeof walks

test('every step of a sale that the code names is walked', () => {
  // The steps of the cabinet, the desks, reports and partners begin with their names and are walked
  // by their own tests.
  const ofSale = steps.filter(
    (name) => !/^(cabinet|home|kyc|audit|partner|report|lost)\./.test(name),
  )
  expect(Object.values(walks).flat().sort()).toEqual([...ofSale].sort())
})

/**
 * A process for every stop, with the client doing what clients do until it is dead; then one that
 * is left alive.
 */
async function dieAlong(
  place: Cluster,
  walk: Walk,
  client: () => Promise<unknown>,
  settings = {},
): Promise<Process> {
  for (const stop of walks[walk].flatMap((name) => [`before:${name}`, `after:${name}`])) {
    const process = await place.start(stop, 0, settings)
    await until(
      async () => {
        if (process.alive()) await client().catch(() => {})
        return process.alive() ? `alive at ${stop}` : process.died
      },
      (end) => end === 'SIGKILL',
    )
    await longSince(place)
  }
  return place.start()
}

/**
 * A dead process asks nobody any more, so nothing of it is on its way: the seconds for which the
 * next one would wait for that are passed over.
 */
const longSince = (place: Cluster) =>
  place.rows(
    `update orders set set_asked_at = set_asked_at - interval '1 minute'
      where set_asked_at is not null`,
  )

type Client = (client: SiteClient, cart: Cart, place: Cluster) => Promise<unknown>
type End = { place: Cluster; cart: Cart; orderId: string }

/**
 * One cluster for one walk; the order is made by the first process. `check` gets the cluster when
 * the order has come to rest.
 */
const walked = (walk: Walk, way: Cart['way'], client: Client, check: (end: End) => Promise<void>) =>
  inCluster(1, async (place) => {
    const site = clientIn(place)
    let made: Cart | null = null
    await dieAlong(place, walk, async () => {
      made ??= await site.cart({ way })
      return client(site, made, place)
    })
    const cart = made ?? (await site.cart({ way }))
    const over = async () => {
      await client(site, cart, place).catch(() => {})
      const orderId = await site.idOf(cart)
      return orderId !== null && atRest(place, orderId)
    }
    await until(over, Boolean)
    await check({ place, cart, orderId: await site.orderOf(cart) })
  })

const buys: Client = (client, cart) => client.orderAndPay(cart)
/** By a terminal that only holds the money, whatever was asked for. */
const buysHeld: Client = (client, cart, place) => {
  setManner(place.world, 'two_step', 1)
  return client.orderAndPay(cart, 0, 'hold')
}
const paysLate: Client = async (client, cart, place) => {
  if (!(await client.idOf(cart))) await client.order(cart)
  // What the bank cannot be asked to take off the phone is paid all the same.
  if (place.world.faults.every(({ operation }) => operation !== 'remote/cancel'))
    place.world.faults.push({
      system: 'bank',
      operation: 'remote/cancel',
      mode: 'unavailable',
      times: 100_000,
    })
  const cancelled = await client.cancel(cart)
  if (cancelled.body.success) await pays(place, await client.orderOf(cart))
}

describe.concurrent('a process killed at each step', { timeout: 600_000 }, () => {
  test.each(['bill', 'issue', 'papers'] as const)(
    'loses and doubles nothing of a sale by bill: %s',
    (walk) =>
      walked(walk, 'bill', buys, ({ place, orderId, cart }) =>
        expectSoldOnce(place, orderId, cart),
      ),
  )

  test.each(['card', 'epay'] as const)('loses and doubles nothing of a sale by %s', (system) =>
    walked('page', system, buys, ({ place, orderId, cart }) =>
      expectSoldOnce(place, orderId, { ...cart, system }),
    ),
  )

  test.each(['card', 'epay'] as const)('takes the held money of a sale by %s once', (system) =>
    walked('hold', system, buysHeld, ({ place, orderId, cart }) =>
      expectSoldOnce(place, orderId, { ...cart, system }),
    ),
  )

  test.each(['bill', 'card', 'epay'] as const)(
    'sends the late money of a cancelled order back once: %s',
    (way) =>
      walked('refund', way, paysLate, async ({ place, orderId, cart }) => {
        expect(await countOf(place, orderId)).toMatchObject({
          state: 'refunded',
          history: ['draft', 'awaiting_payment', 'cancelled', 'refunding', 'refunded'],
          refunds: [cart.amount],
          policies: 0,
          letters: 0,
          ledger: {
            payment: { count: 1, sum: cart.amount },
            refund: { count: 1, sum: -cart.amount },
          },
        })
        const told = place.world.messages.filter(
          ({ from, text }) => from === 'Qorgan' && text.includes('қайтарылды'),
        )
        expect(told).toHaveLength(1)
      }),
  )

  test('goes on with every price that was told to go on, and makes each once', () =>
    inCluster(1, async (place) => {
      const client = clientIn(place)
      // Every price takes longer than that.
      const settings = { SLOW_ANSWER_SECONDS: '0.05' }
      const asked: ReturnType<typeof sale>[] = []
      const asks = async () => {
        const token = await client.token()
        const what = sale()
        const { body } = await client.api().once('ogpoCalculate', what, token)
        if (body.error === 'goes_on') asked.push(what)
      }
      await dieAlong(place, 'slow', asks, settings)
      const unsent = () => place.rows('select id from slow_answers where told is null')
      await until(unsent, (rows) => rows.length === 0)
      expect(asked.length).toBeGreaterThan(0)
      for (const what of asked) await quoted(client.api(), await client.token(), what)
      const quotes = await place.rows<{ application_id: string }>(
        'select application_id from quotes',
      )
      expect(new Set(quotes.map(({ application_id }) => application_id)).size).toBe(quotes.length)
    }))

  test('registers the new policy, rescinds the old one and refunds what is left of it once', () =>
    inCluster(1, async (place) => {
      const client = clientIn(place)
      const first = await place.start()
      const old = await client.cart({ sale: sale() })
      const bought = async () => {
        await client.orderAndPay(old)
        return atRest(place, await client.orderOf(old))
      }
      await until(bought, Boolean)
      const [policy] = await place.rows<{ global_id: string }>('select global_id from policies')
      const replaces = policy?.global_id ?? ''
      const cart = await client.cart({
        sale: sale({ order: { reorderGlobalId: replaces, period: 6, seasonal: true } }),
        replaces,
      })
      expect(cart.refund).toBeGreaterThan(0)
      first.kill()
      await first.died

      await dieAlong(place, 'reissue', async () => (await client.idOf(cart)) ?? client.order(cart))
      const orderId = await client.orderOf(cart)
      const oldId = await client.orderOf(old)
      await until(
        async () => (await atRest(place, orderId)) && (await atRest(place, oldId)),
        Boolean,
      )
      const count = await countOf(place, orderId)
      expect(count).toMatchObject({
        state: 'issued',
        bills: 0,
        policies: 1,
        papers: 4,
        sms: 1,
        letters: 1,
      })
      expect(count.ledger).toMatchObject({
        refund: { count: 1, sum: -cart.refund },
        refund_due: { count: 1, sum: cart.refund },
      })
      expect((await countOf(place, oldId)).refunds).toEqual([cart.refund])
      const states = await place.rows<{ state: string }>(
        'select state from policies order by issued_at',
      )
      expect(states.map(({ state }) => state)).toEqual(['replaced', 'pending'])
      const rescinded = place.world.journal.filter(
        ({ operation }) => operation === 'SetPolicyRescindingReason',
      )
      expect(rescinded).toHaveLength(1)
    }))
})
