import { signedIn } from './client.ts'
import { buyer, consents, ordered, paysBill, purchaseToken, ready, sale, settled } from './sale.ts'
import { type TestApp, testApp, until } from './test-app.ts'

const bill = { system: 'mobile_bank', method: 'bill' } as const
/** A second driver, whose consent is there. */
export const second = ready('900622499917')

/** A test app whose buyer is signed in, with what an attack on a policy's money does and looks at. */
export async function underAttack() {
  const at = await testApp()
  const buying = await purchaseToken(at)
  await consents(at, buying, second.iin)
  const cabinet = await signedIn(at)

  async function issuedAs(orderId: string): Promise<string> {
    const done = await settled(at, buying, orderId)
    if (!done.success || !done.data.globalId) throw new Error(`not issued: ${JSON.stringify(done)}`)
    return done.data.globalId
  }
  /** A policy that begins tomorrow, paid by bill. */
  async function bought() {
    const { orderId, quote } = await ordered(at, buying)
    await paysBill(at)
    return { orderId, paid: quote.premium, globalId: await issuedAs(orderId) }
  }
  /** Orders a dearer reissue: one more driver. */
  async function reissued(globalId: string, drivers = [{ iin: second.iin }]) {
    const { body } = await at.api(
      'ogpoCalculate',
      sale({ drivers, order: { reorderGlobalId: globalId } }),
      buying,
    )
    if (!body.success) return { refused: body }
    const [quote] = body.data.calculations
    const placed = await at.api(
      'ogpoReorder',
      { calculationId: quote?.calculationId ?? '', pay: bill, globalId },
      buying,
    )
    if (!placed.body.success) return { refused: placed.body }
    return { orderId: placed.body.data.orderId, surcharge: quote?.surcharge_sum ?? 0 }
  }
  const cancels = async (globalId: string) =>
    (await at.api('cabinetCancelPolicy', { globalId }, cabinet)).body
  const stateOf = async (table: 'orders' | 'policies', column: 'id' | 'global_id', value: string) =>
    (await at.server.deps.pool.query(`select state from ${table} where ${column} = $1`, [value]))
      .rows[0]?.state
  const becomes = (orderId: string, state: string) =>
    until(
      () => stateOf('orders', 'id', orderId),
      (now) => now === state,
    )
  const sums = () => sumsOf(at)
  const atRest = () => restOf(at)
  return {
    at,
    buying,
    cabinet,
    bought,
    issuedAs,
    reissued,
    cancels,
    stateOf,
    becomes,
    sums,
    atRest,
  }
}

/** What the bank took and gave back, and what our books say of the same contract, whole tenge. */
async function sumsOf(at: TestApp) {
  const bills = await at.invoices(buyer.phone)
  const journal =
    await at.server.deps.pool.query(`select coalesce(sum(amount) filter (where debit = account), 0)::int as debit,
    coalesce(sum(amount) filter (where credit = account), 0)::int as credit, account
    from ledger, unnest(array['client', 'refunds', 'insurer', 'commission', 'mobile_bank']) as account
    where account in (debit, credit) group by account`)
  const balance = (name: string) => {
    const row = journal.rows.find(({ account }) => account === name)
    return row ? row.credit - row.debit : 0
  }
  const given = await at.db.selectFrom('refunds').select(['amount', 'state']).execute()
  return {
    paid: bills
      .filter(({ status }) => status === 'paid' || status === 'refunded')
      .reduce((sum, { amount }) => sum + amount, 0),
    given: given.reduce((sum, { amount }) => sum + amount, 0),
    allGone: given.every(({ state }) => state === 'done'),
    client: balance('client'),
    refunds: balance('refunds'),
    kept: 0 - balance('mobile_bank'),
    booked: balance('insurer') + balance('commission'),
  }
}
/** Until nothing of an order, a refund or an ending is under way. */
const restOf = (at: TestApp) =>
  until(
    async () => {
      const open =
        await at.server.deps.pool.query(`select 1 from orders where state in ('paid', 'issuing', 'refunding') union all
        select 1 from refunds where state = 'due' union all select 1 from policy_endings where state = 'accepted'`)
      return open.rows.length
    },
    (open) => open === 0,
  )
