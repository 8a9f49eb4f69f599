import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callJournal } from '#server/telemetry/journal.ts'
import { account, signedIn } from '#tests/client.ts'
import { buyer, car, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

// Behind a proxy, as in production.
const at = sharedTestApp({ TRUST_PROXY: '1' })
const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '880808399915', phone: '77010000778' }
const staffActor = /^staff:[0-9a-f-]{36}$/
let standing: ReturnType<typeof begin> | null = null
const people = () => (standing ??= begin())

/** Two of the staff and a client with one policy. */
async function begin() {
  const buying = await purchaseToken(at())
  const { orderId } = await ordered(at(), buying)
  await paysBill(at())
  const issued = await settled(at(), buying, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error('not issued')
  await account(at(), first, { role: 'staff' })
  await account(at(), second, { role: 'staff' })
  const client = await signedIn(at())
  const { id } = await at()
    .db.selectFrom('accounts')
    .select('id')
    .where('iin', '=', buyer.iin)
    .executeTakeFirstOrThrow()
  return {
    staff: await signedIn(at(), first),
    colleague: await signedIn(at(), second),
    client,
    accountId: id,
    orderId,
    globalId: issued.data.globalId,
  }
}

const audited = async (action: string) =>
  at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

test('whatever is named whole is found with what belongs to it, masked, and audited without the word', async () => {
  spec('6.staff-client-iin-phone')

  const { staff, accountId, orderId, globalId } = await people()
  const number = orderId.slice(0, 11)
  for (const [text, kind, audited_as] of [
    [buyer.iin, 'iin', 'person'],
    ['+7 (701) 000-00-01', 'phone', 'phone'],
    ['123 авс 02', 'plate', 'vehicle'],
    [orderId, 'order', 'order'],
    [globalId.toLowerCase(), 'policy', 'policy'],
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
  const empty = { cars: [], clients: [], orders: [], policies: [], claims: [], refused: [] }
  expect(body.success && body.data).toEqual({ kind: 'plate', ...empty })
})

test('a part of a number is no question, and says so in the language of whoever asks', async () => {
  const { staff } = await people()
  for (const text of ['8503', 'Нурлан', '850315399905', '']) {
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
  ] as const) {
    const { body } = await at().api('staffReveal', { account_id: accountId, what }, staff)
    expect(body.success && body.data).toEqual({ value, seconds: 60 })
    expect(await audited(`client.${what}_revealed`)).toMatchObject({ object_id: accountId })
  }
  const { body: own } = await at().api('cabinetLooks', {}, client)
  expect(own.success && own.data[0]).toMatchObject({ role: 'staff', name: 'Тұрсынов Е.' })
  expect(own.success && new Set(own.data[0]?.saw)).toEqual(
    new Set(['client.looked_at', 'client.iin_revealed', 'client.phone_revealed']),
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
  await at().api('staffAddNote', { account_id: accountId, text: 'Құжаттарды қайта сұрады' }, staff)
  const { body } = await at().api('staffClient', { account_id: accountId }, staff)
  expect(body.success && body.data).toMatchObject({
    email: 'right@example.kz',
    email_confirmed: false,
    notes: [{ text: 'Құжаттарды қайта сұрады' }],
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

test('an order’s timeline tells states, payment, calls, jobs and messages, with personal data hidden', async () => {
  spec('6.staff-orders-timeline-re')

  const { staff, orderId, globalId } = await people()
  // The journal is written a moment later.
  const order = await until(
    async () => (await at().api('staffOrder', { order_id: globalId }, staff)).body,
    (body) => body.success && body.data.events.some(({ what }) => what === 'esbd.SetPolicy'),
  )
  if (!order.success) throw new Error('no order')
  expect(order.data).toMatchObject({
    order_id: orderId,
    state: 'issued',
    policy: { global_id: globalId },
    acts: ['documents', 'notify', 'terminate'],
  })
  const whats = order.data.events.map(({ kind, what }) => `${kind} ${what}`)
  expect(whats).toEqual(
    expect.arrayContaining([
      'order paid',
      'order issued',
      'payment paid',
      'policy pending',
      'job issue.completed',
      'message sms.sent',
    ]),
  )
  expect(whats.some((what) => /^call bank\./.test(what))).toBe(true)
  expect(JSON.stringify(order.data.events)).not.toMatch(/850315399904|77010000001/)
  expect(await audited('order.looked_at')).toMatchObject({
    object_kind: 'order',
    object_id: orderId,
  })
})

test('documents and messages are asked for again with a reason; what is issued is not issued again', async () => {
  const { staff, orderId } = await people()
  const rerun = (what: 'issue' | 'documents' | 'notify', reason = 'клиент хат алмаған') =>
    at().api('staffRerun', { order_id: orderId, what, reason }, staff)
  expect((await rerun('notify')).body).toEqual({ success: true })
  expect((await rerun('documents')).body).toEqual({ success: true })
  expect((await rerun('issue')).body).toMatchObject({ success: false, code: 14012 })
  expect((await rerun('notify', '')).status).toBe(422)
  const { body } = await at().api('staffOrder', { order_id: orderId }, staff)
  expect(
    body.success &&
      body.data.events.filter(({ kind }) => kind === 'staff').map(({ detail }) => detail),
  ).toEqual(['клиент хат алмаған', 'клиент хат алмаған'])
})

test('what a colleague does with an order is heard at once, and a decision by the old sight is refused', async () => {
  const { staff, colleague, orderId } = await people()
  const seen = await at().api('staffOrder', { order_id: orderId }, staff)
  const acted = seen.body.success ? seen.body.data.acted : ''
  const stop = new AbortController()
  const stream = await fetch(`${at().url}/api/staff/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${staff}` },
    body: JSON.stringify({ about: orderId }),
    signal: stop.signal,
  })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const rerun = (token: string, by: string) =>
    at().api(
      'staffRerun',
      { order_id: orderId, what: 'notify', reason: 'клиент хат алмаған', acted: by },
      token,
    )
  expect((await rerun(colleague, acted)).body).toEqual({ success: true })
  let heard = ''
  for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += text
    if (heard.includes('data:')) break
  }
  stop.abort()
  // It says that something changed and nothing of it.
  expect(heard.replaceAll(/^:.*$/gm, '').trim()).toMatch(/^(data: changed\s*)+$/)
  expect((await rerun(staff, acted)).body).toMatchObject({ success: false, code: 14060 })
  const again = await at().api('staffOrder', { order_id: orderId }, staff)
  const now = again.body.success ? again.body.data.acted : ''
  expect((await rerun(staff, now)).body).toEqual({ success: true })
  const stranger = await at().raw('/api/staff/events', { body: { about: orderId } })
  expect(stranger.status).toBe(401)
})

test('a stream whose reader left before it began takes nobody’s place', async () => {
  const { colleague, orderId } = await people()
  const proxied = { 'x-forwarded-for': '203.0.113.7' }
  const open = (signal: AbortSignal) =>
    fetch(`${at().url}/api/staff/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${colleague}`,
        ...proxied,
      },
      body: JSON.stringify({ about: orderId }),
      signal,
    })
  // So many as one person may hold, one after another.
  for (let asked = 0; asked < 12; asked += 1)
    await at()
      .db.transaction()
      .execute(async (tx) => {
        // Nobody learns who asks.
        await sql`lock table tokens`.execute(tx)
        const leaving = new AbortController()
        const answer = open(leaving.signal).catch(() => null)
        await until(
          async () =>
            (
              await sql`select from pg_locks where relation = 'tokens'::regclass and not granted
                and database = (select oid from pg_database where datname = current_database())`.execute(
                tx,
              )
            ).rows,
          (waiting) => waiting.length > 0,
        )
        leaving.abort()
        expect(await answer).toBeNull()
        // The server hears of it no later than of what is asked afterwards.
        await fetch(`${at().url}/robots.txt`)
      })
  const stop = new AbortController()
  expect((await open(stop.signal)).status).toBe(200)
  stop.abort()
})

test('the status page says which system is down, which answers and how old the lists are', async () => {
  spec('2.2.staff-status')

  const { staff } = await people()
  const status = async () => {
    const { body } = await at().api('staffStatus', {}, staff)
    if (!body.success) throw new Error('no status')
    return body.data
  }
  const of = (list: Awaited<ReturnType<typeof status>>, name: string) =>
    list.systems.find(({ system }) => system === name)
  const now = await until(status, (list) => (of(list, 'esbd')?.calls ?? 0) > 0)
  expect(of(now, 'idp')).toMatchObject({ state: 'unknown', last_success: null, calls: 0 })
  expect(now.lists.find(({ code }) => code === 'TERROR')).toMatchObject({
    fresh: true,
    version: expect.any(String),
  })
  await at().db.insertInto('outside_calls').values(failedCall('idp')).execute()
  await at()
    .db.updateTable('aml_versions')
    .set({ confirmed_at: new Date(0) })
    .where('list_code', '=', 'UN')
    .execute()
  const later = await status()
  expect(of(later, 'idp')).toMatchObject({
    state: 'down',
    calls: 1,
    failures: 1,
    note: 'time limit',
    stage: 'quote',
  })
  expect(of(later, 'idp')?.minutes.reduce((sum, { failures }) => sum + failures, 0)).toBe(1)
  // A list that blocks is too old: that is said before everything else.
  expect([now.verdict.kind === 'lists_old', later.verdict.kind]).toEqual([false, 'lists_old'])
  expect(later.lists.find(({ code }) => code === 'UN')?.fresh).toBe(false)
  const slow = (ms: number) => ({
    ...failedCall('partner'),
    outcome: 'ok',
    note: null,
    duration_ms: ms,
  })
  await at()
    .db.insertInto('outside_calls')
    .values([slow(200), slow(2_000), slow(3_000)])
    .execute()
  expect(of(await status(), 'partner')).toMatchObject({
    state: 'slow',
    calls: 3,
    failures: 0,
    answer_ms: 3_000,
  })
})

test('a day of a system is told in quarters of an hour, its failures by whom they hurt', async () => {
  spec('2.2.staff-status-day')

  const { staff } = await people()
  const journal = callJournal(at().db, at().server.deps.log, at().server.deps.metrics)
  const began = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const record = (minutes: number, outcome: 'ok' | 'unavailable', key: string) =>
    journal.record({
      ...{ system: 'addresses', operation: 'find', key, attempts: 1, status: null, note: null },
      ...{ startedAt: began(minutes), durationMs: 40, outcome },
    })
  for (const minutes of [300, 301, 302, 303, 304, 305]) record(minutes, 'ok', 'a')
  record(200, 'unavailable', 'b')
  record(201, 'unavailable', 'b')
  record(202, 'unavailable', 'c')
  await journal.flush()
  const { body } = await at().api('staffStatus', {}, staff)
  if (!body.success) throw new Error('no status')
  const one = body.data.systems.find(({ system }) => system === 'addresses')
  expect(one).toMatchObject({ stage: 'quote', usual_ms: 40 })
  expect(one?.quarters).toHaveLength(96)
  expect(one?.quarters).toContain('well')
  const failures = body.data.failures.filter(({ system }) => system === 'addresses')
  expect(failures).toMatchObject([{ failures: 3, hurt: 2, going_on: false }])
})

test('of a queue is told what waits now and what is asked for later', async () => {
  spec('2.2.staff-status-slow-system')

  const { staff } = await people()
  await sql`insert into pgboss.job (name, start_after) values ('cleanup', now() + interval '1 hour')`.execute(
    at().db,
  )
  const { body } = await at().api('staffStatus', {}, staff)
  expect(body.success && body.data.queues.find((queue) => queue.job === 'cleanup')).toMatchObject({
    waiting: 0,
    later: 1,
    oldest: null,
    allowed: 24 * 60,
  })
})

const failedCall = (system: string) => ({
  system,
  operation: 'token',
  started_at: new Date(),
  duration_ms: 4_500,
  attempts: 1,
  outcome: 'unavailable',
  note: 'time limit',
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
    at().api('staffAddNote', { account_id, text: 'Жазба' }, token),
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
