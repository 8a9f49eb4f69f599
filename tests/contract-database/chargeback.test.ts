import { expect, test } from 'vitest'
import { holds } from '#domain/books/balance.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { balanceIn } from '#server/reports/overview.ts'
import { type Payment, payments } from '#systems/acquirer/sandbox-payments.ts'
import { account, signedIn } from '../client.ts'
import { testApp } from '../test-app.ts'
import { does, firstOrder, reportsChargebacks } from './acts.ts'
import { wrongOf } from './at-rest.ts'
import { type Fixture, peopled, rows } from './fixture.ts'
import { comesToRest, workOn } from './workers.ts'

test("a refund that the card's bank overtook is settled by what it took: owed no more, told, and never sent again", async () => {
  const fixture = await peopled(await testApp({ WORKER: 'off' }))
  const sold = await firstOrder(fixture, 'byCard', false)
  await does(fixture, sold, 'pay')
  await comesToRest(fixture, [sold.contractId])
  await does(fixture, sold, 'cancelPolicy')
  const [page] = [...payments(fixture.at.sandbox.world).values()]
  page?.refunds.push({ id: '7701', amount: page.amount, by: 'bank', state: 'success' })
  // The acquirer has nothing left for our own refund, and its list says why before it is asked for.
  await workOn(fixture, sold.contractId)
  await does(fixture, sold, 'chargeback')
  await does(fixture, sold, 'chargeback')
  await does(fixture, sold, 'retry')
  expect(await comesToRest(fixture, [sold.contractId])).toEqual([])
  expect(await rows(fixture, 'select state, outside_id, amount from refunds')).toEqual([
    { state: 'done', outside_id: null, amount: page?.amount },
  ])
  expect(await wrongOf(fixture, [sold.contractId])).toEqual([])
})

test("what the card's bank takes after a partner gave it back is the client's debt, and told to the accountant", async () => {
  const fixture = await peopled(await testApp({ WORKER: 'off' }))
  const sold = await firstOrder(fixture, 'byCard', true)
  await does(fixture, sold, 'pay')
  await comesToRest(fixture, [sold.contractId])
  await does(fixture, sold, 'partnerRefund')
  // Told twice, at the same moment.
  await does(fixture, sold, 'chargeback')
  await Promise.all([
    reportsChargebacks(fixture, sold.contractId),
    reportsChargebacks(fixture, sold.contractId),
  ])
  expect(await comesToRest(fixture, [sold.contractId])).toEqual([])
  const [page] = [...payments(fixture.at.sandbox.world).values()]
  const partner = Math.ceil((page?.amount ?? 0) / 2)
  expect(
    await rows(fixture, `select debit, credit, amount from ledger where kind = 'overdrawn'`),
  ).toEqual([{ debit: 'client', credit: 'card', amount: partner }])
  expect(await wrongOf(fixture, [sold.contractId])).toEqual([])
  const accountant = { iin: '850505499909', phone: '77010000555' }
  await account(fixture.at, accountant, { role: 'accountant' })
  const day = fixture.at.server.deps.clock.today()
  const asked = `/api/reports/reconciliation?from=${day}&to=${day}&kind=contract_differs`
  const told = await fixture.at.raw(asked, {
    method: 'GET',
    token: await signedIn(fixture.at, accountant),
  })
  expect(told.body.data.exceptions).toMatchObject([
    {
      id: sold.contractId,
      theirs: -(page?.amount ?? 0) - partner,
      note: 'chargeback · overdrawn · partner',
    },
  ])
})

test.each([1, 2])(
  'money a bank took back before there was a policy, 1/%i of it, stands with what went back',
  async (part) => {
    const fixture = await peopled(await testApp({ WORKER: 'off' }))
    const sold = await firstOrder(fixture, 'byCard', false)
    await does(fixture, sold, 'pay')
    const [page] = [...payments(fixture.at.sandbox.world).values()]
    const taken = Math.floor((page?.amount ?? 0) / part)
    page?.refunds.push({ id: '7703', amount: taken, by: 'bank', state: 'success' })
    await reportsChargebacks(fixture, sold.contractId)
    expect(await comesToRest(fixture, [sold.contractId])).toEqual([])
    expect(await rows(fixture, 'select state from orders')).toEqual([{ state: 'refunded' }])
    const { clock, db } = fixture.at.server.deps
    const day = clock.today()
    const span = { since: startOfDay(day), until: startOfDay(addDays(day, 1)) }
    const balance = await balanceIn(db, span)
    expect(balance).toMatchObject({ paid: { count: 1 }, returned: { count: 1 } })
    expect(holds(balance)).toBe(true)
  },
)

/** A card's bank undid what it took: its list says so. */
async function disputeIsWon(fixture: Fixture, contractId: string, page: Payment) {
  for (const refund of page.refunds) if (refund.by === 'bank') refund.state = 'error'
  for (const _time of [1, 2]) await reportsChargebacks(fixture, contractId)
}
const ledgerOf = (fixture: Fixture, contractId: string) =>
  rows<{ kind: string; amount: number }>(
    fixture,
    `select kind, amount from ledger where contract_id = $1 and kind in ('overdrawn', 'dispute_won') order by id`,
    [contractId],
  )

test.each([
  ['of a policy in force is kept', 'none', 0],
  ['of a sale that was not issued for it goes back to the client', 'early', 1],
] as const)('a dispute that is won %s, and the months agree', async (_what, ending, owed) => {
  const fixture = await peopled(await testApp({ WORKER: 'off' }))
  const sold = await firstOrder(fixture, 'byCard', false)
  await does(fixture, sold, 'pay')
  const [page] = [...payments(fixture.at.sandbox.world).values()]
  if (!page) throw new Error('nothing was paid')
  const take = async () => {
    page.refunds.push({ id: '7704', amount: page.amount, by: 'bank', state: 'success' })
    await reportsChargebacks(fixture, sold.contractId)
  }
  if (ending === 'early') await take()
  await comesToRest(fixture, [sold.contractId])
  if (ending !== 'early') await take()
  await comesToRest(fixture, [sold.contractId])
  await disputeIsWon(fixture, sold.contractId, page)
  expect(await comesToRest(fixture, [sold.contractId])).toEqual([])
  expect(await ledgerOf(fixture, sold.contractId)).toEqual([
    { kind: 'dispute_won', amount: page.amount },
  ])
  expect(
    await rows(fixture, `select amount, state from refunds where reason <> 'chargeback'`),
  ).toEqual(Array.from({ length: owed }, () => ({ amount: page.amount, state: 'done' })))
  expect(await wrongOf(fixture, [sold.contractId])).toEqual([])
  const { rows: client } = await fixture.at.server.deps.pool.query<{ sum: number }>(
    `select sum(case when credit = 'client' then amount when debit = 'client' then -amount else 0 end)::int as sum from ledger`,
  )
  expect(client).toEqual([{ sum: 0 }])
  const { clock, db } = fixture.at.server.deps
  const day = clock.today()
  expect(
    holds(await balanceIn(db, { since: startOfDay(day), until: startOfDay(addDays(day, 1)) })),
  ).toBe(true)
})

test('no more comes back of a dispute than was taken, and a debt is paid by it first', async () => {
  const fixture = await peopled(await testApp({ WORKER: 'off' }))
  const sold = await firstOrder(fixture, 'byCard', true)
  await does(fixture, sold, 'pay')
  await comesToRest(fixture, [sold.contractId])
  await does(fixture, sold, 'partnerRefund')
  await does(fixture, sold, 'chargeback')
  const [page] = [...payments(fixture.at.sandbox.world).values()]
  if (!page) throw new Error('nothing was paid')
  await reportsChargebacks(fixture, sold.contractId)
  const [taken] = await ledgerOf(fixture, sold.contractId)
  expect(taken?.kind).toBe('overdrawn')
  await disputeIsWon(fixture, sold.contractId, page)
  expect(await comesToRest(fixture, [sold.contractId])).toEqual([])
  expect(await ledgerOf(fixture, sold.contractId)).toEqual([
    taken,
    { kind: 'dispute_won', amount: page.amount },
  ])
  expect(await wrongOf(fixture, [sold.contractId])).toEqual([])
})
