import { expect, test } from 'vitest'
import { account, codeOn } from '#tests/client.ts'
import { buyer, clockOn } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { hashPassword } from '../accounts/change-password.ts'

const at = sharedTestApp({ WORKER: 'off', STAFF_SIGN_IN_CODE: 'on', DESK_IDLE_MINUTES: '20' })
const clerk = { iin: '880808399905', phone: '77010000581' }
const password = 'desk-2026'

const hasAccount = async (who: { iin: string; phone: string }, role: string) => {
  const { id } = await account(at(), who, { role })
  await at()
    .db.updateTable('accounts')
    .set({ password_hash: await hashPassword(password), role })
    .where('id', '=', id)
    .execute()
  return id
}
const logIn = async (iin: string) =>
  (await at().api('cabinetLogin', { iin, password }, undefined, 'ru')).body
const pendingOf = (body: Record<string, unknown>) =>
  String((body.data as { pending?: string } | undefined)?.pending ?? '')

test('staff confirm the sign-in by the code from the SMS; a wrong one does not, and a right one only once', async () => {
  spec('6.staff-accountants-second-step')

  await hasAccount(clerk, 'staff')
  const asked = await logIn(clerk.iin)
  expect(asked).toMatchObject({
    success: false,
    code: 14070,
    message: 'Подтвердите вход кодом из SMS',
    data: { phone: '+7 (701) ••• •• 81', resendInSeconds: 30 },
  })
  expect(asked).not.toHaveProperty('token')
  const pending = pendingOf(asked)
  const code = await codeOn(at(), clerk.phone)
  const wrong = code === '0000' ? '0001' : '0000'
  expect((await at().api('cabinetConfirmSignIn', { pending, code: wrong })).body).toMatchObject({
    code: 14014,
  })
  expect(
    (await at().api('cabinetConfirmSignIn', { pending: 'A'.repeat(27), code })).body,
  ).toMatchObject({ code: 14014 })
  const entered = await at().api('cabinetConfirmSignIn', { pending, code })
  expect(entered.body).toMatchObject({ success: true, user: { role: 'staff', iin: clerk.iin } })
  expect((await at().api('cabinetConfirmSignIn', { pending, code })).body).toMatchObject({
    code: 14014,
  })

  // An unused session of a desk is over; a used one slides on.
  const token = entered.body.success ? entered.body.token : ''
  await clockOn(at(), 15 * 60)
  expect((await at().api('kycLists', {}, token)).status).toBe(200)
  await clockOn(at(), 15 * 60)
  expect((await at().api('kycLists', {}, token)).status).toBe(200)
  await clockOn(at(), 21 * 60)
  expect((await at().api('kycLists', {}, token)).status).toBe(401)
})

test('the password again within half a minute sends no second SMS, and the first code still counts', async () => {
  spec('7.4.cabinet-auth-confirmsignin-resendsignincode')

  const who = { iin: '850505499909', phone: '77010000582' }
  await hasAccount(who, 'accountant')
  await logIn(who.iin)
  const code = await codeOn(at(), who.phone)
  const again = await logIn(who.iin)
  expect(again).toMatchObject({ code: 14070 })
  expect(await at().messages(who.phone)).toHaveLength(1)
  expect((await at().api('cabinetResendSignInCode', { pending: pendingOf(again) })).status).toBe(
    429,
  )
  expect(
    (await at().api('cabinetConfirmSignIn', { pending: pendingOf(again), code })).body.success,
  ).toBe(true)
})

test('a code asked for again is another one; a waiting sign-in of a blocked account comes to nothing', async () => {
  const who = { iin: '880808399915', phone: '77010000583' }
  const id = await hasAccount(who, 'staff')
  const pending = pendingOf(await logIn(who.iin))
  const first = await codeOn(at(), who.phone)
  await clockOn(at(), 31)
  expect((await at().api('cabinetResendSignInCode', { pending })).body).toMatchObject({
    success: true,
    data: { resendInSeconds: 30 },
  })
  const second = await codeOn(at(), who.phone)
  if (second !== first)
    expect((await at().api('cabinetConfirmSignIn', { pending, code: first })).body).toMatchObject({
      code: 14014,
    })
  await at()
    .db.updateTable('accounts')
    .set({ blocked_at: at().server.deps.clock.now() })
    .where('id', '=', id)
    .execute()
  expect((await at().api('cabinetConfirmSignIn', { pending, code: second })).body).toMatchObject({
    success: false,
    code: 14014,
  })
})

test('whoever has the phone alone is sent no password of a desk, and is answered as a client is', async () => {
  const who = { iin: '860606399908', phone: '77010000586' }
  const id = await hasAccount(who, 'staff')
  const forgot = () => at().api('cabinetForgotPassword', { phone: who.phone }, undefined, 'ru')
  expect((await forgot()).body).toEqual({ success: true })
  expect(await at().messages(who.phone)).toMatchObject([
    { text: expect.stringContaining('только администратор') },
  ])
  const { temporary_hash } = await at()
    .db.selectFrom('accounts')
    .select('temporary_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(temporary_hash).toBeNull()
  expect(await forgot()).toMatchObject({ status: 404, body: { error: 'already_sent' } })
})

test('the phone alone opens no desk; clients sign in as ever', async () => {
  const who = { iin: '900101399908', phone: '77010000584' }
  const id = await hasAccount(who, 'staff')
  expect((await at().api('cabinetSendCode', { phone: who.phone })).body.success).toBe(true)
  expect(await at().messages(who.phone)).toEqual([])
  expect(
    (await at().api('cabinetLoginByCode', { phone: who.phone, code: '1234' })).body,
  ).toMatchObject({ code: 14014 })
  await at().db.updateTable('accounts').set({ phone: null }).where('id', '=', id).execute()
  expect(await logIn(who.iin)).toMatchObject({ code: 14071 })

  await hasAccount(buyer, 'user')
  expect(await logIn(buyer.iin)).toMatchObject({ success: true, user: { role: 'user' } })
})
