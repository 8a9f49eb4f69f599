import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

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
