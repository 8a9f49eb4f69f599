import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { type Send, Unavailable } from '../http.ts'
import { mobizon } from './client.ts'
import { mobizonSandbox, sandboxKey } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('mobizon')
let server: Awaited<ReturnType<typeof serving>>
const client = (through: Send = send, apiKey = sandboxKey) =>
  mobizon({ address: `${server.address}/mobizon`, apiKey, sender: 'Qorgan' }, through)

beforeAll(async () => {
  server = await serving(world, mobizonSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
  world.messages.length = 0
  journal.length = 0
})
afterAll(() => server.close())

const text = 'Полисіңіз дайын: http://localhost:3000/check?n=1&k=ә'
let keys = 0
const message = (to = '77010000001') => ({ to, text, key: `mobizon-${++keys}` })
const answering = (body: unknown): Send => tampered(send, () => JSON.stringify(body))
/** Answers so only for sent messages; the list is theirs. */
const sentAs =
  (body: unknown): Send =>
  (ask) =>
    ask.operation === 'sendSmsMessage' ? answering(body)(ask) : send(ask)

test('a message arrives letter for letter, from our name; the balance is told', async () => {
  expect(await client().send(message())).toHaveProperty('id')
  expect(world.messages).toMatchObject([{ to: '77010000001', from: 'Qorgan', text }])
  expect(await client().balance()).toEqual({ balance: 4321.5, currency: 'KZT' })
})

test('a repeat is asked about first: the same key is delivered once, another key again', async () => {
  const first = message()
  await client().send(first)
  await client().send({ ...first, again: true })
  expect(world.messages).toHaveLength(1)
  await client().send({ ...message(), again: true })
  expect(world.messages).toHaveLength(2)
})

test('a message whose answer was lost is found in their list, and not sent again', async () => {
  world.faults.push({ system: 'mobizon', operation: 'sendSmsMessage', mode: 'reset', times: 1 })
  await client().send(message())
  expect(world.messages).toHaveLength(1)
  expect(journal.map(({ operation }) => operation)).toEqual(['sendSmsMessage', 'list'])
})

test('what is not in their list after an unclear answer was surely not taken', async () => {
  world.faults.push({
    system: 'mobizon',
    operation: 'sendSmsMessage',
    mode: 'unavailable',
    times: 1,
  })
  await expect(client().send(message())).rejects.toMatchObject({ mayHaveHappened: false })
  expect(world.messages).toHaveLength(0)
})

test('while they can not be asked it stays unclear', async () => {
  world.faults.push(
    { system: 'mobizon', operation: 'sendSmsMessage', mode: 'reset', times: 1 },
    { system: 'mobizon', operation: 'list', mode: 'error', times: 1 },
  )
  await expect(client().send(message())).rejects.toMatchObject({ mayHaveHappened: true })
  expect(world.messages).toHaveLength(1)
})

test('a wrong number is final; a wrong key and a blocked account are ours', async () => {
  await expect(client().send(message('77990000001'))).rejects.toMatchObject({ kind: 'final' })
  await expect(client(send, 'x'.repeat(40)).send(message())).rejects.toMatchObject({
    kind: 'ours',
    system: 'mobizon',
  })
  world.faults.push({ system: 'mobizon', mode: 'error', times: 1 })
  await expect(client().send(message())).rejects.toMatchObject({
    kind: 'ours',
    mayHaveHappened: false,
  })
  expect(world.messages).toHaveLength(0)
})

test.each([3, 10, 15, 98, 99, 100, 999, 77])(
  'code %i is unclear: the list is asked',
  async (code) => {
    await client(sentAs({ code, data: null, message: '' })).send(message())
    expect(world.messages).toHaveLength(1)
    expect(journal.at(-1)).toMatchObject({ operation: 'list' })
  },
)

test('code 30 is for later', async () => {
  await expect(client(answering({ code: 30, data: null })).send(message())).rejects.toMatchObject({
    kind: 'later',
  })
})

test.each([
  ['UNDELIV', 'final'],
  ['REJECTD', 'ours'],
  ['DELETED', 'ours'],
])('%s will not arrive: a refusal, %s', async (status, kind) => {
  const one = message()
  const list: Send = (ask) => {
    const found = { to: one.to, text, status }
    return answering({ code: 0, data: { items: [found], totalItemCount: '1' } })(ask)
  }
  await expect(client(list).send({ ...one, again: true })).rejects.toMatchObject({ kind })
})

test.each(['timeout', 'garbage'] as const)('%s is unavailable', async (mode) => {
  world.faults.push({ system: 'mobizon', mode, times: 5 })
  await expect(client().send(message())).rejects.toThrow(Unavailable)
})

test('neither the phone nor the text nor the key is in a journal or an address', async () => {
  await client().send({ ...message(), again: true })
  const written = JSON.stringify([journal, world.journal])
  for (const secret of ['77010000001', 'Полис', sandboxKey]) expect(written).not.toContain(secret)
})
