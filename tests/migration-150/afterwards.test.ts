import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { sendRefund } from '#server/payments/refund.ts'
import { type Invoice, numberOn } from '#systems/bank/sandbox-bills.ts'
import { esbdPolicies } from '#systems/esbd/sandbox-policies.ts'
import { account, signedIn } from '../client.ts'
import { buyer } from '../sale.ts'
import { type TestApp, testAppOn } from '../test-app.ts'
import { databaseAt141, rows } from './at-141.ts'
import { attacks } from './attacked.ts'
import { oldBooks } from './old-books.ts'
import { globalIdOf, paymentOf } from './old-rows.ts'

/** The bills and policies of the old books as the bank and the unified database know them. */
async function knownOutside(at: TestApp) {
  const { pool } = at.server.deps
  const bills = at.sandbox.world.store<Invoice>('bank.invoices')
  for (const { id, amount, outside_id } of await rows<{
    id: string
    amount: number
    outside_id: string
  }>(
    pool,
    `select id, amount, outside_id from payment_attempts where system = 'mobile_bank' and state in ('paid', 'refunding', 'refunded')`,
  )) {
    const refunds = await rows<{ id: string; amount: number }>(
      pool,
      `select id, amount from refunds where attempt_id = $1 and state = 'done' and reason <> 'partner'`,
      [id],
    )
    const given = refunds.map((refund) => ({ id: '1', amount: refund.amount }))
    const at0 = '2026-11-20T00:00:00Z'
    bills.set(outside_id, {
      id: outside_id,
      phone: buyer.phone,
      amount,
      comment: id,
      createdAt: at0,
      state: 'paid',
      refunds: given,
    })
  }
  for (const row of await rows<{
    esbd_policy_id: string
    number: string
    global_id: string
    state: string
  }>(pool, 'select * from policies'))
    at.sandbox.world.store<Record<string, unknown>>('esbd.policies').set(row.esbd_policy_id, {
      ...{
        POLICY_ID: Number(row.esbd_policy_id),
        POLICY_NUMBER: row.number,
        GLOBAL_ID: row.global_id,
        POLICY_DATE: '20.11.2026',
      },
      ...{
        DATE_BEG: '21.11.2026',
        DATE_END: '20.11.2027',
        PREMIUM: 1,
        CALCULATED_PREMIUM: 1,
        SYSTEM_DELIMITER_ID: 1,
        CLIENT_ID: 1,
      },
      ...{
        REWRITE_BOOL: 0,
        REWRITE_POLICY_ID: 0,
        RESCINDING_DATE: row.state === 'pending' ? '' : '20.11.2026',
        RESCINDING_REASON_ID: 0,
      },
      ...{ Drivers: [], PoliciesTF: [] },
    })
}
const outOf = (at: TestApp, order: string) =>
  [...at.sandbox.world.store<Invoice>('bank.invoices').values()].find(
    (bill) => numberOn(bill) === paymentOf(order),
  )?.refunds ?? []
const sumsOf = async (at: TestApp, contract: string) =>
  (
    await rows(
      at.server.deps.pool,
      'select paid_in::int, refunded::int, refunds_open::int from contracts where id = $1',
      [contract],
    )
  )[0]
const isInForce = (at: TestApp, order: string) => {
  const policy = esbdPolicies(at.sandbox.world).find(
    ({ globalId }) => globalId === globalIdOf(order),
  )
  return policy !== undefined && !policy.rescinded
}

test('afterwards the product works on the old books: policies end, open refunds go, and of a wrong contract nothing goes beyond what came', {
  timeout: 120_000,
}, async () => {
  const { pool, url } = await databaseAt141()
  const books = oldBooks(pool)
  await books.sale({ id: 'O1', premium: 28_875 })
  await books.sale({ id: 'S1', premium: 28_875, policy: 'replaced' })
  await books.sale({
    id: 'S2',
    premium: 14_319,
    amount: 0,
    replaces: globalIdOf('S1'),
    takenOver: 28_875,
    left: 14_556,
  })
  const open = {
    order: 'S2',
    payment: 'S1-1',
    amount: 14_556,
    reason: 'reissue',
    state: 'due',
  } as const
  await books.refund({ id: 'R-S1-1-S2-reissue', ...open })
  for (const { make } of attacks) await make(books)
  await migrate(pool)
  // Without workers of its own: nothing is sent before the outside knows what it knew of the old
  // books.
  const at = await testAppOn(url, { WORKER: 'off' })
  await knownOutside(at)
  const sendsWhatIsDue = async () => {
    for (const { id } of await rows<{ id: string }>(
      pool,
      `select id from refunds where state = 'due'`,
    ))
      await sendRefund(at.server.deps, id)
  }
  const cabinet = await signedIn(at)
  const cancels = async (order: string) =>
    (await at.api('cabinetCancelPolicy', { globalId: globalIdOf(order) }, cabinet)).body

  // An ordinary old policy is ended, and its premium goes back by the old payment; a reissue's open
  // refund goes by itself.
  expect(await cancels('O1')).toMatchObject({ success: true, data: { refundAmount: 28_875 } })
  await sendsWhatIsDue()
  expect([isInForce(at, 'O1'), isInForce(at, 'S2')]).toEqual([false, true])
  expect(outOf(at, 'O1')).toMatchObject([{ amount: 28_875 }])
  expect(outOf(at, 'S1')).toMatchObject([{ amount: 14_556 }])

  // The policy that was got for its surcharge alone: ended once more, it gives back what is still
  // there and not its premium.
  expect(await cancels('A1R')).toMatchObject({ success: true })
  await sendsWhatIsDue()
  expect(await sumsOf(at, 'A1')).toEqual({ paid_in: 92_852, refunded: 92_852, refunds_open: 0 })
  // A policy whose premium had come back already gives nothing.
  expect(await cancels('A3R')).toMatchObject({ success: true })
  expect(await sumsOf(at, 'A3')).toEqual({ paid_in: 28_875, refunded: 28_875, refunds_open: 0 })

  // What is owed beyond what came goes out neither by its payment nor by bank details of two of the
  // staff.
  const staff = await Promise.all(
    [
      { iin: '900101399908', phone: '77010000555' },
      { iin: '850505499909', phone: '77010000556' },
    ].map(async (who) => {
      await account(at, who, { role: 'staff' })
      return signedIn(at, who)
    }),
  )
  for (const { id } of await rows<{ id: string }>(
    pool,
    `select id from refunds where state = 'failed'`,
  )) {
    const asked = { refund_id: id, reason: 'the client asks' }
    expect((await at.api('staffRetryRefund', asked, staff[0])).body, id).toMatchObject({
      success: false,
      code: 14012,
    })
  }
  const details = { refund_id: 'R-A2R-cancelled', iban: 'KZ86125KZT5004100100' }
  const entered = await at.api(
    'staffEnterDetails',
    { ...details, holder: 'А. Серікова', holder_iin: buyer.iin },
    staff[0],
  )
  expect(entered.body).toEqual({ success: true })
  expect((await at.api('staffApproveDetails', details, staff[1])).body).toMatchObject({
    success: false,
    code: 14012,
  })
  const more = `insert into refunds (id, contract_id, order_id, attempt_id, amount, reason, state, created_at)
    values ('R-more', 'A2', 'A2', 'A2-1', 1, 'x', 'due', now())`
  await expect(pool.query(more)).rejects.toThrow('more than was paid in')
  // A second policy in force of a contract that has two cannot become a third.
  await expect(
    pool.query(`update policies set irregular = false where contract_id = 'A9'`),
  ).rejects.toThrow('policies_one_in_force')
})
