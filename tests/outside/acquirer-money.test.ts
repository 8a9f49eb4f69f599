import { expect, test } from 'vitest'
import { operations } from '#systems/acquirer/protocol.ts'
import { setManner } from '#systems/acquirer/sandbox-manners.ts'
import { type Payment, payments } from '#systems/acquirer/sandbox-payments.ts'
import { does, firstOrder } from '../contract-database/acts.ts'
import { wrongOf } from '../contract-database/at-rest.ts'
import { peopled, rows } from '../contract-database/fixture.ts'
import { comesToRest } from '../contract-database/workers.ts'
import { testApp } from '../test-app.ts'
import { MUTATIONS, type Mutation, mutatingLine, mutation } from './acquirer.ts'

/**
 * Sales by card while the acquirer answers anything: every other one is paid too late and goes
 * back, every third is only held at first.
 */
test(
  'whatever the acquirer answers, at rest each payment is taken once or given back once, and the books say the same',
  async () => {
    let sandboxUrl = ''
    const broken = new Map<string, Mutation[]>()
    const moves: readonly string[] = [
      operations.revoke,
      operations.capture,
      operations.cancel,
      operations.status,
    ]
    const line = await mutatingLine(
      () => sandboxUrl,
      (operation, form) =>
        moves.includes(operation)
          ? (broken.get(form.get('pg_payment_id') ?? '')?.pop() ?? null)
          : null,
    )
    const at = await testApp({ WORKER: 'off', ACQUIRER_ADDRESS: `${line.address}/acquirer` })
    sandboxUrl = at.sandbox.url
    const fixture = await peopled(at)
    const { world } = at.sandbox
    for (let n = 0; n < MUTATIONS; n += 1) {
      const before = new Set(payments(world).keys())
      const sold = await firstOrder(fixture, 'byCard', false)
      const page = [...payments(world).values()].find(({ id }) => !before.has(id))
      if (!page) throw new Error('no page')
      const late = n % 2 === 0
      if (late) await does(fixture, sold, 'cancelOrder')
      setManner(world, 'two_step', n % 3 === 0 ? 1 : 0)
      broken.set(
        page.id,
        [0, 7, 13].map((more) => mutation(n + more)),
      )
      await does(fixture, sold, 'pay')
      const name = `${n}: ${[0, 7, 13].map((more) => mutation(n + more).name).join(', ')}`
      // A payment that cannot be asked about lies as it was: it is asked again, until they say what
      // they mean.
      for (let round = 0; round < 4; round += 1) await comesToRest(fixture, [sold.contractId])
      expect(await comesToRest(fixture, [sold.contractId]), name).toEqual([])
      expect(await wrongOf(fixture, [sold.contractId]), name).toEqual([])
      const [order] = await rows<{ state: string }>(
        fixture,
        'select state from orders where contract_id = $1',
        [sold.contractId],
      )
      expect([order?.state, ...keptOf(page)], name).toEqual(
        late ? [order?.state, 0] : ['issued', page.amount],
      )
    }
  },
  MUTATIONS * 15_000 + 60_000,
)

/** What the shop has of a payment in the end. */
const keptOf = ({ clearing, refunds }: Payment): number[] => [
  clearing - refunds.reduce((sum, { amount }) => sum + amount, 0),
]
