import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Conversation, listening } from '#tests/conversation.ts'
import { consents, ordered, paysBill, purchaseToken, quoted, sale, settled } from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'
import { interruptSteps } from '../jobs/steps.ts'
import { notify } from '../messaging/messages.ts'
import { checkPayment } from '../payments/check.ts'
import { makeDocuments } from '../policies/documents.ts'
import { issue } from './issue.ts'

const ways = {
  bill: { system: 'mobile_bank', method: 'bill' },
  card: { system: 'card', method: 'redirect' },
} as const

async function order(at: TestApp, token: string, calculationId: string, way: keyof typeof ways) {
  const { body } = await at.once(
    'ogpoOrder',
    { calculationId, pay: ways[way], email: 'client@example.kz' },
    token,
  )
  return body
}

async function placed(...[at, token, calculationId, way]: Parameters<typeof order>) {
  const body = await order(at, token, calculationId, way)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}

// Maximum of an order's statements; the price before has already read what a process caches for a
// second.
test('an order says little to the database, and waits for the disk twice', async () => {
  const database = listening()
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const most = { bill: { statements: 8, commits: 2 }, card: { statements: 7, commits: 2 } }
  // The first order of a client makes an account and gives it the phone.
  for (const way of ['bill', 'bill', 'card'] as const) {
    const { calculationId } = await quoted(at, token)
    let orderId = ''
    const { said, ...count } = await database.of(async () => {
      const made = await placed(at, token, calculationId, way)
      orderId = made.orderId
    })
    expect(count.statements, said.join('\n')).toBeLessThanOrEqual(most[way].statements)
    expect(count.trips).toBeLessThanOrEqual(most[way].statements)
    expect(count.commits).toBe(most[way].commits)
    // An unpaid order of the same car would give way to the next one, with extra statements.
    await at.api('ogpoCancelOrder', { orderId }, token)
  }
})

test('a price says little to the database, however many people and cars it is about', async () => {
  const database = listening()
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const drivers = ['980817499911', '880214399916'].map((iin) => ({ iin }))
  for (const { iin } of drivers) await consents(at, token, iin)
  // The first price of a person brings their token of the state's consent service.
  await quoted(at, token, sale({ drivers }))
  /**
   * One price in one request: on a busy machine it may continue behind its answer, or be retried.
   */
  const counted = async (of: () => ReturnType<typeof sale>) => {
    const tried = async () => {
      let success = false
      const count = await database.of(async () => {
        success = (await at.once('ogpoCalculate', of(), token)).body.success
      })
      await Promise.all(at.server.deps.background)
      return { ...count, success }
    }
    return until(tried, ({ success }) => success)
  }
  for (const of of [() => sale(), () => sale({ drivers })]) {
    const { said, statements, trips, commits } = await counted(of)
    expect(statements, said.join('\n')).toBeLessThanOrEqual(10)
    expect(trips).toBeLessThanOrEqual(10)
    expect(commits).toBe(1)
  }
})

/** Extra on a busy machine: retried prices, and look-ups beyond the time for them. */
const again = ({ said }: Conversation) => ({
  prices: said.filter((text) => /from "quotes" left join "orders"/.test(text)).length - 1,
  late: said.filter((text) => /^update "orders" set "set_asked_at"/.test(text)).length,
})

// The rest is what a contract's rules bring, each a statement.
test('an issue says no more to the database than it has to', async () => {
  const database = listening()
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { orderId } = await ordered(at, token)
  await paysBill(at)
  const paid = await database.of(() => checkPayment(at.server.deps, `${orderId}-1`))
  expect(paid.statements, paid.said.join('\n')).toBeLessThanOrEqual(12)
  expect(paid.commits).toBe(1)
  const issued = await database.of(() => issue(at.server.deps, orderId))
  const { late } = again(issued)
  expect(issued.statements, issued.said.join('\n')).toBeLessThanOrEqual(18 + late)
  expect(issued.commits).toBe(2 + late)
  expect((await settled(at, token, orderId)).data?.status).toBe('issued')
  // Two statements: who the caller is, and the order's state.
  for (const call of ['checkOrderPaid', 'ogpoCheckOrderSet'] as const) {
    const asked = await database.of(() => at.once(call, { orderId }, token))
    expect(asked.statements).toBeLessThanOrEqual(2)
  }
})

/**
 * From the code to the letter. Every commit has one of three reasons: it records a request before
 * an outside system gets it (a), it records the reply at once because the next request needs it
 * (b), or it ends a person's press with nothing else under way (c). The code (a) and its right
 * answer (c); the number of the requested consent (a) and its token (b); the price (c); the order
 * with its bill (a) and the bill's number (b); the money (b); that a policy may exist (a) and the
 * policy (b); its document, which the messages link to (a); the claimed messages (a), the sent SMS
 * (b), the other papers, which the letter carries (a), the sent letter (b).
 */
const COMMITS = 15
test('a whole sale says no more to the database than it has to', async () => {
  const database = listening()
  const at = await testApp({ WORKER: 'off' })
  const { deps } = at.server
  await purchaseToken(at)
  const whole = await database.of(async () => {
    const token = await purchaseToken(at)
    const { orderId } = await ordered(at, token)
    await paysBill(at)
    await checkPayment(deps, `${orderId}-1`)
    await issue(deps, orderId)
    await makeDocuments(deps, orderId)
    await notify(deps, orderId, 'issued')
  })
  const said = whole.said.filter((text) => !/^(?:begin|commit)\b/.test(text))
  const { prices, late } = again(whole)
  // One more if the machine is idle and makes the papers before the letter needs them.
  expect(said.length, said.join('\n')).toBeLessThanOrEqual(93 + 12 * prices + late)
  expect(whole.commits).toBeLessThanOrEqual(COMMITS + 2 * prices + late)
})

test('of two orders of one quote that read it at once, the second is the first', async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { calculationId } = await quoted(at, token)
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(at.db)
    return rows[0]?.n ?? 0
  }
  const { first, second } = await at.db.transaction().execute(async (tx) => {
    // The order's statement stops at the client's account, its own row written already.
    await sql`lock table accounts in share mode`.execute(tx)
    const begun = order(at, token, calculationId, 'bill')
    await until(waiting, (n) => n === 1)
    // As if its process had lost its locks with their connection.
    await at.server.deps.locks.free(`request:order:${calculationId}`)
    const again = order(at, token, calculationId, 'bill')
    await until(waiting, (n) => n === 2)
    return { first: begun, second: again }
  })
  // One of them calls the bank; the other gets the order, or 12002 (wait) while that call runs.
  const told = await Promise.all([first, second])
  for (const { success, code } of told) expect(success || code === 12002).toBe(true)
  expect(told.some(({ success }) => success)).toBe(true)
  expect(new Set(told.map(({ data }) => data?.orderId)).size).toBe(1)
  const orders = await at.db.selectFrom('orders').select('id').execute()
  expect(orders).toHaveLength(1)
  const bills = await at.invoices('77010000001')
  expect(bills).toHaveLength(1)
})

test('a bill whose asker died between the order and the bank is not asked for again', async () => {
  const at = await testApp()
  const token = await purchaseToken(at)
  const { calculationId } = await quoted(at, token)
  const { orderId } = await placed(at, token, calculationId, 'bill')
  // The row as the order's one statement leaves it, before its process died.
  await at.db
    .updateTable('payment_attempts')
    .set({ state: 'created', outside_id: null })
    .where('order_id', '=', orderId)
    .execute()
  const attempt = () =>
    at.db
      .selectFrom('payment_attempts')
      .select(['state', 'asked_at'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  const ended = await until(attempt, ({ state }) => state !== 'created')
  expect(ended.state).toBe('error')
  expect(ended.asked_at).not.toBeNull()
  const last = await at.db
    .selectFrom('payment_attempt_history')
    .select('reason')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(last?.reason).toBe('bill_unclear')
  expect(await at.invoices('77010000001')).toHaveLength(1)
})

test('a payment that nothing followed from is asked about after the others', async () => {
  const at = await testApp({ WORKER: 'off' })
  const token = await purchaseToken(at)
  const { orderId } = await ordered(at, token)
  await paysBill(at)
  interruptSteps((where) => where === 'before:paid.commit')
  onTestFinished(() => interruptSteps(null))
  await expect(checkPayment(at.server.deps, `${orderId}-1`)).rejects.toThrow('paid.commit')
  const attempt = () =>
    at.db
      .selectFrom('payment_attempts')
      .select(['state', 'checked_at'])
      .where('order_id', '=', orderId)
      .executeTakeFirst()
  expect(await attempt()).toMatchObject({ state: 'awaiting', checked_at: expect.any(Date) })
  interruptSteps(null)
  await checkPayment(at.server.deps, `${orderId}-1`)
  expect(await attempt()).toMatchObject({ state: 'paid' })
})
