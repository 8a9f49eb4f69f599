import { expect, test } from 'vitest'
import { billMs } from '#domain/lifetimes.ts'
import { setManner } from '#systems/acquirer/sandbox-manners.ts'
import { type Payment, payments } from '#systems/acquirer/sandbox-payments.ts'
import { does, firstOrder } from '#tests/contract-database/acts.ts'
import { wrongOf } from '#tests/contract-database/at-rest.ts'
import { type Fixture, peopled, rows } from '#tests/contract-database/fixture.ts'
import { comesToRest, workOn } from '#tests/contract-database/workers.ts'
import { clockOn } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

/** A terminal that only holds the card's money, whatever we request. */
const at = sharedTestApp({ WORKER: 'off' })

async function heldPage(fixture: Fixture): Promise<{ contractId: string; page: Payment }> {
  const before = new Set(payments(fixture.at.sandbox.world).keys())
  const { contractId } = await firstOrder(fixture, 'byCard', false)
  const [page] = [...payments(fixture.at.sandbox.world).values()].filter(
    ({ id }) => !before.has(id),
  )
  if (!page) throw new Error('no page')
  setManner(fixture.at.sandbox.world, 'two_step', 1)
  return { contractId, page }
}
const posted = (fixture: Fixture, contractId: string) =>
  rows(fixture, 'select kind from ledger where contract_id = $1', [contractId])

test('a hold is not paid: it is taken first, by a call whose answer may be lost, and the policy follows', async () => {
  const fixture = await peopled(at())
  const { contractId, page } = await heldPage(fixture)
  const { world } = at().sandbox
  world.faults.push({
    system: 'acquirer',
    operation: 'do_capture.php',
    mode: 'reset_before',
    times: 1,
  })
  world.faults.push({ system: 'acquirer', operation: 'result', mode: 'twice', times: 1 })
  await does(fixture, { contractId }, 'pay')
  // Nothing is ours while it is only held.
  if (page.state === 'held') expect(await posted(fixture, contractId)).toEqual([])
  world.faults.push({ system: 'acquirer', operation: 'do_capture.php', mode: 'reset', times: 1 })
  expect(await comesToRest(fixture, [contractId])).toEqual([])
  expect([page.state, page.clearing]).toEqual(['success', page.amount])
  expect(
    await rows(fixture, 'select state from orders where contract_id = $1', [contractId]),
  ).toEqual([{ state: 'issued' }])
  expect(await wrongOf(fixture, [contractId])).toEqual([])
})

test('a hold that nothing waits for is let go: no money came, and none is given back', async () => {
  const fixture = await peopled(at())
  const { contractId, page } = await heldPage(fixture)
  await does(fixture, { contractId }, 'cancelOrder')
  await does(fixture, { contractId }, 'pay')
  await workOn(fixture, contractId)
  expect(await comesToRest(fixture, [contractId])).toEqual([])
  expect(page.state).toBe('cancelled')
  expect(await posted(fixture, contractId)).toEqual([])
  expect(
    await rows(fixture, 'select id from refunds where contract_id = $1', [contractId]),
  ).toEqual([])
})

test('a hold that is heard of when the price of its order is over is let go', async () => {
  const fixture = await peopled(at())
  const { contractId, page } = await heldPage(fixture)
  at().sandbox.world.faults.push({
    system: 'acquirer',
    operation: 'result',
    mode: 'never',
    times: 1,
  })
  await does(fixture, { contractId }, 'pay')
  expect(page.state).toBe('held')
  await clockOn(at(), billMs / 1_000)
  await workOn(fixture, contractId)
  expect(page.state).toBe('cancelled')
  expect(await posted(fixture, contractId)).toEqual([])
})

test('a hold of which only a part was taken is another amount: no policy', async () => {
  const fixture = await peopled(at())
  const { contractId, page } = await heldPage(fixture)
  at().sandbox.world.faults.push({
    system: 'acquirer',
    operation: 'result',
    mode: 'never',
    times: 1,
  })
  await does(fixture, { contractId }, 'pay')
  Object.assign(page, { state: 'success', clearing: page.amount - 1 })
  await workOn(fixture, contractId)
  expect(await posted(fixture, contractId)).toEqual([])
  expect(
    await rows(fixture, 'select state from orders where contract_id = $1', [contractId]),
  ).toEqual([{ state: 'awaiting_payment' }])
})
