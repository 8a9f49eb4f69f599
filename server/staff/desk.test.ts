import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { buyer, car } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { first, staffDesk } from '#tests/staff-desk.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

// Behind a proxy, as in production.
const at = sharedTestApp({ TRUST_PROXY: '1' })
const { people, audited } = staffDesk(at)

const staffActor = /^staff:[0-9a-f-]{36}$/

test('whatever is named whole is found with what belongs to it, masked, and audited without the word', async () => {
  spec('6.staff-client-iin-phone')

  const { staff, accountId, orderId, globalId } = await people()
  const number = orderId.slice(0, 11)
  for (const [text, kind, audited_as] of [
    [buyer.iin, 'iin', 'person'],
    ['+7 (701) 000-00-01', 'phone', 'phone'],
    ['123 авс 02', 'plate', 'vehicle'],
    [orderId, 'order', 'order_number'],
    [globalId.toLowerCase(), 'policy', 'policy_number'],
  ] as const) {
    const { body } = await at().api('staffSearch', { text }, staff)
    expect(body.success && body.data).toMatchObject({
      kind,
      clients: [{ account_id: accountId, iin: '8503••••9904', phone: '+7 (701) ••• •• 01' }],
      orders: [{ order_id: orderId, number, state: 'issued' }],
      policies: [{ global_id: globalId, order_id: orderId }],
    })
    expect(JSON.stringify(body)).not.toMatch(/850315399904|77010000001/)
    const line = await audited('desk.searched')
    expect(line).toMatchObject({
      object_kind: audited_as,
      actor: expect.stringMatching(staffActor),
      details: { by: kind },
    })
    expect(JSON.stringify(line)).not.toMatch(/850315399904|77010000001|123ABC02/)
  }
  const { body: ofPlate } = await at().api('staffSearch', { text: '123ABC02' }, staff)
  expect(ofPlate.success && ofPlate.data.cars).toMatchObject([{ plate: '123ABC02' }])
  const { body } = await at().api('staffSearch', { text: '999ZZZ02' }, staff)
  const empty = {
    cars: [],
    clients: [],
    people: [],
    more: false,
    orders: [],
    policies: [],
    claims: [],
    refused: [],
    notes: [],
  }
  expect(body.success && body.data).toEqual({ kind: 'plate', ...empty })
})

test('a part of a number is no question, and says so in the language of whoever asks', async () => {
  const { staff } = await people()
  for (const text of ['8503', 'Ну', '']) {
    const { status, body } = await at().raw('/api/staff/search', {
      body: { text },
      token: staff,
      locale: 'ru',
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      errors: [{ path: 'text', message: expect.stringContaining('номер целиком') }],
    })
  }
})

test('what I opened is offered before I type, to me alone, the clients with what is happening to them', async () => {
  const { staff, colleague, accountId, orderId } = await people()
  await at().api('staffOrder', { order_id: orderId }, staff)
  await at().api('staffClient', { account_id: accountId }, staff)
  const { body } = await at().api('staffRecent', {}, staff)
  expect(body.success && body.data.rows.slice(0, 2)).toMatchObject([
    { kind: 'client', id: accountId, iin: '8503••••9904' },
    { kind: 'order', id: orderId, title: orderId.slice(0, 11), state: 'issued' },
  ])
  const { body: clients } = await at().api('staffRecentClients', {}, staff)
  expect(clients.success && clients.data.clients).toMatchObject([
    { account_id: accountId, plate: car.registrationNumber, now: { what: 'covered' } },
  ])
  const { body: others } = await at().api('staffRecent', {}, colleague)
  expect(others.success && others.data.rows).toEqual([])
})

test('the client’s page has everything, and the look is audited by the account', async () => {
  const { staff, accountId, orderId, globalId } = await people()
  const { body } = await at().api('staffClient', { account_id: accountId }, staff)
  expect(body.success && body.data).toMatchObject({
    iin: '8503••••9904',
    birth: '••.03.1985',
    phone: '+7 (701) ••• •• 01',
    policies: [{ global_id: globalId, plates: [car.registrationNumber], order_id: orderId }],
    money: { returned: 0, returning: 0, waiting: 0 },
    orders: [{ order_id: orderId, state: 'issued' }],
    payments: [{ order_id: orderId, state: 'paid' }],
  })
  expect(await audited('client.looked_at')).toMatchObject({
    object_kind: 'account',
    object_id: accountId,
  })
})

test('a number in full is told once it is written down, and the client reads who looked', async () => {
  const { staff, client, accountId } = await people()
  await at()
    .db.updateTable('accounts')
    .set({ surname: 'Тұрсынов', name: 'Ерлан' })
    .where('iin', '=', first.iin)
    .execute()
  await at().api('staffClient', { account_id: accountId }, staff)
  for (const [what, value] of [
    ['iin', buyer.iin],
    ['phone', buyer.phone],
    ['birth', '1985-03-15'],
  ] as const) {
    const { body } = await at().api('staffReveal', { account_id: accountId, what }, staff)
    expect(body.success && body.data).toEqual({ value, seconds: 60 })
    expect(await audited(`client.${what}_revealed`)).toMatchObject({ object_id: accountId })
  }
  const { body: own } = await at().api('cabinetLooks', {}, client)
  expect(own.success && own.data[0]).toMatchObject({ role: 'staff', name: 'Тұрсынов Е.' })
  expect(own.success && new Set(own.data[0]?.saw)).toEqual(
    new Set([
      'client.looked_at',
      'client.iin_revealed',
      'client.phone_revealed',
      'client.birth_revealed',
    ]),
  )
  const { body: desk } = await at().api('staffClient', { account_id: accountId }, staff)
  expect(desk.success && desk.data.looks).toMatchObject(
    own.success ? own.data.map(({ name }) => ({ name })) : [],
  )
})

test('papers are sent again, an e-mail is corrected and the papers follow it, a note of the call is kept', async () => {
  const { staff, accountId, orderId } = await people()
  const before = (await at().messages(buyer.phone)).length
  expect((await at().api('staffSendPapers', { order_id: orderId }, staff)).body).toEqual({
    success: true,
  })
  await until(
    async () => (await at().messages(buyer.phone)).length,
    (n) => n > before,
  )
  await at()
    .api('staffSetEmail', { account_id: accountId, email: 'dұrys@', order_id: orderId }, staff)
    .then(({ status }) => expect(status).toBe(422))
  await at().api(
    'staffSetEmail',
    { account_id: accountId, email: 'right@example.kz', order_id: orderId },
    staff,
  )
  await until(
    () => at().mails('right@example.kz'),
    (letters) => letters.length === 1 && (letters[0]?.attachments.length ?? 0) > 0,
  )
  await at().api(
    'staffWriteNote',
    {
      key: crypto.randomUUID(),
      about: 'client',
      subject: accountId,
      text: 'Құжаттарды қайта сұрады',
    },
    staff,
  )
  const { body } = await at().api('staffClient', { account_id: accountId }, staff)
  expect(body.success && body.data).toMatchObject({
    email: 'right@example.kz',
    email_confirmed: false,
    notes: { notes: [{ text: 'Құжаттарды қайта сұрады' }] },
  })
})

test('a message from the site is taken by one of two and answered', async () => {
  const { staff, colleague } = await people()
  await at().api('feedbackForm', {
    name: 'Асель',
    phone: '77015550101',
    email: 'asel@example.kz',
    text: 'Когда придёт полис?',
  })
  const inbox = async (state: 'new' | 'in_work' | 'answered') => {
    const { body } = await at().api('staffInbox', { state }, staff)
    return body.success ? body.data : null
  }
  const [message] = (await inbox('new'))?.messages ?? []
  const take = (token: string) =>
    at().api('staffSetInbox', { id: message?.id ?? '', from: 'new', to: 'in_work' }, token)
  const taken = await Promise.all([take(staff), take(colleague)])
  expect(taken.map(({ body }) => body.success).sort()).toEqual([false, true])
  await at().api(
    'staffSetInbox',
    { id: message?.id ?? '', from: 'in_work', to: 'answered', note: 'Позвонили' },
    staff,
  )
  expect(await inbox('answered')).toMatchObject({
    messages: [{ text: 'Когда придёт полис?', note: 'Позвонили' }],
    counts: { new: 0, answered: 1 },
  })
})

test('none of the desks is a client’s, an accountant’s or a stranger’s; unknown ids are not found', async () => {
  spec('7.4.staff-clients-search-client', '7.4.staff-orders-order-order')

  const { client, staff, accountId, orderId, globalId } = await people()
  await account(at(), { iin: '850505499909', phone: '77010000888' }, { role: 'accountant' })
  const accountant = await signedIn(at(), { iin: '850505499909', phone: '77010000888' })
  const unknown = '00000000-0000-4000-8000-000000000000'
  const calls = (token: string | undefined, account_id: string, order_id: string) => [
    at().api('staffClient', { account_id }, token),
    at().api('staffReveal', { account_id, what: 'iin' }, token),
    at().api('staffSendPapers', { order_id }, token),
    at().api('staffSetEmail', { account_id, email: 'a@example.kz' }, token),
    at().api(
      'staffWriteNote',
      { key: crypto.randomUUID(), about: 'client', subject: account_id, text: 'Жазба' },
      token,
    ),
    at().api('staffSetInbox', { id: account_id, from: 'new', to: 'in_work' }, token),
    at().api('staffOrder', { order_id }, token),
    at().api('staffRerun', { order_id, what: 'notify', reason: 'себебі бар' }, token),
    at().api('staffGiveBack', { order_id, amount: 1, reason: 'себебі бар' }, token),
    at().api('staffSignGiveBack', { signature_id: account_id }, token),
    at().api('staffDeclineGiveBack', { signature_id: account_id, note: 'себебі бар' }, token),
    at().api('staffWithdrawGiveBack', { signature_id: account_id }, token),
    at().api('staffRetryRefund', { refund_id: order_id, reason: 'себебі бар' }, token),
    at().api('staffRefundPaid', { refund_id: order_id, reference: '12345' }, token),
    at().api('staffApproveDetails', { refund_id: order_id, iban: 'KZ86125KZT5004100100' }, token),
  ]
  const lists = (token: string | undefined) => [
    at().api('staffRecentClients', {}, token),
    at().api('staffInbox', {}, token),
    at().api('staffOrders', {}, token),
    at().api('staffStatus', {}, token),
    at().api('staffCalcTerminate', { globalId, terminateReason: 'died' }, token),
  ]
  const statuses = async (asked: Promise<{ status: number }>[]) => [
    ...new Set((await Promise.all(asked)).map(({ status }) => status)),
  ]
  for (const [token, status] of [
    [client, 403],
    [accountant, 403],
    [undefined, 401],
  ] as const)
    expect(await statuses([...calls(token, accountId, orderId), ...lists(token)])).toEqual([status])
  expect(await statuses(calls(staff, unknown, 'QG000000000-none00'))).toEqual([404])
  expect(
    (await at().api('staffCalcTerminate', { globalId: '999', terminateReason: 'died' }, staff))
      .status,
  ).toBe(404)
})
