import { beforeAll, beforeEach, expect, test } from 'vitest'
import { chargebacks, sendCardRefund } from '#server/payments/ways/card-refunds.ts'
import { setManner } from '#systems/acquirer/sandbox-manners.ts'
import { type Payment, payments } from '#systems/acquirer/sandbox-payments.ts'
import { Unavailable } from '#systems/http.ts'
import { does, firstOrder } from '#tests/contract-database/acts.ts'
import { type Fixture, peopled, rows } from '#tests/contract-database/fixture.ts'
import { comesToRest } from '#tests/contract-database/workers.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { attemptById } from './attempts.ts'
import { checkPayment } from './check.ts'
import { receivePayment } from './receive.ts'
import { sendRefund } from './refund.ts'
import { paymentRecoveries } from './work.ts'

/**
 * Card refunds, which the acquirer repeats on each request: before, each of these cases refunded
 * twice or never.
 */
const at = sharedTestApp({ WORKER: 'off' })
const SUM = 1_000
let fixture: Fixture
let page: Payment
let contractId = ''
beforeAll(async () => {
  fixture = await peopled(at())
})
beforeEach(async () => {
  fixture.at.sandbox.world.faults.length = 0
  const before = new Set(payments(fixture.at.sandbox.world).keys())
  const sold = await firstOrder(fixture, 'byCard', false)
  await does(fixture, sold, 'pay')
  await comesToRest(fixture, [sold.contractId])
  contractId = sold.contractId
  const [made] = [...payments(fixture.at.sandbox.world).values()].filter(
    ({ id }) => !before.has(id),
  )
  if (made?.state !== 'success') throw new Error('nothing was paid')
  page = made
})

/** A refund that is owed, as an act of the contract would owe it. */
async function owed(name: string, amount = SUM): Promise<string> {
  const id = `R-${page.orderId}-${name}`
  await fixture.at.server.deps.pool.query(
    `insert into refunds (id, contract_id, order_id, attempt_id, amount, reason, state, created_at)
     values ($1, $2, $2, $3, $4, 'staff', 'due', now())`,
    [id, contractId, page.orderId, amount],
  )
  return id
}
const send = (id: string) => sendRefund(fixture.at.server.deps, id)
const fault = (
  mode: 'reset' | 'reset_before' | 'garbage' | 'unavailable' | 'error',
  operation = 'revoke.php',
) => fixture.at.sandbox.world.faults.push({ system: 'acquirer', operation, mode, times: 1 })
const ours = async (id: string) =>
  (
    await rows<{ state: string; outside_id: string | null; error: string | null }>(
      fixture,
      'select state, outside_id, error from refunds where id = $1',
      [id],
    )
  )[0]
/** Lets the time pass after which a refund that reached them would show. */
const later = (hours: number) =>
  fixture.at.server.deps.pool.query(
    `update refunds set asked_at = asked_at - make_interval(hours => $2), accepted_at = accepted_at - make_interval(hours => $2)
     where contract_id = $1 and state = 'due'`,
    [contractId, hours],
  )
const theirs = () => page.refunds.map(({ amount }) => amount)

test('a refund whose answer was lost is found in their list and is not sent again', async () => {
  const id = await owed('a')
  fault('reset')
  await expect(send(id)).rejects.toThrow(Unavailable)
  expect(await ours(id)).toMatchObject({ state: 'due' })
  await send(id)
  expect(await ours(id)).toMatchObject({ state: 'done', outside_id: page.refunds[0]?.id })
  expect(theirs()).toEqual([SUM])
})

test.each(['garbage', 'reset'] as const)(
  'while their list does not show a refund asked with the answer %s it waits',
  async (mode) => {
    const id = await owed('a')
    fault(mode)
    await expect(send(id)).rejects.toThrow(Unavailable)
    setManner(fixture.at.sandbox.world, 'refund_hidden', mode === 'reset' ? 2 : 0)
    for (const _time of [1, 2]) await send(id)
    expect(theirs()).toHaveLength(mode === 'reset' ? 1 : 0)
    await later(1)
    await send(id)
    expect(await ours(id)).toMatchObject({ state: 'done' })
    expect(theirs()).toEqual([SUM])
  },
)

test('what surely never got there is sent at once', async () => {
  const id = await owed('a')
  fault('unavailable')
  fixture.at.sandbox.world.faults.push({
    system: 'acquirer',
    operation: 'revoke.php',
    mode: 'unavailable',
    times: 5,
  })
  await expect(send(id)).rejects.toMatchObject({ mayHaveHappened: false })
  fixture.at.sandbox.world.faults.length = 0
  await send(id)
  expect(theirs()).toEqual([SUM])
})

test('two refunds of one payment of the same sum are two, one after the other, whatever answers are lost', async () => {
  const [a, b] = [await owed('a'), await owed('b')]
  fault('reset')
  await expect(send(a)).rejects.toThrow(Unavailable)
  setManner(fixture.at.sandbox.world, 'refund_hidden', 1)
  // While the first one's outcome is unknown, the other is not requested.
  await send(b)
  expect(theirs()).toEqual([SUM])
  fault('reset')
  await expect(send(b)).rejects.toThrow(Unavailable)
  await Promise.all([send(a), send(b)])
  await send(b)
  const numbers = [await ours(a), await ours(b)].map((one) => [one?.state, one?.outside_id])
  expect(numbers).toEqual(page.refunds.map(({ id }) => ['done', id]))
  expect(theirs()).toEqual([SUM, SUM])
})

test('their answer may name the payment: the refund’s own number is that of the new line', async () => {
  const [a, b] = [await owed('a'), await owed('b')]
  setManner(fixture.at.sandbox.world, 'refund_unnamed', 2)
  await send(a)
  await send(b)
  expect([(await ours(a))?.outside_id, (await ours(b))?.outside_id]).toEqual(
    page.refunds.map(({ id }) => id),
  )
})

test('their yes is not the money: declined by the card’s bank it is a refund that failed, and sent again it is another one', async () => {
  const id = await owed('a')
  setManner(fixture.at.sandbox.world, 'refund_declined', 1)
  await send(id)
  expect(await ours(id)).toMatchObject({ state: 'failed', error: 'Declined by the issuer' })
  const again = await fixture.at.api(
    'staffRetryRefund',
    { refund_id: id, reason: 'once more' },
    fixture.desk,
  )
  expect(again.body).toMatchObject({ success: true })
  await send(id)
  expect(await ours(id)).toMatchObject({ state: 'done', outside_id: page.refunds[1]?.id })
})

test('a refund on its way waits, and a yes that never shows is for people after a day', async () => {
  const id = await owed('a')
  setManner(fixture.at.sandbox.world, 'refund_pending', 1)
  await send(id)
  await later(2)
  await send(id)
  expect([await ours(id), theirs()]).toMatchObject([{ state: 'due' }, [SUM]])
  const [line] = page.refunds.splice(0)
  await later(2)
  await fixture.at.server.deps.pool.query('update refunds set outside_id = null where id = $1', [
    id,
  ])
  await send(id)
  expect([await ours(id), theirs()]).toMatchObject([{ state: 'due' }, []])
  await later(24)
  await send(id)
  expect(await ours(id)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('not in their list'),
  })
  expect(line?.state).toBe('process')
})

test('a no to what was asked before is no no when the first was heard', async () => {
  const id = await owed('a', page.amount)
  fault('reset')
  await expect(send(id)).rejects.toThrow(Unavailable)
  setManner(fixture.at.sandbox.world, 'refund_hidden', 1)
  await later(1)
  await send(id)
  expect(await ours(id)).toMatchObject({ state: 'done' })
  expect(theirs()).toEqual([page.amount])
})

test('an error of their day refuses nothing', async () => {
  const id = await owed('a')
  fault('error')
  await expect(send(id)).rejects.toThrow(/error 1000/)
  // Staff read the unclear ones.
  expect(await ours(id)).toMatchObject({ state: 'due', error: 'acquirer revoke.php: error 1000' })
})

test('their word of our own refund is no chargeback, at whatever moment it comes; the bank’s own is one', async () => {
  const { deps } = fixture.at.server
  const attempt = await attemptById(deps.db, page.orderId)
  if (!attempt) throw new Error('no attempt')
  const id = await owed('a')
  setManner(fixture.at.sandbox.world, 'refund_told', 1)
  fault('reset')
  await Promise.all([sendCardRefund(deps, attempt, id).catch(() => {}), chargebacks(deps, attempt)])
  await chargebacks(deps, attempt)
  page.refunds.push({ id: `88${page.id}`, amount: 7, by: 'bank', state: 'success' })
  for (const _time of [1, 2]) expect(await chargebacks(deps, attempt)).toBe(true)
  const all = await rows(
    fixture,
    'select amount, reason, state from refunds where contract_id = $1 order by amount',
    [contractId],
  )
  expect(all).toEqual([
    { amount: 7, reason: 'chargeback', state: 'done' },
    { amount: SUM, reason: 'staff', state: 'done' },
  ])
})

/** A page paid at the acquirer, whose bank charged `taken` back before our first notice. */
async function paidAndTaken(taken: number) {
  const before = new Set(payments(fixture.at.sandbox.world).keys())
  const sold = await firstOrder(fixture, 'byCard', false)
  const [made] = [...payments(fixture.at.sandbox.world).values()].filter(
    ({ id }) => !before.has(id),
  )
  if (!made) throw new Error('nothing was opened')
  made.state = 'success'
  made.clearing = made.amount
  made.refunds.push({
    id: `89${made.id}`,
    amount: taken || made.amount,
    by: 'bank',
    state: 'success',
  })
  const attempt = async () => {
    const known = await attemptById(fixture.at.server.deps.db, made.orderId)
    if (!known) throw new Error('no attempt')
    return known
  }
  const booked = () =>
    rows(
      fixture,
      'select amount, reason, state from refunds where contract_id = $1 order by created_at, id',
      [sold.contractId],
    )
  return { contractId: sold.contractId, page: made, attempt, booked }
}

test('money taken back before its payment is booked is told again, and booked with it: no policy comes of it', async () => {
  const { deps } = fixture.at.server
  const taken = await paidAndTaken(0)
  expect(await chargebacks(deps, await taken.attempt())).toBe(false)
  const { orderId, amount } = taken.page
  await checkPayment(deps, orderId)
  expect(await taken.booked()).toEqual([{ amount, reason: 'chargeback', state: 'done' }])
  expect(await chargebacks(deps, await taken.attempt())).toBe(true)
  await comesToRest(fixture, [taken.contractId])
  expect(
    await rows(fixture, 'select state from policies where contract_id = $1', [taken.contractId]),
  ).toEqual([])
  expect(await taken.booked()).toHaveLength(1)
})

test('tiyn of what a bank took are booked as a whole tenge, and never stand in the way of a refund', async () => {
  const { deps } = fixture.at.server
  const attempt = await attemptById(deps.db, page.orderId)
  if (!attempt) throw new Error('no attempt')
  for (const [at, amount] of [100.5, 100.3, 0.2].entries())
    page.refunds.push({ id: `9${at}${page.id}`, amount, by: 'bank', state: 'success' })
  for (const _time of [1, 2]) expect(await chargebacks(deps, attempt)).toBe(true)
  const id = await owed('a', page.amount - 201)
  await send(id)
  expect(await ours(id)).toMatchObject({ state: 'done' })
  const lines = () => rows(fixture, 'select key from ledger where contract_id = $1', [contractId])
  const before = await lines()
  // A repeated notice of the payment lists our own refund: that is no chargeback.
  await receivePayment(deps, attempt, 'acquirer', {
    paymentId: attempt.outside_id,
    gone: page.refunds.map(({ id: line, amount }) => ({
      id: line,
      amount,
      state: 'done',
      why: '',
    })),
  })
  expect(await lines()).toEqual(before)
  const [taken] = await rows<{ sum: string }>(
    fixture,
    `select sum(amount) as sum from refunds where contract_id = $1 and reason = 'chargeback'`,
    [contractId],
  )
  expect(Number(taken?.sum)).toBe(201)
})

/** Runs the sweep's rule for pending chargebacks, so much later. */
const sweepLater = (ms: number) => {
  const { deps } = fixture.at.server
  const now = new Date(deps.clock.now().getTime() + ms)
  const rule = paymentRecoveries.find(({ name }) => name === 'money that a bank is taking back')
  return rule?.recover(deps, { now, forgotten: now, ago: (back) => new Date(now.getTime() - back) })
}
const askedAgain = async () =>
  (
    await rows(
      fixture,
      `select id from pgboss.job where name = 'payment-check' and state = 'created' and data ->> 'attemptId' = $1`,
      [page.orderId],
    )
  ).length

test.each(['page', 'saved_card'] as const)(
  'what a bank is still taking back of a %s is asked about until it is decided, though nobody tells again',
  async (way) => {
    const { deps } = fixture.at.server
    await deps.db
      .updateTable('payment_attempts')
      .set({ way })
      .where('id', '=', page.orderId)
      .execute()
    const attempt = await attemptById(deps.db, page.orderId)
    if (!attempt) throw new Error('no attempt')
    const taken = { id: `87${page.id}`, amount: 7, by: 'bank' as const, state: 'process' as const }
    page.refunds.push(taken)
    // The notice is answered with a yes: they do not repeat it.
    expect(await chargebacks(deps, attempt)).toBe(true)
    await deps.pool.query(`delete from pgboss.job where name = 'payment-check'`)
    await sweepLater(0)
    expect(await askedAgain()).toBe(0)
    await sweepLater(3_600_000)
    expect(await askedAgain()).toBe(1)
    page.refunds = [{ ...taken, state: 'success' }]
    await checkPayment(deps, attempt.id)
    expect(
      await rows(fixture, 'select amount, reason from refunds where contract_id = $1', [
        contractId,
      ]),
    ).toEqual([{ amount: 7, reason: 'chargeback' }])
    await deps.pool.query(`delete from pgboss.job where name = 'payment-check'`)
    await sweepLater(3_600_000)
    expect(await askedAgain()).toBe(0)
  },
)
