import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '#systems/exchange-kit.ts'
import { type Ask, type Send, Unavailable } from '#systems/http.ts'
import { smsGateway } from '#systems/sms/client.ts'
import { SmsRefused } from '#systems/sms/port.ts'
import { smsSandbox } from '#systems/sms/sandbox.ts'
import { buyer, clockOn, ordered, paysBill, purchaseToken, settled } from '../sale.ts'
import { testApp, until } from '../test-app.ts'
import { bentJson, mutationsOf } from './mutations.ts'

/**
 * The SMS gateway as its document says: `id` proves nothing, a repeat is not dropped. Each
 * difference of the review has a test of its name.
 */
const world = createWorld({})
const { send, journal } = sending('sms')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) =>
  smsGateway(
    { address: `${server.address}/sms`, login: 'qorgan', password: 's', sender: 'Qorgan' },
    through,
  )
let keys = 0
const message = (to = '77010000001') => ({ to, text: 'Код 1234', key: `outside-${++keys}` })
const answering = (body: unknown): Send => tampered(send, () => JSON.stringify(body))

beforeAll(async () => {
  server = await serving(world, smsSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
  world.messages.length = 0
})
afterAll(() => server.close())
const later = (minutes: number) =>
  world.setNow(new Date(world.now().getTime() + minutes * 60_000).toISOString())

describe('differences', () => {
  test('an error that carries the message’s id is an error', async () => {
    await expect(client().send(message('7123'))).rejects.toMatchObject({
      name: 'SmsRefused',
      kind: 'final',
      mayHaveHappened: false,
    })
    await expect(client().send(message('77990000001'))).rejects.toMatchObject({ kind: 'final' })
    await expect(
      client(answering({ error: 'invalid number', error_code: 7, id: 175 })).send(message()),
    ).rejects.toBeInstanceOf(SmsRefused)
  })

  test.each([
    [1, 'ours'],
    [2, 'ours'],
    [3, 'ours'],
    [4, 'later'],
    [5, 'ours'],
    [6, 'ours'],
    [7, 'final'],
    [8, 'final'],
    [9, 'later'],
  ])('error %i is a matter of: %s', async (error_code, kind) => {
    await expect(
      client(answering({ error: 'any words', error_code })).send(message()),
    ).rejects.toMatchObject({ kind })
  })

  test('an error that is not in the document is unclear and named', async () => {
    await expect(
      client(answering({ error: 'new', error_code: 77 })).send(message()),
    ).rejects.toThrow('error 77: new')
  })

  test('the gateway takes a repeat after a minute as a new message', async () => {
    const fields = {
      login: 'l',
      psw: 'p',
      phones: '77010000001',
      mes: 'x',
      id: '5',
      charset: 'utf-8',
      fmt: '3',
    }
    const post = async () =>
      (
        await fetch(`${server.address}/sms/sys/send.php`, {
          method: 'POST',
          body: new URLSearchParams(fields).toString(),
        })
      ).json()
    expect(await post()).toMatchObject({ id: 5 })
    expect(await post()).toMatchObject({ error_code: 9 })
    await later(2)
    expect(await post()).toMatchObject({ id: 5 })
    expect(world.messages).toHaveLength(2)
  })

  test('what may have been sent before is asked about first, and is not sent twice', async () => {
    const one = message()
    await client().send(one)
    await later(30)
    expect(await client().send({ ...one, again: true })).toMatchObject({ id: expect.any(String) })
    expect(world.messages).toHaveLength(1)
    await client().send({ ...message(), again: true })
    expect(world.messages).toHaveLength(2)
  })

  test('after a lost answer they are asked; what did not arrive goes once more with the same words', async () => {
    world.faults.push({ system: 'sms', operation: 'send', mode: 'reset', times: 1 })
    await client().send(message())
    expect(world.messages).toHaveLength(1)
    world.faults.push({ system: 'sms', operation: 'send', mode: 'reset_before', times: 1 })
    await client().send(message())
    expect(world.messages).toHaveLength(2)
    expect(new Set(world.messages.map(({ text }) => text)).size).toBe(1)
  })

  test('while they neither answer nor can be asked nothing goes again', async () => {
    world.faults.push(
      { system: 'sms', operation: 'send', mode: 'reset', times: 1 },
      { system: 'sms', operation: 'status', mode: 'unavailable', times: 9 },
    )
    await expect(client().send(message())).rejects.toBeInstanceOf(Unavailable)
    expect(world.messages).toHaveLength(1)
    expect(world.journal.filter(({ operation }) => operation === 'send').slice(-1)).toMatchObject([
      { fault: 'reset' },
    ])
  })

  test('an answer about another message is unclear', async () => {
    const other: Send = async (ask) =>
      ask.operation === 'send' ? answering({ id: 1, cnt: 1 })(ask) : send(ask)
    await client(other).send(message())
    expect(world.messages).toHaveLength(1)
  })

  test('a state that says it will not leave is a refusal', async () => {
    const stuck: Send = async (ask) =>
      ask.operation === 'status' ? answering({ status: 22, err: 0 })(ask) : send(ask)
    await expect(client(stuck).send({ ...message(), again: true })).rejects.toMatchObject({
      name: 'SmsRefused',
      kind: 'final',
    })
  })
})

describe('the product', () => {
  test('a message whose answer was lost, its process killed and an hour gone by, is not sent twice', {
    timeout: 90_000,
  }, async () => {
    const at = await testApp()
    const token = await purchaseToken(at)
    const { orderId } = await ordered(at, token)
    await paysBill(at)
    await settled(at, token, orderId)
    const row = () =>
      at.db
        .selectFrom('messages')
        .selectAll()
        .where('order_id', '=', orderId)
        .where('kind', '=', 'sms')
        .executeTakeFirst()
    const messages = await until(row, (found) => Boolean(found?.sent_at), 60_000)
    expect(messages?.tried_at).toBeTruthy()
    const before = (await at.messages(buyer.phone)).length
    await clockOn(at, 3_600)
    // As a process killed between the gateway's answer and its own commit left it.
    await at.db
      .updateTable('messages')
      .set({ sent_at: null, outside_id: null })
      .where('id', '=', messages?.id ?? '')
      .execute()
    await until(row, (found) => Boolean(found?.sent_at), 60_000)
    expect(await at.messages(buyer.phone)).toHaveLength(before)
    expect((await at.journal('sms')).at(-1)).toMatchObject({ operation: 'status' })
  })
})

describe('bad input', () => {
  test.each(['send', 'status', 'balance'])(
    '%s: a bent answer is never a second message, never a crash',
    async (operation) => {
      let asks: Ask[] = []
      for (let seed = 0; seed < mutationsOf; seed++) {
        asks = []
        world.messages.length = 0
        const bent: Send = async (ask) => {
          asks.push(ask)
          const reply = await send(ask)
          if (ask.operation !== operation) return reply
          const text = bentJson(reply.text, seed)
          return { ...reply, text, body: Buffer.from(text) }
        }
        const work =
          operation === 'balance'
            ? client(bent).balance()
            : client(bent).send({ ...message(), again: operation === 'status' })
        const outcome = await work.then(
          () => 'done',
          (cause: unknown) => (cause instanceof Unavailable ? 'unclear' : cause),
        )
        expect(['done', 'unclear'], `seed ${seed}`).toContain(outcome)
        expect(world.messages.length, `seed ${seed}`).toBeLessThanOrEqual(1)
        // A state that they name is believed; whoever says "sent" is held to it.
        if (operation === 'send' && outcome === 'done')
          expect(world.messages.length, `seed ${seed}`).toBe(1)
      }
      expect(asks.length).toBeGreaterThan(0)
      expect(journal.length).toBeGreaterThan(0)
    },
  )
})
