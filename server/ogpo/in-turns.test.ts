import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { byInsurer, type UnifiedDatabase } from '#systems/esbd/by-insurer.ts'
import { EsbdRefused, esbd } from '#systems/esbd/client.ts'
import { esbdSandbox } from '#systems/esbd/sandbox.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { inTurns } from './calculate.ts'

const world = createWorld()
let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving(world, esbdSandbox(world))
})
afterAll(() => server.close())

/** The sandbox's database behind two sessions; `most` is the peak of parallel verbs. */
function counted() {
  const users = ['1-one', '1-two'].map((name) => ({ name, password: 'secret' }))
  const config = { addresses: [`${server.address}/esbd/IICWebService.asmx`], users, systemId: 1 }
  const client = esbd(config, sending('esbd').send)
  const database = byInsurer([{ systemId: 1, sessions: users.length, client }])
  let [running, most] = [0, 0]
  const findPerson: UnifiedDatabase['findPerson'] = async (iin) => {
    running += 1
    most = Math.max(most, running)
    try {
      if (iin === 'refused') throw new EsbdRefused('GetClientsByKeyFields', 'no such person')
      return await database.findPerson(iin)
    } finally {
      running -= 1
    }
  }
  return { database: { ...database, findPerson }, most: () => most }
}

test('of fifteen people two are asked about at once, each is answered, and a refusal gives its turn on', async () => {
  const iins = ['refused', ...Array.from({ length: 14 }, () => '850315399904')]
  const free = counted()
  const answers = await Promise.allSettled(iins.map((iin) => free.database.findPerson(iin)))
  expect(free.most()).toBeGreaterThan(2)
  const limited = counted()
  const { findPerson } = inTurns(limited.database, 2)
  expect(await Promise.allSettled(iins.map((iin) => findPerson(iin)))).toEqual(answers)
  expect(limited.most()).toBe(2)
})
