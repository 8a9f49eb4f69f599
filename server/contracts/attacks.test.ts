import { beforeEach, expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { signed } from '#systems/acquirer/sign.ts'
import { typesCard } from '#tests/chaos/client.ts'
import { signedIn } from '#tests/client.ts'
import {
  billsStay,
  buyer,
  consents,
  ordered,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { type TestApp, testApp, until } from '#tests/test-app.ts'

/**
 * The attacks on a policy's money of the security review, each through the doors a client, a
 * partner or an acquirer has.
 */
const bill = { system: 'mobile_bank', method: 'bill' } as const
const second = ready('900622499917')
let at: TestApp
let buying = ''
let cabinet = ''

beforeEach(async () => {
  at = await testApp()
  buying = await purchaseToken(at)
  await consents(at, buying, second.iin)
  cabinet = await signedIn(at)
})

/** A policy that begins tomorrow, paid by bill. */
async function bought() {
  const { orderId, quote } = await ordered(at, buying)
  await paysBill(at)
  return { orderId, paid: quote.premium, globalId: await issuedAs(orderId) }
}
async function issuedAs(orderId: string): Promise<string> {
  const done = await settled(at, buying, orderId)
  if (!done.success || !done.data.globalId) throw new Error(`not issued: ${JSON.stringify(done)}`)
  return done.data.globalId
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

/** What the bank took and gave back, and what our books say of the same contract, whole tenge. */
async function sums() {
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
const atRest = () =>
  until(
    async () => {
      const open =
        await at.server.deps.pool.query(`select 1 from orders where state in ('paid', 'issuing', 'refunding') union all
        select 1 from refunds where state = 'due' union all select 1 from policy_endings where state = 'accepted'`)
      return open.rows.length
    },
    (open) => open === 0,
  )

test('a policy cancelled while its reissue waits for money: the reissue gives way, its late money goes back', async () => {
  const { globalId, paid } = await bought()
  const reissue = await reissued(globalId)
  // The bill stays on the phone: only then money can come late.
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
  const { globalId } = await bought()
  await at.fault('esbd', 'reset', { operation: 'SetPolicy' })
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
  const next = await issuedAs(reissue.orderId ?? '')
  expect(await stateOf('policies', 'global_id', globalId)).toBe('replaced')
  expect(await stateOf('policies', 'global_id', next)).toBe('pending')
})

test('a surcharge that lands while the old policy is being ended is given back, and the client is told', async () => {
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

test('a signed notice of a payment the acquirer never had brings no policy', async () => {
  const { body } = await at.api('ogpoCalculate', sale(), buying)
  const calculationId = body.success ? (body.data.calculations[0]?.calculationId ?? '') : ''
  const card = { calculationId, pay: { system: 'card', method: 'redirect' } } as const
  const placed = await at.api('ogpoOrder', card, buying)
  const orderId = placed.body.success ? placed.body.data.orderId : ''
  const page = [...payments(at.sandbox.world).values()].find(
    (one) => one.orderId === `${orderId}-1`,
  )
  const told = async () => {
    const fields = {
      pg_order_id: `${orderId}-1`,
      pg_payment_id: page?.id ?? '',
      pg_amount: (page?.amount ?? 0).toFixed(2),
      pg_currency: 'KZT',
      pg_result: '1',
    }
    const answer = await fetch(`${at.url}/api/hooks/acquirer/result`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(signed('result', fields, 'sandbox-secret')).toString(),
    })
    return /<pg_status>(\w+)<\/pg_status>/.exec(await answer.text())?.[1]
  }
  // The page is open and nobody has paid: the acquirer is asked, and its word decides.
  expect([await told(), await told()]).toEqual(['error', 'error'])
  expect(await stateOf('orders', 'id', orderId)).toBe('awaiting_payment')
  expect(await at.db.selectFrom('ledger').selectAll().execute()).toEqual([])
})

test('money the card’s bank takes back is written down once and is not given back again', async () => {
  const { body } = await at.api('ogpoCalculate', sale(), buying)
  const calculationId = body.success ? (body.data.calculations[0]?.calculationId ?? '') : ''
  const placed = await at.api(
    'ogpoOrder',
    { calculationId, pay: { system: 'card', method: 'redirect' } },
    buying,
  )
  const orderId = placed.body.success ? placed.body.data.orderId : ''
  const page = [...payments(at.sandbox.world).values()].find(
    (one) => one.orderId === `${orderId}-1`,
  )
  await typesCard(at.sandbox.url, page?.id ?? '')
  const globalId = await issuedAs(orderId)
  await at.fault('acquirer', 'twice', { operation: 'refund' })
  const taken = await fetch(`${at.sandbox.url}/acquirer/pay/${page?.id}/take-back`, {
    method: 'POST',
  })
  expect(await taken.json()).toMatchObject({ success: true, amount: page?.amount })
  const refunds = () => at.db.selectFrom('refunds').select(['amount', 'reason', 'state']).execute()
  const chargeback = { amount: page?.amount, reason: 'chargeback', state: 'done' }
  expect(await until(refunds, (rows) => rows.length > 0)).toEqual([chargeback])
  // The policy is for people to look at: its client neither ends nor reissues it.
  expect(await cancels(globalId)).toMatchObject({
    success: false,
    code: 14007,
    message: expect.stringContaining('банк'),
  })
  expect((await reissued(globalId)).refused).toMatchObject({ success: false, code: 14007 })
  await atRest()
  expect(await refunds()).toEqual([chargeback])
  expect(page?.refunds).toHaveLength(1)
})

test('the database itself refuses more than was paid in, two policies in force and a posting between wrong accounts', async () => {
  const { orderId, globalId, paid } = await bought()
  const refund = `insert into refunds (id, contract_id, order_id, attempt_id, amount, reason, state, created_at)
    values ($2, $1, $1, $1 || '-1', $3, 'x', 'due', now())`
  await at.server.deps.pool.query(refund, [orderId, 'R-1', paid - 1])
  await expect(at.server.deps.pool.query(refund, [orderId, 'R-2', 2])).rejects.toThrow(
    /more than was paid in|contracts_refunds_covered/,
  )
  await expect(
    at.server.deps.pool.query(`update refunds set amount = 1 where id = 'R-1'`),
  ).rejects.toThrow(/stands/)
  await expect(
    at.server.deps.pool.query(
      `insert into policies (global_id, contract_id, esbd_policy_id, number, state, policyholder_iin, insurer_code, start_date, end_date, premium,
        ogpo_plus_premium, facts, issued_at, verified_at)
       select 'X', contract_id, '1', 'X', 'active', policyholder_iin, insurer_code, start_date, end_date, 1, 0, facts, now(), now()
       from policies where global_id = $1`,
      [globalId],
    ),
  ).rejects.toThrow(/policies_one_in_force/)
  const posting = `insert into ledger (key, contract_id, order_id, kind, debit, credit, amount, at) values ($2, $1, $1, $3, $4, $5, $6, now())`
  for (const [kind, debit, credit, amount] of [
    ['premium', 'client', 'client', 1],
    ['premium', 'client', 'commission', 1],
    ['refund', 'refunds', 'insurer', 1],
    ['payment', 'mobile_bank', 'client', 0],
    ['payment', 'mobile_bank', 'client', -5],
  ] as const)
    await expect(
      at.server.deps.pool.query(posting, [
        orderId,
        `k-${kind}-${amount}`,
        kind,
        debit,
        credit,
        amount,
      ]),
    ).rejects.toThrow(/check constraint/)
  await expect(at.server.deps.pool.query('update ledger set amount = 1')).rejects.toThrow(
    /append-only/,
  )
})
