import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { spec } from '#tests/spec.ts'
import { staffDesk } from '#tests/staff-desk.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

// Behind a proxy, as in production.
const at = sharedTestApp({ TRUST_PROXY: '1' })
const { people, audited } = staffDesk(at)

test('an order’s timeline tells states, payment, calls, jobs and messages, with personal data hidden', async () => {
  spec('6.staff-orders-timeline-re')

  const { staff, orderId, globalId } = await people()
  // The journal is written a moment later, the SMS goes after the policy's papers.
  const order = await until(
    async () => (await at().api('staffOrder', { order_id: globalId }, staff)).body,
    (body) =>
      body.success &&
      ['esbd.SetPolicy', 'sms.sent'].every((name) =>
        body.data.events.some(({ what }) => what === name),
      ),
  )
  if (!order.success) throw new Error('no order')
  expect(order.data).toMatchObject({
    order_id: orderId,
    state: 'issued',
    policy: { global_id: globalId },
    acts: ['notify', 'documents', 'cancel', 'terminate'],
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
  // One transaction writes several of them at one instant: they follow the sale's sequence.
  const sale = ['order awaiting_payment', 'payment created', 'payment awaiting', 'payment paid']
  const way = [...sale, 'order paid', 'order issuing', 'order issued', 'policy pending']
  expect(whats.filter((what) => way.includes(what))).toEqual(way)
  expect(whats.some((what) => /^call bank\./.test(what))).toBe(true)
  expect(JSON.stringify(order.data.events)).not.toMatch(/850315399904|77010000001/)
  expect(await audited('order.looked_at')).toMatchObject({
    object_kind: 'order',
    object_id: orderId,
  })
})

test('an open order says who, which car, what phone and language, and how they stand by the lists', async () => {
  const { staff, orderId } = await people()
  const { body } = await at().api('staffOrder', { order_id: orderId }, staff)
  if (!body.success) throw new Error('no order')
  const { about } = body.data
  expect(about).toMatchObject({
    holder: { name: expect.stringMatching(/^\S+ \S+/), drives: true },
    cars: [{ plate: '123ABC02', name: expect.stringMatching(/\S/) }],
    language: 'kz',
    has: { policies: 1, claims: 0 },
    account_id: expect.any(String),
    lists: { state: 'clear', at: expect.any(String) },
  })
  expect(about.phone).toMatch(/^\+7 .*•.*01$/)
  // Numbers are masked until a caller reveals one, which is audited.
  expect(JSON.stringify(body.data)).not.toMatch(/850315399904|77010000001/)
  const phone = await at().api('staffReveal', { order_id: orderId, what: 'phone' }, staff)
  expect(phone.body).toMatchObject({ data: { value: '77010000001' } })
  expect(await audited('client.phone_revealed')).toMatchObject({ details: { order: orderId } })
})

test('staff open the papers of an order, and each opening is written down', async () => {
  const { staff, client, orderId } = await people()
  const { body } = await at().api('staffOrder', { order_id: orderId }, staff)
  if (!body.success) throw new Error('no order')
  const kinds = body.data.papers.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['policy', 'covernote', 'slip', 'applicantForm']))
  // A paper's address is the paper: the answer has none before the request for it.
  expect(JSON.stringify(body.data)).not.toMatch(/download-/)
  for (const { id } of body.data.papers) {
    const opened = await at().api('staffOpenPaper', { order_id: orderId, paper: id }, staff)
    if (!opened.body.success) throw new Error(id)
    const { url } = opened.body.data
    if (!id.startsWith('receipt:'))
      expect((await fetch(at().url + new URL(url).pathname)).headers.get('content-type')).toBe(
        'application/pdf',
      )
    expect(await audited('order.paper_opened')).toMatchObject({
      object_kind: 'order',
      object_id: orderId,
      details: { paper: id.split(':')[0] },
    })
  }
  const of = { order_id: orderId, paper: 'policy' }
  expect((await at().api('staffOpenPaper', of, client)).status).toBe(403)
  expect((await at().api('staffOpenPaper', { ...of, paper: 'passport' }, staff)).status).toBe(404)
  expect((await at().api('staffOpenPaper', { ...of, paper: 'receipt:x' }, staff)).status).toBe(404)
  expect((await at().api('staffOpenPaper', { ...of, order_id: 'x' }, staff)).status).toBe(404)
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
  // The event reports that something changed, and nothing of it.
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
        // The lock prevents identifying the caller.
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
        // The server notices the abort before the next request.
        await fetch(`${at().url}/robots.txt`)
      })
  const stop = new AbortController()
  expect((await open(stop.signal)).status).toBe(200)
  stop.abort()
})
