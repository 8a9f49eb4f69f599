import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { chief, names, second, usersDesk } from '#tests/users-desk.ts'

const at = sharedTestApp({ WORKER: 'off' })
const { create, api, auditOf } = usersDesk(at)

const passwordOn = async (phone: string) =>
  /[a-z2-9]{10}/.exec((await at().messages(phone))[0]?.text ?? '')?.[0] ?? ''
const logIn = (iin: string, password: string) => at().api('cabinetLogin', { iin, password })

test('a new accountant signs in by the temporary password from the SMS; blocked, they lose access at once, unblocked they come back', async () => {
  spec('6.staff-administrator-creates-blocks')

  const who = { iin: '850505499909', phone: '77010000593', role: 'accountant' }
  const made = await create(who)
  expect(made).toMatchObject({ success: true, data: { passwordSent: true } })
  const id = made.data?.id ?? ''
  const password = await passwordOn(who.phone)
  const signed = await logIn(who.iin, password)
  expect(signed.body).toMatchObject({
    success: true,
    user: { role: 'accountant', password_change_required: true, surname: 'Ахметов' },
  })
  const theirs = signed.body.success ? signed.body.token : ''
  await at().api(
    'cabinetChangePassword',
    { password: 'dauren-2026', password_repeat: 'dauren-2026' },
    theirs,
  )
  expect((await at().api('cabinetUser', {}, theirs)).status).toBe(200)

  expect((await api('staffUsersBlock', { id, reason: 'уволен' })).body).toEqual({ success: true })
  expect((await at().api('cabinetUser', {}, theirs)).status).toBe(401)
  expect((await logIn(who.iin, 'dauren-2026')).status).toBe(401)
  expect((await api('staffUsers', { role: 'accountant', state: 'blocked' })).body).toMatchObject({
    data: {
      users: [{ id, blockedReason: 'уволен', sessions: 0, password: 'own', me: false }],
      total: 1,
    },
  })
  await api('staffUsersUnblock', { id })
  expect((await logIn(who.iin, 'dauren-2026')).body.success).toBe(true)
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    'user.created',
    'account.password_changed',
    'user.blocked',
    'user.unblocked',
  ])
  expect(JSON.stringify(await auditOf(id))).not.toMatch(/Ахметов|850505499909|77010000593|уволен/)
})

test('a session already open is over the moment its account is blocked, by whatever way', async () => {
  const who = { iin: '900101399908', phone: '77010000594' }
  const made = await account(at(), who, { role: 'staff' })
  const theirs = await signedIn(at(), who)
  expect((await at().api('kycLists', {}, theirs)).status).toBe(200)
  await at()
    .db.updateTable('accounts')
    .set({ blocked_at: at().server.deps.clock.now() })
    .where('id', '=', made.id)
    .execute()
  expect((await at().api('kycLists', {}, theirs)).status).toBe(401)
})

test('a role holds at the next call, and its change ends the sessions', async () => {
  const made = await create({ ...second, role: 'staff' })
  const id = made.data?.id ?? ''
  const theirs = await signedIn(at(), second)
  expect((await at().api('kycLists', {}, theirs)).status).toBe(200)
  expect((await at().api('staffUsers', {}, theirs)).status).toBe(403)
  await at().db.updateTable('accounts').set({ administrator: true }).where('id', '=', id).execute()
  expect((await at().api('staffUsers', {}, theirs)).status).toBe(200)

  expect(
    (await api('staffUsersSetRole', { id, role: 'accountant', administrator: true })).body,
  ).toMatchObject({ code: 14076 })
  expect((await api('staffUsersSetRole', { id, role: 'accountant' })).body).toEqual({
    success: true,
  })
  expect((await at().api('kycLists', {}, theirs)).status).toBe(401)
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: 'user.role_changed',
    details: { from: 'staff', to: 'accountant', sessions: 1 },
  })
  await api('staffUsersSetRole', { id, role: 'user' })
  expect((await api('staffUsersBlock', { id, reason: 'больше не у нас' })).status).toBe(404)
})

test('nobody blocks or demotes themselves, and the last administrator stays one', async () => {
  spec('7.4.staff-users')

  const list = await api('staffUsers', { text: chief.iin })
  const id = list.body.success
    ? (list.body as { data: { users: { id: string; me: boolean }[] } }).data.users[0]?.id
    : ''
  expect(list.body).toMatchObject({ data: { users: [{ me: true, administrator: true }] } })
  expect((await api('staffUsersBlock', { id, reason: 'сам себя' })).body).toMatchObject({
    code: 14074,
  })
  expect((await api('staffUsersSetRole', { id, role: 'accountant' })).body).toMatchObject({
    code: 14074,
  })

  // A second administrator, whom the first blocks at the very moment they block the first: one of
  // the two stays.
  const other = { iin: '790101399902', phone: '77010000595' }
  const made = await create({ ...other, role: 'staff', administrator: true })
  const theirs = await signedIn(at(), other)
  const both = await Promise.all([
    api('staffUsersBlock', { id: made.data?.id, reason: 'одновременно' }),
    at().api('staffUsersBlock', { id: id ?? '', reason: 'одновременно' }, theirs),
  ])
  const codes = both.map(({ status, body }) =>
    status === 401 ? 401 : 'code' in body ? body.code : 'blocked',
  )
  expect(codes.filter((code) => code === 'blocked')).toHaveLength(1)
  const open = await at()
    .db.selectFrom('accounts')
    .select('id')
    .where('administrator', '=', true)
    .where('blocked_at', 'is', null)
    .execute()
  expect(open).toHaveLength(1)
  await at()
    .db.updateTable('accounts')
    .set({ blocked_at: null })
    .where('id', '=', id ?? '')
    .execute()
  await at()
    .db.updateTable('tokens')
    .set({ revoked_at: null })
    .where('account_id', '=', id ?? '')
    .execute()
})

test('a client becomes staff with their own phone alone, and nobody takes another person’s phone', async () => {
  await account(at(), buyer)
  expect(await create({ iin: buyer.iin, phone: '77010000596', role: 'staff' })).toMatchObject({
    code: 14073,
  })
  expect(await create({ iin: '790101399902', phone: buyer.phone, role: 'staff' })).toMatchObject({
    code: 14072,
  })
  expect(
    await create({ iin: '830304399916', phone: buyer.phone, role: 'accountant' }),
  ).toMatchObject({ code: 14073 })
  expect(await create({ ...buyer, role: 'accountant' })).toMatchObject({ success: true })
  expect(await create({ ...buyer, role: 'staff' })).toMatchObject({ code: 14072 })
  // A promoter's account is apart: the same person, the same phone.
  const promoter = await create({ ...buyer, role: 'promoter' })
  expect(promoter).toMatchObject({ success: true })
  expect(
    (await api('staffUsersSetRole', { id: promoter.data?.id, role: 'staff' })).body,
  ).toMatchObject({ code: 14076 })
  expect(
    (await api('staffUsersCreate', { ...names, iin: '850505499908', phone: '7701', role: 'staff' }))
      .body,
  ).toMatchObject({
    errors: [{ path: 'iin' }, { path: 'phone' }],
  })
})

test('a new password ends the old one and the sessions; sessions can be ended alone', async () => {
  const who = { iin: '880214399916', phone: '77010000999' }
  const id = (await create({ ...who, role: 'staff' })).data?.id ?? ''
  const first = await passwordOn(who.phone)
  const signed = await logIn(who.iin, first)
  const theirs = signed.body.success ? signed.body.token : ''
  expect((await api('staffUsersEndSessions', { id })).body).toMatchObject({ data: { ended: 1 } })
  expect((await at().api('cabinetUser', {}, theirs)).status).toBe(401)

  expect((await api('staffUsersResetPassword', { id })).body).toEqual({ success: true })
  const next = await passwordOn(who.phone)
  expect(next).not.toBe(first)
  expect((await logIn(who.iin, first)).status).toBe(401)
  expect((await logIn(who.iin, next)).body.success).toBe(true)
})

test('an SMS the gateway does not take leaves a user who can be sent a new password', async () => {
  const who = { iin: '830304399916', phone: '77010000597' }
  await at().fault('sms', 'unavailable', { times: 5 })
  const made = await create({ ...who, role: 'promoter' })
  expect(made).toMatchObject({ success: true, data: { passwordSent: false } })
  await at().control('DELETE', '/control/faults')
  expect((await api('staffUsersResetPassword', { id: made.data?.id })).body).toEqual({
    success: true,
  })
  expect(await passwordOn(who.phone)).not.toBe('')
})
