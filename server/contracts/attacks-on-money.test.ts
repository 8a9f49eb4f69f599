import { expect, test } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { signed } from '#systems/acquirer/xml.ts'
import { underAttack } from '#tests/attacks.ts'
import { typesCard } from '#tests/chaos/client.ts'
import { sale } from '#tests/sale.ts'
import { until } from '#tests/test-app.ts'

/** The attacks of the security review that would make money of nothing: by notices, by rows. */
test('a signed notice of a payment the acquirer never had brings no policy', async () => {
  const { at, buying, stateOf } = await underAttack()
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
  // The page is open and unpaid: the acquirer is queried, and its reply decides.
  expect([await told(), await told()]).toEqual(['error', 'error'])
  expect(await stateOf('orders', 'id', orderId)).toBe('awaiting_payment')
  expect(await at.db.selectFrom('ledger').selectAll().execute()).toEqual([])
})

test('money the card’s bank takes back is written down once and is not given back again', async () => {
  const { at, buying, issuedAs, reissued, cancels, atRest } = await underAttack()
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
  const { at, bought } = await underAttack()
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
