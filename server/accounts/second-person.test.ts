import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { ordered, purchaseToken } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const FROM = '2026-12-01'
const chief = { iin: '880808399915', phone: '77010000541' }
const apart = { iin: '860606399908', phone: '77010000542' }
const names = { surname: 'Ахметов', name: 'Дәурен' }

let desks: Promise<{ chief: string; apart: string }> | null = null
const administrators = () => (desks ??= begin())
/** Two administrators no desk created. */
async function begin() {
  for (const who of [chief, apart]) await account(at(), who, { role: 'staff', administrator: true })
  return { chief: await signedIn(at(), chief), apart: await signedIn(at(), apart) }
}

/** A new user, signed in, whose phone their creator controls. */
async function makes(token: string, who: { iin: string; phone: string }, administrator = true) {
  const { body } = await at().api(
    'staffUsersCreate',
    { ...names, ...who, role: 'staff', administrator },
    token,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  return { id: body.data.id, token: await signedIn(at(), who) }
}

/**
 * Proposes a commission and returns the approver's answer. Withdraws a refused proposal, so that
 * the next can be made.
 */
async function decided(proposer: string, approver: string, percent: string) {
  const rows = await at().api('referenceRows', { kind: 'commissions' }, proposer)
  const row = rows.body.success
    ? rows.body.data.rows.find(({ key }) => key === 'tobyl-ogpo')
    : undefined
  const values = { ...row?.values, commission_percent: percent }
  const made = await at().api(
    'referencePropose',
    { kind: 'commissions', action: 'set', from: FROM, values, reason: 'жаңа келісім' },
    proposer,
  )
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  const { id } = made.body.data
  const { body } = await at().api('referenceApprove', { id }, approver)
  if (!body.success) await at().api('referenceReject', { id, note: 'сынақ үшін' }, proposer)
  return body.success ? body.data.state : body.code
}

const waits = async (id: string, token: string) => {
  const { body } = await at().api('staffUsers', { id }, token)
  return body.success ? (body.data.users[0]?.confirmation ?? null) : null
}
const confirms = async (id: string, token: string, upTo?: string) =>
  (
    await at().api(
      'staffUsersConfirm',
      { id, upTo: upTo ?? (await waits(id, token))?.upTo ?? '0' },
      token,
    )
  ).body

test('whom an administrator made is no second person to them, nor they to that one, until a third who is apart confirms it', async () => {
  spec('6.two-people-two-whom')

  const { chief: first, apart: third } = await administrators()
  const puppet = await makes(first, { iin: '850505499909', phone: '77010000543' })
  expect(await decided(first, puppet.token, '24.5')).toBe(14091)
  expect(await decided(puppet.token, first, '24.5')).toBe(14091)
  // An account made by a controlled account is under the same control.
  const far = await makes(puppet.token, { iin: '900101399908', phone: '77010000544' })
  expect(await decided(first, far.token, '24.5')).toBe(14091)
  expect(await decided(far.token, puppet.token, '24.5')).toBe(14091)
  // To a stranger they are another person.
  expect(await decided(third, puppet.token, '14')).toBe('applied')
  expect(await waits(puppet.id, first)).toMatchObject({ mayConfirm: false })
  expect(await waits(puppet.id, third)).toMatchObject({
    by: [expect.any(String)],
    mayConfirm: true,
  })
  expect(await confirms(puppet.id, first)).toMatchObject({ success: false, code: 14091 })
  expect(await confirms(puppet.id, far.token)).toMatchObject({ success: false, code: 14091 })
  expect(await confirms(puppet.id, puppet.token)).toMatchObject({ success: false, code: 14074 })
  expect(await confirms(puppet.id, third, '0')).toMatchObject({ success: false, code: 14060 })
  expect(await confirms(puppet.id, third)).toEqual({ success: true })
  expect(await waits(puppet.id, third)).toBeNull()
  expect(await confirms(puppet.id, third)).toMatchObject({ success: false, code: 14060 })
  expect(await decided(first, puppet.token, '13')).toBe('applied')
})

test('a new password and a new role put an account into the hands of whoever gave them', async () => {
  const { chief: first, apart: third } = await administrators()
  const who = { iin: '830304399916', phone: '77010000545' }
  const { id } = await account(at(), who, { role: 'staff', administrator: true })
  expect(await decided(first, await signedIn(at(), who), '12')).toBe('applied')
  expect((await at().api('staffUsersResetPassword', { id }, first)).body).toEqual({ success: true })
  expect(await decided(first, await signedIn(at(), who), '11')).toBe(14091)
  expect(await confirms(id, third)).toEqual({ success: true })
  expect(await decided(first, await signedIn(at(), who), '11')).toBe('applied')
  expect(
    (await at().api('staffUsersSetRole', { id, role: 'staff', administrator: true }, first)).body,
  ).toEqual({ success: true })
  expect(await decided(first, await signedIn(at(), who), '10')).toBe(14091)
  expect(await decided(third, await signedIn(at(), who), '10')).toBe('applied')
})

test('bank details of a refund entered by one are not approved by another whom the same administrator made', async () => {
  const { chief: first, apart: third } = await administrators()
  const one = await makes(first, { iin: '910303399908', phone: '77010000546' }, false)
  const other = await makes(first, { iin: '920404499905', phone: '77010000547' }, false)
  const { orderId } = await ordered(at(), await purchaseToken(at()))
  const refund_id = crypto.randomUUID()
  await at().server.deps.pool.query(
    "update payment_attempts set state = 'paid' where order_id = $1",
    [orderId],
  )
  await at()
    .db.insertInto('refunds')
    .values({
      id: refund_id,
      contract_id: orderId,
      order_id: orderId,
      amount: 1_000,
      reason: 'ended',
      state: 'failed',
      created_at: at().server.deps.clock.now(),
    })
    .execute()
  const iban = 'KZ86125KZT5004100100'
  const details = { refund_id, iban, holder: 'Әбдіқадыров Нұрлан', holder_iin: '910303399908' }
  expect((await at().api('staffEnterDetails', details, one.token)).body).toEqual({ success: true })
  const approves = async (token: string) =>
    (await at().api('staffApproveDetails', { refund_id, iban }, token)).body
  expect(await approves(one.token)).toMatchObject({ success: false, code: 14063 })
  expect(await approves(other.token)).toMatchObject({ success: false, code: 14091 })
  expect(await approves(first)).toMatchObject({ success: false, code: 14091 })
  expect(await confirms(other.id, third)).toEqual({ success: true })
  expect(await approves(other.token)).toEqual({ success: true })
})
