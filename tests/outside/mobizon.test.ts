import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { type Send, Unavailable } from '#systems/http.ts'
import { mobizon } from '#systems/mobizon/client.ts'
import { mobizonSandbox, sandboxKey } from '#systems/mobizon/sandbox.ts'
import { bentJson, mutationsOf } from './mutations.ts'

/** Mobizon with bent answers: never a crash, never a second message. */
const world = createWorld({})
const { send } = sending('mobizon')
let server: Awaited<ReturnType<typeof serving>>
const client = (through: Send) =>
  mobizon({ address: `${server.address}/mobizon`, apiKey: sandboxKey }, through)

beforeAll(async () => {
  server = await serving(world, mobizonSandbox(world))
})
afterAll(() => server.close())

test.each(['sendSmsMessage', 'list', 'getOwnBalance'])(
  '%s: a bent answer is never a second message, never a crash',
  async (operation) => {
    for (let seed = 0; seed < mutationsOf; seed++) {
      world.messages.length = 0
      const bent: Send = async (ask) => {
        const reply = await send(ask)
        if (ask.operation !== operation) return reply
        const text = bentJson(reply.text, seed)
        return { ...reply, text, body: Buffer.from(text) }
      }
      const one = { to: '77010000001', text: 'Код 1234', key: `bent-${operation}-${seed}` }
      if (operation === 'list') await client(send).send(one)
      const work =
        operation === 'getOwnBalance'
          ? client(bent).balance()
          : client(bent).send({ ...one, again: operation === 'list' })
      const outcome = await work.then(
        () => 'done',
        (cause: unknown) => (cause instanceof Unavailable ? 'unclear' : cause),
      )
      expect(['done', 'unclear'], `seed ${seed}`).toContain(outcome)
      if (operation === 'sendSmsMessage')
        expect(world.messages.length, `seed ${seed}`).toBeLessThanOrEqual(1)
      if (operation === 'sendSmsMessage' && outcome === 'done')
        expect(world.messages.length, `seed ${seed}`).toBe(1)
    }
  },
)
