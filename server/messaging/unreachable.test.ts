import { expect, test } from 'vitest'
import type { Locale } from '#domain/locale.ts'
import { account, signedIn } from '#tests/client.ts'
import {
  otherPromoter,
  portalQuote,
  portalSale,
  promoter,
  promoterToken,
  sold,
} from '#tests/promoter.ts'
import {
  buyer,
  car,
  ordered,
  ownCar,
  paysBill,
  purchaseToken,
  quoted,
  ready,
  sale,
  settled,
} from '#tests/sale.ts'
import { sharedTestApp, type TestApp, testApp, until } from '#tests/test-app.ts'
import { hashPassword } from '../accounts/change-password.ts'

const at = sharedTestApp()
const staff = { iin: '880808399905', phone: '77010000777' }

test('a mailbox that takes no mail is no outage: the letter is not tried again, staff and the client see it till the address is mended', async () => {
  const { db } = at()
  const token = await purchaseToken(at())
  const { orderId } = await ordered(at(), token)
  await db
    .updateTable('orders')
    .set({ email: 'No-Such-Mailbox@example.kz' })
    .where('id', '=', orderId)
    .execute()
  await db
    .updateTable('accounts')
    .set({ email: 'No-Such-Mailbox@example.kz' })
    .where('iin', '=', buyer.iin)
    .execute()
  await paysBill(at())
  await settled(at(), token, orderId, ['issued'])
  const letter = await until(
    () =>
      db
        .selectFrom('messages')
        .selectAll()
        .where('order_id', '=', orderId)
        .where('kind', '=', 'mail')
        .executeTakeFirst(),
    (row) => Boolean(row?.refused ?? row?.sent_at),
  )
  expect(letter).toMatchObject({ sent_at: null, refused: expect.stringContaining('550') })
  const calls = await until(
    () =>
      db
        .selectFrom('outside_calls')
        .select(['outcome', 'status'])
        .where('system', '=', 'mail')
        .execute(),
    (rows) => rows.length > 0,
  )
  expect(calls).toEqual([{ outcome: 'ok', status: 550 }])

  await account(at(), staff, { role: 'staff' })
  const desk = await signedIn(at(), staff)
  const order = await at().api('staffOrder', { order_id: orderId }, desk)
  if (!order.body.success) throw new Error('no order')
  expect(order.body.data.events).toContainEqual(
    expect.objectContaining({ kind: 'message', what: 'mail.refused', bad: true }),
  )
  expect(order.body.data.unreachable).toEqual(['mail'])
  const account_id = order.body.data.account_id ?? ''
  const seen = async () => {
    const { body } = await at().api('staffClient', { account_id }, desk)
    return body.success ? body.data.unreachable : null
  }
  expect(await seen()).toEqual(['mail'])
  const mine = await at().api('cabinetGetMe', {}, await signedIn(at()))
  expect(mine.body).toMatchObject({ data: { unreachable: ['mail'] } })

  await at().api('staffSetEmail', { account_id, email: 'mended@example.kz' }, desk)
  expect(await seen()).toEqual([])

  // The account's address is fixed, the order's is not: its buyer sees a notice in the cabinet and
  // fixes it.
  const own = async () => (await at().api('ogpoCheckOrderSet', { orderId }, token)).body
  const cabinet = await signedIn(at())
  const mailboxes = async () => {
    const { body } = await at().api('cabinetGetMe', {}, cabinet)
    return body.success ? body.data.refusedMailboxes : null
  }
  expect(await own()).toMatchObject({ data: { mailRefused: true } })
  expect(await mailboxes()).toEqual([
    { orderId, number: expect.any(String), email: 'No-Such-Mailbox@example.kz' },
  ])
  // A policy that is over needs no papers any more.
  const becomes = (state: 'active' | 'pending' | 'terminated') =>
    db.updateTable('policies').set({ state }).where('order_id', '=', orderId).execute()
  const { state } = await db
    .selectFrom('policies')
    .select('state')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await becomes('terminated')
  expect(await mailboxes()).toEqual([])
  await becomes(state === 'active' ? 'active' : 'pending')
  const { progress_key: key } = await db
    .selectFrom('orders')
    .select('progress_key')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { body: progress } = await at().api('ogpoOrderProgress', { key: key ?? '' })
  expect(progress.success && progress.data.events.map(({ kind }) => kind)).toContain('refused.mail')
  await at().api('ogpoChangeEmail', { orderId, email: 'right@example.kz' }, cabinet)
  expect(await own()).toMatchObject({ data: { mailRefused: false } })
  expect(await mailboxes()).toEqual([])
})

test('a number that takes no SMS is shown to staff', async () => {
  const { db } = at()
  const client = await account(at(), { iin: '880214399916', phone: '77990000001' })
  await account(at(), staff, { role: 'staff' })
  const desk = await signedIn(at(), staff)
  await at()
    .server.deps.systems.sms.send({ to: '77990000001', text: 'Полис', key: 'one' })
    .catch(() => null)
  const { body } = await at().api('staffClient', { account_id: client.id }, desk)
  expect(body).toMatchObject({ data: { unreachable: ['sms'] } })
  expect(await db.selectFrom('unreachable').select('kind').execute()).toContainEqual({
    kind: 'sms',
  })
})

test("what arrives strikes out that nothing does: a code, a sale's SMS and its letter", async () => {
  const { db, api } = at()
  const who = ready('880214399916')
  const email = 'Mended@example.kz'
  const takesNothing = () =>
    db
      .insertInto('unreachable')
      .values(
        [
          { kind: 'sms', address: who.phone },
          { kind: 'mail', address: email.toLowerCase() },
        ].map((one) => ({ ...one, refused_at: at().server.deps.clock.now() })),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'address']).doNothing())
      .execute()
  const still = () =>
    db
      .selectFrom('unreachable')
      .select('kind')
      .where('address', 'in', [who.phone, email.toLowerCase()])
      .orderBy('kind')
      .execute()
  await takesNothing()
  const token = await purchaseToken(at(), who)
  expect(await still()).toEqual([{ kind: 'mail' }])
  await takesNothing()
  const vehicle = await ownCar(at())
  const { calculationId } = await quoted(
    at(),
    token,
    sale({ insurant: { ...who, willDrive: true }, vehicles: [vehicle] }),
  )
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  const { body } = await api('ogpoOrder', { calculationId, pay, email }, token)
  if (!body.success) throw new Error(JSON.stringify(body))
  await paysBill(at(), who.phone)
  await settled(at(), token, body.data.orderId, ['issued'])
  expect(await until(still, (rows) => rows.length === 0)).toEqual([])
})

/** A number that accepts no SMS and a mailbox that accepts no mail, in the sandbox. */
const dead = { phone: '77990000002', email: 'No-Such-Mailbox@example.kz' }
const texts = {
  sms: { kz: /нөмір SMS қабылдамайды/, ru: /номер не принимает SMS/ },
  mail: { kz: /мекенжай хат қабылдамайды/, ru: /адрес не принимает письма/ },
}
type Answer = { status: number; body: unknown }
const atField = (path: 'phone' | 'email', locale: Locale) => {
  const message = expect.stringMatching(texts[path === 'phone' ? 'sms' : 'mail'][locale])
  return { status: 422, body: { success: false, message, errors: [{ path, message }] } }
}
const inWords = (locale: Locale) => ({
  status: 200,
  body: { success: false, code: 14117, message: expect.stringMatching(texts.sms[locale]) },
})

/** A policy another promoter may end, of a client who is signed in and whose number is dead. */
async function withDeadNumber(app: TestApp) {
  const seller = await promoterToken(app)
  const other = await promoterToken(app, otherPromoter)
  const { globalId, orderId } = await sold(app, seller)
  const client = await signedIn(app)
  await app.control('PUT', `/control/people/${buyer.iin}`, { phone: dead.phone })
  await app.control('PUT', `/control/vehicles/${car.registrationNumber}`, { registered: false })
  await app.db
    .updateTable('accounts')
    .set({ phone: dead.phone })
    .where('iin', '=', buyer.iin)
    .execute()
  await app.db.updateTable('orders').set({ phone: dead.phone }).where('id', '=', orderId).execute()
  const { progress_key: key } = await app.db
    .selectFrom('orders')
    .select('progress_key')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { seller, other, globalId, client, key: key ?? '' }
}

test('a number or mailbox that takes nothing is said at the field that named it, else in words, never as an outage', async () => {
  const app = await testApp()
  const { seller, other, globalId, client, key } = await withDeadNumber(app)
  const ending = { globalId, terminateReason: 'sold' } as const
  const calculated = async (
    name: 'cabinetCalcTerminate' | 'promoterCalcTerminate',
    who: string,
  ) => {
    const { body } = await app.api(name, ending, who)
    if (!body.success) throw new Error(`${name}: ${JSON.stringify(body)}`)
    return body.data.calcId
  }
  const handedOver = async () => {
    const { calculationId } = await portalQuote(
      app,
      seller,
      portalSale({ insurant: { phone: dead.phone }, order: { dateStart: '2026-11-25' } }),
    )
    const { body } = await app.api('promoterHandOffCreate', { calculationId }, seller)
    if (!body.success) throw new Error(`not handed over: ${JSON.stringify(body)}`)
    return body.data.key
  }
  const ofClient = await calculated('cabinetCalcTerminate', client)
  const ofPromoter = await calculated('promoterCalcTerminate', other)
  const handOff = await handedOver()
  const { iin } = buyer
  const { phone, email } = dead

  const answers: Record<string, Answer> = {
    changeEmail: await app.api('cabinetChangeEmail', { email }, client, 'kz'),
    changePhone: await app.api('cabinetChangePhone', { phone }, client, 'ru'),
    buyerCode: await app.api('sendClientOtp', { iin, phone }, undefined, 'kz'),
    forgotten: await app.api('cabinetForgotPassword', { phone }, undefined, 'ru'),
    passwordCode: await app.api('cabinetPasswordCode', {}, client, 'ru'),
    ownEnding: await app.api('cabinetSendTerminateCode', { calcId: ofClient }, client, 'kz'),
    order: await app.api('ogpoOrderSendCode', { key }, undefined, 'ru'),
    ending: await app.api('promoterSendTerminateCode', { calcId: ofPromoter }, other, 'kz'),
    proof: await app.api('promoterSendClientCode', { globalId }, other, 'ru'),
    handOff: await app.api('promoterHandOffSendCode', { key: handOff }, undefined, 'kz'),
  }
  expect(answers).toMatchObject({
    changeEmail: atField('email', 'kz'),
    changePhone: atField('phone', 'ru'),
    buyerCode: atField('phone', 'kz'),
    forgotten: atField('phone', 'ru'),
    passwordCode: inWords('ru'),
    ownEnding: inWords('kz'),
    order: inWords('ru'),
    ending: inWords('kz'),
    proof: inWords('ru'),
    handOff: inWords('kz'),
  })
  // Nobody has these codes: none of them delays the next one.
  const sent = ['email', 'phone', 'password', 'terminate', 'client_proof', 'order']
  expect(
    await app.db.selectFrom('codes').select('purpose').where('purpose', 'in', sent).execute(),
  ).toEqual([])

  // A stranger gets the same answer as for an unknown number.
  const asked = async (to: string) => {
    const { status, body } = await app.api('cabinetSendCode', { phone: to })
    return [status, body.success]
  }
  expect(await asked(phone)).toEqual(await asked('77010000998'))
  await app.db
    .updateTable('accounts')
    .set({ phone })
    .where('iin', '=', promoter.iin)
    .where('realm', '=', 'promoter')
    .execute()
  const forgotten = async (login: string) => {
    const { status, body } = await app.api('promoterForgotPassword', { login })
    return [status, body]
  }
  expect(await forgotten(promoter.iin)).toEqual(await forgotten('880214399916'))
})

test('the code of a new e-mail and of a second step goes to the own number: that it takes no SMS is said in words', async () => {
  const app = await testApp({ WORKER: 'off', STAFF_SIGN_IN_CODE: 'on' })
  const client = await signedIn(app)
  await app.db
    .updateTable('accounts')
    .set({ phone: dead.phone })
    .where('iin', '=', buyer.iin)
    .execute()
  const long = new Date('2026-11-19T00:00:00Z')
  await app.db.updateTable('tokens').set({ created_at: long, proved_at: long }).execute()
  const email = 'new@example.kz'
  expect(await app.api('cabinetChangeEmail', { email }, client, 'kz')).toMatchObject(inWords('kz'))
  const ofMail = await app.db
    .selectFrom('codes')
    .select('purpose')
    .where('purpose', 'in', ['email', 'email_phone'])
    .execute()
  expect(ofMail).toEqual([])

  const password = ['desk', '2026'].join('-')
  const clerk = { iin: staff.iin, phone: '77990000003' }
  const { id } = await account(app, clerk, { role: 'staff' })
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  const login = (typed: string) =>
    app.api('cabinetLogin', { iin: clerk.iin, password: typed }, undefined, 'ru')
  expect((await login(`${password}-wrong`)).status).toBe(401)
  expect(await login(password)).toMatchObject(inWords('ru'))
})
