import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { ordered, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const accountant = { iin: '850505499909', phone: '77010000555' }
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

let made: ReturnType<typeof make> | null = null
/** A policy for a year, reissued for half a year: a part of its premium went back. */
const accounting = () => (made ??= make())
async function make() {
  const of = at()
  await account(of, accountant, { role: 'accountant' })
  const buying = await purchaseToken(of)
  const { orderId: contractId, quote } = await ordered(of, buying)
  await paysBill(of)
  const first = await settled(of, buying, contractId)
  const globalId = first.success ? (first.data.globalId ?? '') : ''
  const shorter = sale({ order: { reorderGlobalId: globalId, period: 6, seasonal: true } })
  const { body } = await of.api('ogpoCalculate', shorter, buying)
  const calculationId = body.success ? (body.data.calculations[0]?.calculationId ?? '') : ''
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  const placed = await of.api('ogpoReorder', { calculationId, pay, globalId }, buying)
  if (!placed.body.success) throw new Error(`no reissue: ${JSON.stringify(placed.body)}`)
  await settled(of, buying, placed.body.data.orderId)
  const [refund] = await until(
    () => of.db.selectFrom('refunds').selectAll().execute(),
    (rows) => rows.length === 1 && rows[0]?.state === 'done',
  )
  return {
    contractId,
    paid: quote.premium,
    refunded: refund?.amount ?? 0,
    token: await signedIn(of, accountant),
  }
}
const asked = async (path: string, query = NOVEMBER) => {
  const { token } = await accounting()
  return (await at().raw(`/api/reports/${path}?${query}`, { method: 'GET', token })).body.data
}
const differs = async () =>
  (await asked('reconciliation', `${NOVEMBER}&kind=contract_differs`)).exceptions

test('of a reissue the insurer is told what stayed with us, to the tenge, and of the policy in force', async () => {
  const { contractId, paid, refunded } = await accounting()
  expect(refunded).toBeGreaterThan(0)
  const [line, ...others] = await asked('insurers')
  expect(others).toEqual([])
  expect(line).toMatchObject({ policies: 1, ogpoPlus: 0, refundDue: 0, premium: paid - refunded })
  expect(line.toPassOn).toBe(line.premium - line.commission)
  const contract = await at()
    .db.selectFrom('contracts')
    .selectAll()
    .where('id', '=', contractId)
    .executeTakeFirstOrThrow()
  expect(Number(contract.paid_in) - Number(contract.refunded)).toBe(line.premium)
  expect(await differs()).toEqual([])
  expect(
    (await asked('reconciliation')).exceptions.map(({ kind }: { kind: string }) => kind),
  ).toEqual(['refunded'])
})

test('money that is not spoken for is told when the contract is at rest, and whether it was given back past us', async () => {
  spec('2.2.orders-report-unspoken')

  const { contractId } = await accounting()
  const { db } = at()
  const payment = await db.selectFrom('payment_attempts').select('id').executeTakeFirstOrThrow()
  const of = { contract_id: contractId, order_id: contractId, attempt_id: payment.id, amount: 500 }
  const now = at().server.deps.clock.now()
  const line = (key: string, kind: string, debit: string, credit: string, amount = 500) =>
    db
      .insertInto('ledger')
      .values({ ...of, key, kind, debit, credit, amount, at: now })
      .execute()
  const past = { ...of, id: 'R-past', reason: 'chargeback', created_at: now }
  await db
    .insertInto('refunds')
    .values({ ...past, state: 'due' })
    .execute()
  await line('refund_due:R-past', 'refund_due', 'client', 'refunds')
  expect(await differs()).toEqual([])
  await db
    .updateTable('refunds')
    .set({ state: 'done', done_at: past.created_at })
    .where('id', '=', 'R-past')
    .execute()
  await line('refund:R-past', 'refund', 'refunds', 'card')
  expect(await differs()).toMatchObject([
    { id: contractId, orderId: contractId, ours: 0, theirs: -500, note: 'chargeback' },
  ])
  await line('returned:one', 'returned', 'insurer', 'client', 700)
  expect(await differs()).toMatchObject([{ id: contractId, ours: 0, theirs: 200, note: 'balance' }])
  expect(await asked('insurers')).toMatchObject([{ refundDue: 700 }])
})
