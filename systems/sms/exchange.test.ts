import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { smsGateway } from './client.ts'
import { smsSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('sms')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) =>
  smsGateway(
    { address: `${server.address}/sms`, login: 'qorgan', password: 'secret', sender: 'Qorgan' },
    through,
  )

beforeAll(async () => {
  server = await serving(world, smsSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
  world.messages.length = 0
})
afterAll(() => server.close())

const text = 'Полисіңіз дайын: http://localhost:3000/check?n=1&k=ә'
let keys = 0
const message = () => ({ to: '77010000001', text, key: `sms-${++keys}` })

test('a message arrives on the virtual phone letter for letter, from our name', async () => {
  expect(await client().send(message())).toHaveProperty('id')
  expect(world.messages).toMatchObject([{ to: '77010000001', from: 'Qorgan', text }])
})

test('the same key is delivered once, another key again', async () => {
  const first = message()
  expect(await client().send(first)).toEqual(await client().send(first))
  await client().send(message())
  expect(world.messages).toHaveLength(2)
})

test('a message whose answer was lost is asked about and delivered once', async () => {
  world.faults.push({ system: 'sms', operation: 'send', mode: 'reset', times: 1 })
  await client().send(message())
  expect(world.messages).toHaveLength(1)
  // The client did not send it again: it queried them.
  expect(journal.slice(-2)).toMatchObject([
    { operation: 'send', attempts: 1, outcome: 'unavailable' },
    { operation: 'status', attempts: 1, outcome: 'ok' },
  ])
})

test('an error inside HTTP 200 is an error, and surely nothing was sent', async () => {
  world.faults.push({ system: 'sms', mode: 'error', times: 1 })
  await expect(client().send(message())).rejects.toMatchObject({
    name: 'SmsRefused',
    kind: 'ours',
    mayHaveHappened: false,
  })
  expect(world.messages).toHaveLength(0)
})

test('too many connections is not mistaken for a repeated message', async () => {
  const busy = tampered(send, () =>
    JSON.stringify({ error: 'too many concurrent requests', error_code: 9 }),
  )
  await expect(client(busy).send(message())).rejects.toMatchObject({
    name: 'SmsRefused',
    kind: 'later',
  })
})

test('mode never: accepted, but never shown', async () => {
  world.faults.push({ system: 'sms', mode: 'never', times: 1 })
  expect(await client().send(message())).toHaveProperty('id')
  expect(world.messages).toHaveLength(0)
})

test.each(['timeout', 'unavailable', 'garbage'] as const)(
  'a gateway that answers with %s is unavailable',
  async (mode) => {
    world.faults.push({ system: 'sms', mode, times: 5 })
    await expect(client().send(message())).rejects.toThrow(Unavailable)
  },
)

test('neither the phone nor the text nor the password is in a journal or an address', async () => {
  await client().send(message())
  const written = JSON.stringify([journal, world.journal])
  for (const secret of ['77010000001', 'Полис', 'secret']) expect(written).not.toContain(secret)
})
