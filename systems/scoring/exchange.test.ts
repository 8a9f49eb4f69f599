import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { scoring } from './client.ts'
import { scoringSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('scoring')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) => scoring({ address: server.address, token: 'secret' }, through)

const fine = '850315399904'
const bad = '580210499908'
const ask = (over: Partial<Parameters<ReturnType<typeof client>['score']>[0]> = {}) => ({
  policyholder: fine,
  drivers: [fine],
  plates: ['999ZZZ02'],
  key: 'quote-1',
  ...over,
})

beforeAll(async () => {
  const person = world.people.get(bad)
  if (person) world.people.set(bad, { ...person, scoring: 'bad' })
  server = await serving(world, scoringSandbox(world))
})
afterAll(() => server.close())

test('a good sale is ok, one bad driver makes it bad', async () => {
  expect(await client().score(ask())).toBe('ok')
  expect(await client().score(ask({ drivers: [fine, bad] }))).toBe('bad')
  expect(await client().score(ask({ policyholder: bad }))).toBe('bad')
})

test('a person without a decision is Unavailable, also as one of the drivers', async () => {
  await expect(
    client().score(ask({ policyholder: '861214399905', drivers: [] })),
  ).rejects.toBeInstanceOf(Unavailable)
  await expect(client().score(ask({ drivers: [fine, '861214399905'] }))).rejects.toBeInstanceOf(
    Unavailable,
  )
})

test('a person whose registers hang is Unavailable, also as one of the drivers', async () => {
  await expect(client().score(ask({ drivers: [fine, '950303499901'] }))).rejects.toThrow(
    'time limit',
  )
})

test.each(['garbage', 'timeout', 'unavailable', 'error'] as const)(
  'mode %s is Unavailable',
  async (mode) => {
    world.faults.push({ system: 'scoring', operation: 'score', mode, times: 3 })
    await expect(client().score(ask())).rejects.toBeInstanceOf(Unavailable)
    world.faults.length = 0
  },
)

test('an answer about another quote is Unavailable', async () => {
  await expect(
    client(tampered(send, (text) => text.replace('quote-1', 'quote-2'))).score(ask()),
  ).rejects.toThrow('another request')
})

test('the journals know the quote and no person', () => {
  expect(journal.some(({ key }) => key === 'quote-1')).toBe(true)
  expect(world.journal.some(({ key }) => key.requestId === 'quote-1')).toBe(true)
  expect(JSON.stringify([journal, world.journal])).not.toContain(fine)
})
