import { expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { account, signedIn } from '../client.ts'
import { house } from '../test-app.ts'
import { does, firstOrder, tellsChargebacks } from './acts.ts'
import { wrongOf } from './at-rest.ts'
import { comesToRest, workOn } from './workers.ts'
import { peopled, rows } from './fixture.ts'

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
    { state: 'done', outside_id: null, amount: page?.amount },
  ])
  expect(await wrongOf(town, [sold.contractId])).toEqual([])
}, 60_000)

test("what the card's bank takes after a partner gave it back is the client's debt, and told to the accountant", async () => {
  const town = await peopled(await house({ WORKER: 'off' }))
  const sold = await firstOrder(town, 'byCard', true)
  await does(town, sold, 'pay')
  await comesToRest(town, [sold.contractId])
  await does(town, sold, 'partnerRefund')
  // Told twice, at the same moment.
  await does(town, sold, 'chargeback')
  await Promise.all([
    tellsChargebacks(town, sold.contractId),
    tellsChargebacks(town, sold.contractId),
  ])
  expect(await comesToRest(town, [sold.contractId])).toEqual([])
  const [page] = [...payments(town.at.sandbox.world).values()]
  const partner = Math.ceil((page?.amount ?? 0) / 2)
  expect(
    await rows(town, `select debit, credit, amount from ledger where kind = 'overdrawn'`),
  ).toEqual([{ debit: 'client', credit: 'card', amount: partner }])
  expect(await wrongOf(town, [sold.contractId])).toEqual([])
  const accountant = { iin: '850505499909', phone: '77010000555' }
  await account(town.at, accountant, { role: 'accountant' })
  const day = town.at.server.deps.clock.today()
  const asked = `/api/reports/reconciliation?from=${day}&to=${day}&kind=contract_differs`
  const told = await town.at.raw(asked, {
    method: 'GET',
    token: await signedIn(town.at, accountant),
  })
  expect(told.body.data.exceptions).toMatchObject([
    {
      id: sold.contractId,
      theirs: -(page?.amount ?? 0) - partner,
      note: 'chargeback · overdrawn · partner',
    },
  ])
}, 60_000)
