import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import type { CallRecord } from '../http.ts'
import { type Mailer, mailer } from './client.ts'
import { mailSandbox, mailsOf } from './sandbox.ts'

const world = createWorld({})
const server = mailSandbox(world)
const journal: CallRecord[] = []
let client: Mailer
let port: number
const from = { name: 'Қорған', address: 'info@qorgan.example' }

beforeAll(async () => {
  port = await server.listen(0, '127.0.0.1')
  client = mailer(
    { host: '127.0.0.1', port, secure: false, from },
    { journal: (record) => journal.push(record), timeoutMs: 2_000 },
  )
})
beforeEach(() => {
  world.faults.length = 0
})
afterAll(async () => {
  client.close()
  await server.close()
})

let keys = 0
const mail = () => ({
  to: 'client@example.kz',
  subject: 'Сақтандыру полисі',
  text: 'Құрметті клиент!\n\nПолис тіркелді.',
  html: '<p>Құрметті клиент!</p><p>Полис тіркелді.</p>',
  key: `mail-${++keys}`,
})
const received = () => mailsOf(world, 'client@example.kz')

test('a mail arrives with its Kazakh letters and attachments', async () => {
  const pdf = Buffer.alloc(12_345, 7)
  await client.send({
    ...mail(),
    attachments: [{ name: 'Полис ОГПО.pdf', content: pdf, type: 'application/pdf' }],
  })
  expect(received()[0]).toMatchObject({
    subject: 'Сақтандыру полисі',
    text: 'Құрметті клиент!\n\nПолис тіркелді.',
    html: expect.stringContaining('<p>Полис тіркелді.</p>'),
    from: 'info@qorgan.example',
    attachments: [{ name: 'Полис ОГПО.pdf', size: 12_345 }],
  })
})

test('newest first, and only of the address asked for, whatever its case', async () => {
  await client.send({ ...mail(), subject: 'second' })
  await client.send({ ...mail(), to: 'Other@Example.kz' })
  expect(received()[0]?.subject).toBe('second')
  expect(mailsOf(world, 'OTHER@example.kz')).toHaveLength(1)
})

test('the same key is the same mail: kept once, also when the first answer was lost', async () => {
  const one = mail()
  const before = received().length
  world.faults.push({ system: 'mail', operation: 'send', mode: 'reset', times: 1 })
  await expect(client.send(one)).rejects.toMatchObject({
    name: 'Unavailable',
    mayHaveHappened: true,
  })
  const { id } = await client.send(one)
  expect((await client.send(one)).id).toBe(id)
  expect(received().length).toBe(before + 1)
})

test.each([
  ['error', 'SMTP 554', false],
  ['unavailable', 'SMTP 421', false],
  ['timeout', 'time limit', true],
] as const)(
  'a server in mode %s makes the mail unavailable: %s',
  async (mode, reason, mayHaveHappened) => {
    const before = received().length
    world.faults.push({ system: 'mail', operation: 'send', mode, times: 1 })
    await expect(client.send(mail())).rejects.toMatchObject({
      message: `mail send: ${reason}`,
      mayHaveHappened,
    })
    expect(received().length).toBe(before)
  },
)

test.each(['reset_before', 'garbage'] as const)('mode %s keeps nothing', async (mode) => {
  const before = received().length
  world.faults.push({ system: 'mail', mode, times: 1 })
  await expect(client.send(mail())).rejects.toMatchObject({ name: 'Unavailable' })
  expect(received().length).toBe(before)
})

test('where TLS is a must, a server without it gets nothing', async () => {
  const before = received().length
  const careful = mailer(
    { host: '127.0.0.1', port, secure: false, requireTls: true, from },
    { journal: (record) => journal.push(record) },
  )
  await expect(careful.send(mail())).rejects.toMatchObject({
    name: 'Unavailable',
    mayHaveHappened: false,
  })
  expect(received().length).toBe(before)
})

test('a server that is not there: nothing was sent', async () => {
  const nobody = mailer(
    { host: '127.0.0.1', port: 1, secure: false, from },
    { journal: (record) => journal.push(record), timeoutMs: 400 },
  )
  await expect(nobody.send(mail())).rejects.toMatchObject({ mayHaveHappened: false })
})

test('the journals hold keys and no address', async () => {
  const one = mail()
  await client.send(one)
  expect(journal.at(-1)).toMatchObject({
    system: 'mail',
    operation: 'send',
    key: one.key,
    outcome: 'ok',
    status: 250,
  })
  expect(JSON.stringify([journal, world.journal])).not.toContain('client@example.kz')
})
