import { expect, test } from 'vitest'
import { type Payment, payments, setManner } from '#systems/acquirer/sandbox-payments.ts'
import { does, firstOrder } from '#tests/contract-database/acts.ts'
import { wrongOf } from '#tests/contract-database/at-rest.ts'
import { comesToRest, workOn } from '#tests/contract-database/workers.ts'
import { peopled, rows, type Town } from '#tests/contract-database/fixture.ts'
import { sharedHouse } from '#tests/test-app.ts'

/** A terminal that only holds the money of a card, whatever was asked for. */
const at = sharedHouse({ WORKER: 'off' })

async function heldPage(town: Town): Promise<{ contractId: string; page: Payment }> {
  const before = new Set(payments(town.at.sandbox.world).keys())
  const { contractId } = await firstOrder(town, 'byCard', false)
  const [page] = [...payments(town.at.sandbox.world).values()].filter(({ id }) => !before.has(id))
  if (!page) throw new Error('no page')
  setManner(town.at.sandbox.world, 'two_step', 1)
  return { contractId, page }
}
const posted = (town: Town, contractId: string) =>
  rows(town, 'select kind from ledger where contract_id = $1', [contractId])

test('a hold is not paid: it is taken first, by a call whose answer may be lost, and the policy follows', async () => {
  const town = await peopled(at())
  const { contractId, page } = await heldPage(town)
  const { world } = at().sandbox
  world.faults.push({
    system: 'acquirer',
    operation: 'do_capture.php',
    mode: 'reset_before',
    times: 1,
  })
  world.faults.push({ system: 'acquirer', operation: 'result', mode: 'twice', times: 1 })
  await does(town, { contractId }, 'pay')
  // Nothing is ours while it is only held.
  if (page.state === 'held') expect(await posted(town, contractId)).toEqual([])
  world.faults.push({ system: 'acquirer', operation: 'do_capture.php', mode: 'reset', times: 1 })
  expect(await comesToRest(town, [contractId])).toEqual([])
  expect([page.state, page.clearing]).toEqual(['success', page.amount])
  expect(await rows(town, 'select state from orders where contract_id = $1', [contractId])).toEqual(
    [{ state: 'issued' }],
  )
  expect(await wrongOf(town, [contractId])).toEqual([])
}, 60_000)

test('a hold that nothing waits for is let go: no money came, and none is given back', async () => {
  const town = await peopled(at())
  const { contractId, page } = await heldPage(town)
  await does(town, { contractId }, 'cancelOrder')
  await does(town, { contractId }, 'pay')
  await workOn(town, contractId)
  expect(await comesToRest(town, [contractId])).toEqual([])
  expect(page.state).toBe('cancelled')
  expect(await posted(town, contractId)).toEqual([])
  expect(await rows(town, 'select id from refunds where contract_id = $1', [contractId])).toEqual(
    [],
  )
}, 60_000)

test('a hold of which only a part was taken is another amount: no policy', async () => {
  const town = await peopled(at())
  const { contractId, page } = await heldPage(town)
  at().sandbox.world.faults.push({
    system: 'acquirer',
    operation: 'result',
    mode: 'never',
    times: 1,
  })
  await does(town, { contractId }, 'pay')
  Object.assign(page, { state: 'success', clearing: page.amount - 1 })
  await workOn(town, contractId)
  expect(await posted(town, contractId)).toEqual([])
  expect(await rows(town, 'select state from orders where contract_id = $1', [contractId])).toEqual(
    [{ state: 'awaiting_payment' }],
  )
}, 60_000)
