import { afterEach, beforeEach, expect, test } from 'vitest'
import { bank } from '#systems/bank/client.ts'
import { seller } from '#systems/bank/sandbox.ts'
import { sender } from '#systems/http.ts'
import { mailer } from '#systems/mail/client.ts'
import { until } from '#tests/http.ts'
import { callsTo } from '#tests/sandbox-calls.ts'
import { type Sandbox, startSandbox } from './start.ts'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 })
})
afterEach(() => sandbox.close())

const call = callsTo(() => sandbox)
const pays = (orderId: string, phone = '77010000001') =>
  bank(
    { address: `${sandbox.url}/bank`, ...seller },
    sender('bank', { journal: () => {} }),
  ).invoice({
    orderId,
    phone,
    amount: 36_094,
    comment: 'OGPO',
  })

test('messages are newest first, and a reply is heard by those who asked', async () => {
  const heard: string[] = []
  sandbox.world.onReply((phone, text) => heard.push(`${phone} ${text}`))
  sandbox.world.deliver({ to: '77010000001', from: '1414', text: 'first' })
  sandbox.world.deliver({ to: '77010000001', from: 'Qorgan', text: 'second' })
  const { body } = await call('GET', '/control/phones/77010000001/messages')
  expect(body).toEqual([
    { id: 'm2', from: 'Qorgan', text: 'second', at: expect.any(String) },
    { id: 'm1', from: '1414', text: 'first', at: expect.any(String) },
  ])
  expect((await call('POST', '/control/phones/77010000001/reply', { text: '1' })).status).toBe(200)
  expect(heard).toEqual(['77010000001 1'])
  expect((await call('POST', '/control/phones/123/reply', { text: '1' })).status).toBe(422)
})

test('a phone without a wallet gets no invoice', async () => {
  await call('PUT', '/control/phones/77010000001', { wallet: false })
  expect(await pays('a1')).toMatchObject({ refused: 'phone_unknown' })
  await call('PUT', '/control/phones/77010000001', { wallet: true })
  expect(await pays('a1')).toHaveProperty('billId')
})

test('invoices are listed by phone, paid and rejected', async () => {
  await pays('a1')
  await pays('a2')
  await pays('a3', '77010000002')
  const { body } = await call('GET', '/control/invoices?phone=77010000001')
  expect(body).toMatchObject([
    { phone: '77010000001', amount: 36_094, status: 'awaiting' },
    { phone: '77010000001', amount: 36_094, status: 'awaiting' },
  ])
  expect((await call('POST', `/control/invoices/${body[0].id}/pay`)).body).toMatchObject({
    status: 'paid',
  })
  expect((await call('POST', `/control/invoices/${body[1].id}/reject`)).body).toMatchObject({
    status: 'rejected',
  })
  expect((await call('POST', `/control/invoices/${body[0].id}/reject`)).status).toBe(409)
  expect((await call('POST', '/control/invoices/0/pay')).status).toBe(404)
  expect((await call('GET', '/control/invoices')).body).toHaveLength(3)
})

test('a link opens one bill, which is paid there', async () => {
  const { billId } = Object(await pays('a1'))
  expect((await call('GET', `/bill/${billId}`)).body).toContain(`/bill/${billId}/pay`)
  expect((await call('POST', `/bill/${billId}/pay`)).status).toBe(303)
  expect((await call('GET', `/bill/${billId}`)).body).not.toContain(`/bill/${billId}/pay`)
  expect((await call('GET', '/control/invoices')).body).toMatchObject([{ status: 'paid' }])
  expect((await call('GET', '/bill/0')).status).toBe(404)
})

test('mail is listed by address with its attachments', async () => {
  const post = mailer(
    {
      host: '127.0.0.1',
      port: sandbox.smtpPort,
      secure: false,
      from: { name: 'Qorgan', address: 'info@qorgan.example' },
    },
    { journal: () => {} },
  )
  await post.send({
    to: 'Client@example.kz',
    subject: 'Сіздің полисіңіз',
    text: 'Рақмет!',
    html: '<p>Рақмет!</p>',
    attachments: [
      { name: 'Полис.pdf', content: Buffer.alloc(2_000, 'x'), type: 'application/pdf' },
    ],
    key: 'policy-1',
  })
  post.close()
  expect((await call('GET', '/control/mail/client@example.kz')).body).toEqual([
    {
      id: 'e1',
      subject: 'Сіздің полисіңіз',
      text: 'Рақмет!',
      attachments: [{ name: 'Полис.pdf', size: 2_000 }],
      at: expect.any(String),
    },
  ])
})

test('the journal lists every call received, oldest first, by system', async () => {
  await pays('a1')
  await fetch(`${sandbox.url}/sms/sys/send.php`, { method: 'POST', body: 'id=5' })
  await pays('a2')
  expect((await call('GET', '/control/journal?system=bank')).body).toMatchObject([
    { system: 'bank', operation: 'remote/create', key: { comment: 'a1' }, fault: null },
    { operation: 'remote/create', key: { comment: 'a2' } },
  ])
  expect((await call('GET', '/control/journal')).body).toHaveLength(3)
})

test('the clock is read, set and streamed: the stream has the change before the call is answered', async () => {
  const stop = new AbortController()
  const stream = await fetch(`${sandbox.url}/control/clock/stream`, { signal: stop.signal })
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toMatch(/^data: \{"now":"20/)
  const { body } = await call('POST', '/control/clock', { now: '2026-12-24T10:00:00+05:00' })
  expect(body.now).toMatch(/^2026-12-24T05:00:0/)
  expect((await reader?.read())?.value).toContain('2026-12-24T05:00:0')
  expect((await call('GET', '/control/clock')).body.now).toMatch(/^2026-12-24T05:00:/)
  stop.abort()
  expect((await call('POST', '/control/clock', { now: 'tomorrow' })).status).toBe(422)
})

test('faults are set, used up and cleared', async () => {
  expect(
    (
      await call('POST', '/control/faults', {
        system: 'bank',
        operation: 'remote/create',
        mode: 'error',
        times: 1,
      })
    ).status,
  ).toBe(200)
  expect(await pays('a1')).toMatchObject({ refused: 'setup' })
  expect(await pays('a1')).toHaveProperty('billId')
  await call('POST', '/control/faults', { system: 'bank', mode: 'error', times: 5 })
  expect((await call('DELETE', '/control/faults')).body).toEqual({ faults: [] })
  expect(await pays('a2')).toHaveProperty('billId')
})

test('an answer is held until it is let go, and slow for as long as it is told', async () => {
  await call('POST', '/control/faults', { system: 'bank', mode: 'hold', times: 1 })
  const held = pays('a3')
  let answered = false
  void held.then(() => {
    answered = true
  })
  await call('GET', '/control/clock')
  expect(answered).toBe(false)
  await until(
    async () => (await call('POST', '/control/faults/release')).body.released,
    (released) => released === 1,
  )
  expect(await held).toHaveProperty('billId')
  await call('POST', '/control/faults', { system: 'bank', mode: 'slow', times: 1, ms: 5 })
  expect(await pays('a4')).toHaveProperty('billId')
  expect(
    (await call('POST', '/control/faults', { system: 'bank', mode: 'slow', ms: 0 })).status,
  ).toBe(422)
})

test.each([
  [{ system: 'bank', mode: 'twice', times: 1 }, 'mode'],
  [{ system: 'nobody', mode: 'error', times: 1 }, 'system'],
  [{ system: 'bank', mode: 'explode', times: 1 }, 'mode'],
  [{ system: 'bank', mode: 'error', times: 0 }, 'times'],
])('the fault %j is refused', async (fault, path) => {
  const { status, body } = await call('POST', '/control/faults', fault)
  expect([status, body.errors[0].path]).toEqual([422, path])
})

test('the virtual phone answers 1414, pays and switches the wallet with plain forms', async () => {
  await pays('a1')
  sandbox.world.deliver({
    to: '77010000001',
    from: '1414',
    text: 'Келісесіз бе? 1 – иә, 0 – жоқ. http://localhost:3000/x?a=1.',
  })
  const page = (await call('GET', '/phone/77010000001')).body
  expect(page).toContain('Әбдіқадыров')
  expect(page).toContain('<a href="http://localhost:3000/x?a=1">')
  const pay = /formaction="([^"]+\/pay)"/.exec(page)?.[1] ?? ''
  expect((await call('POST', pay, '')).status).toBe(303)
  expect((await call('GET', '/control/invoices?phone=77010000001')).body).toMatchObject([
    { status: 'paid' },
  ])
  const heard: string[] = []
  sandbox.world.onReply((_phone, text) => heard.push(text))
  await call('POST', '/phone/77010000001/reply', 'text=1')
  expect(heard).toEqual(['1'])
  await call('POST', '/phone/77010000001/wallet', 'wallet=false')
  expect((await call('GET', '/control/phones/77010000001')).body).toEqual({
    phone: '77010000001',
    wallet: false,
  })
})

test('a code of 1414 is read, not answered', async () => {
  sandbox.world.deliver({ to: '77010000001', from: '1414', text: 'код подтверждения 5821' })
  expect((await call('GET', '/phone/77010000001')).body).not.toContain('/reply')
})

test('texts of messages and mails cannot break the pages', async () => {
  sandbox.world.deliver({ to: '77010000001', from: '<b>', text: '<script>alert(1)</script>' })
  expect((await call('GET', '/phone/77010000001')).body).not.toContain('<script>alert')
})
