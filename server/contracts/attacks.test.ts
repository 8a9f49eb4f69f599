import { expect, test } from 'vitest'
import { second, underAttack } from '#tests/attacks.ts'
import { billsStay, buyer, paysBill } from '#tests/sale.ts'
import { until } from '#tests/test-app.ts'

/**
 * The attacks on a policy's money of the security review, each through the doors a client, a
 * partner or an acquirer has.
 */

test('a policy cancelled while its reissue waits for money: the reissue gives way, its late money goes back', async () => {
  const { at, bought, reissued, cancels, stateOf, becomes, sums, atRest } = await underAttack()
  const { globalId, paid } = await bought()
  const reissue = await reissued(globalId)
  // The bill stays on the phone: only then can money arrive late.
  await billsStay(at)
  expect(await cancels(globalId)).toMatchObject({ success: true, data: { refundAmount: paid } })
  expect(await stateOf('orders', 'id', reissue.orderId ?? '')).toBe('cancelled')
  await paysBill(at)
  await becomes(reissue.orderId ?? '', 'refunded')
  await atRest()
  expect(await sums()).toMatchObject({
    paid: paid + (reissue.surcharge ?? 0),
    given: paid + (reissue.surcharge ?? 0),
    client: 0,
    kept: 0,
  })
  expect(await at.db.selectFrom('policies').select('state').execute()).toEqual([
    { state: 'cancelled' },
  ])
})

test('a policy whose reissue is paid cannot be ended, and the refusal says what is under way', async () => {
  const { at, bought, issuedAs, reissued, cancels, stateOf } = await underAttack()
  const { globalId } = await bought()
  // SetPolicy fails until the client has tried; after a lost answer the job would only query.
  await at.fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
  const reissue = await reissued(globalId)
  await paysBill(at)
  await until(
    () => stateOf('orders', 'id', reissue.orderId ?? ''),
    (state) => state !== 'awaiting_payment',
  )
  expect(await cancels(globalId)).toMatchObject({
    success: false,
    code: 14007,
    message: expect.stringContaining('қайта ресімдел'),
  })
  await at.control('DELETE', '/control/faults')
  const next = await issuedAs(reissue.orderId ?? '')
  expect(await stateOf('policies', 'global_id', globalId)).toBe('replaced')
  expect(await stateOf('policies', 'global_id', next)).toBe('pending')
})

test('a surcharge that lands while the old policy is being ended is given back, and the client is told', async () => {
  const { at, bought, reissued, cancels, sums, atRest } = await underAttack()
  const { globalId, paid } = await bought()
  const reissue = await reissued(globalId)
  await at.fault('esbd', 'reset', { operation: 'SetPolicyRescindingReason' })
  const [cancelled] = await Promise.all([cancels(globalId), paysBill(at)])
  await atRest()
  const { client, refunds, kept, booked, given, paid: came } = await sums()
  expect({ client, refunds }).toEqual({ client: 0, refunds: 0 })
  expect(kept).toBe(booked)
  expect(given).toBeLessThanOrEqual(came)
  const inForce = await at.db
    .selectFrom('policies')
    .select('global_id')
    .where('state', 'in', ['pending', 'active'])
    .execute()
  if (cancelled.success) {
    expect(inForce).toEqual([])
    expect(given).toBe(paid + (reissue.surcharge ?? 0))
    await until(
      async () =>
        (await at.messages(buyer.phone)).filter(({ text }) => text.includes('қайтарылды')).length,
      (told) => told > 1,
    )
  } else expect(inForce).toHaveLength(1)
})

test('four reissues of a policy: what was kept is what is booked and reported, to the tenge', async () => {
  const { at, bought, issuedAs, reissued, sums, atRest } = await underAttack()
  let { globalId } = await bought()
  for (const drivers of [[{ iin: second.iin }], [], [{ iin: second.iin }], []]) {
    const next = await reissued(globalId, drivers)
    if (next.surcharge) await paysBill(at)
    globalId = await issuedAs(next.orderId ?? '')
  }
  await atRest()
  const { kept, booked, client, refunds } = await sums()
  const { premium } = await at.db
    .selectFrom('policies')
    .select('premium')
    .where('global_id', '=', globalId)
    .executeTakeFirstOrThrow()
  expect({ client, refunds }).toEqual({ client: 0, refunds: 0 })
  expect(kept).toBe(booked)
  expect(kept).toBe(premium)
  const commission = await at.server.deps.pool.query(
    `select sum(case when credit = 'commission' then amount else -amount end)::int as sum from ledger where kind = 'commission'`,
  )
  const order = await at.db
    .selectFrom('orders')
    .select('commission')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(commission.rows[0]?.sum).toBe(order.commission)
})

test('a policy with an accepted claim is not ended by its client', async () => {
  const { at, cabinet, bought, cancels } = await underAttack()
  const { globalId } = await bought()
  await at.server.deps.pool.query(
    `insert into claims (id, account_id, iin, policy_id, policy_number, policy_type, state, claim_case, claim_status, damage_type,
      submitted_on, created_at, updated_at)
     select 'QC1', accounts.id, policies.policyholder_iin, policies.id, policies.number, 'ogpo', 'accepted', 'owner', 'accepted', 'car',
      current_date, now(), now() from policies, accounts where accounts.iin = policies.policyholder_iin and global_id = $1`,
    [globalId],
  )
  expect(await cancels(globalId)).toMatchObject({
    success: false,
    code: 14007,
    message: expect.stringContaining('қызметкер'),
  })
  const calculated = await at.api(
    'cabinetCalcTerminate',
    { globalId, terminateReason: 'sold' },
    cabinet,
  )
  expect(calculated.body).toMatchObject({ success: false, code: 14007 })
})
