import { expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { house } from '../house.ts'
import { does, firstOrder } from './acts.ts'
import { wrongOf } from './at-rest.ts'
import { comesToRest, workOn } from './hands.ts'
import { peopled, rows } from './town.ts'

test("a refund that the card's bank overtook is settled by what it took: owed no more, told, and never sent again", async () => {
  const town = await peopled(await house({ WORKER: 'off' }))
  const sold = await firstOrder(town, 'byCard', false)
  await does(town, sold, 'pay')
  await comesToRest(town, [sold.contractId])
  await does(town, sold, 'cancelPolicy')
  const [page] = [...payments(town.at.sandbox.world).values()]
  page?.refunds.push({ id: '7701', amount: page.amount, by: 'bank', state: 'success' })
  // The acquirer has nothing left for our own refund, and its list says why before it is asked for.
  await workOn(town, sold.contractId)
  await does(town, sold, 'chargeback')
  await does(town, sold, 'chargeback')
  await does(town, sold, 'retry')
  expect(await comesToRest(town, [sold.contractId])).toEqual([])
  expect(await rows(town, 'select state, outside_id, amount from refunds')).toEqual([
    { state: 'done', outside_id: '7701', amount: page?.amount },
  ])
  expect(await wrongOf(town, [sold.contractId])).toEqual([])
}, 60_000)
