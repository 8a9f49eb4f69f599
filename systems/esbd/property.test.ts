import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving } from '../exchange-kit.ts'
import { EsbdRefused, esbd, type HomeDraft } from './client.ts'
import { esbdSandbox } from './sandbox.ts'
import { contractsByNumber } from './sandbox-policies.ts'

const world = createWorld()
const { send } = sending('esbd')
let server: Awaited<ReturnType<typeof serving>>
const database = () =>
  esbd(
    {
      addresses: [`${server.address}/esbd/IICWebService.asmx`],
      users: [{ name: 'qorgan-1', password: 'secret' }],
      limitMs: 8_000,
    },
    send,
  )
beforeAll(async () => {
  server = await serving(world, esbdSandbox(world))
})
afterAll(() => server.close())
beforeEach(() => {
  world.faults.length = 0
  world.journal.length = 0
})

const draft = async (number: string): Promise<HomeDraft> => {
  const person = await database().findPerson('850315399904')
  return {
    number,
    insurerSystemId: 1,
    start: '2026-11-20',
    end: '2027-11-19',
    contractDate: '2026-11-20',
    insuranceAmount: 5_000_000,
    premium: 1_490,
    policyholderClientId: person?.clientId ?? 0,
    address: 'Алматы қаласы, Абай даңғылы, 10-үй, 25-пәтер',
    middlemanContract: 'QORGAN-1',
  }
}

test('a contract on a home is registered once under its number, with a number of the database', async () => {
  const first = await database().registerHome(await draft('QH-1'))
  expect(first).toMatchObject({ number: 'QH-1', globalId: expect.stringMatching(/^\d{11}[A-Z]$/) })
  expect(await database().registerHome(await draft('QH-1'))).toEqual(first)
  expect(contractsByNumber(world, 'QH-1')).toHaveLength(1)
})

test('when the answer is lost, the contract is found by its number', async () => {
  world.faults.push({ system: 'esbd', operation: 'SetContractDsProperty', mode: 'reset', times: 1 })
  expect((await database().registerHome(await draft('QH-2'))).number).toBe('QH-2')
  expect(contractsByNumber(world, 'QH-2')).toHaveLength(1)
})

test('a draft that contradicts itself is refused', async () => {
  const wrong = { ...(await draft('QH-3')), end: '2026-11-01' }
  await expect(database().registerHome(wrong)).rejects.toBeInstanceOf(EsbdRefused)
})

test('a contract on a home is rescinded once, and read back before that counts', async () => {
  const { contractId } = await database().registerHome(await draft('QH-4'))
  const rescind = { contractId, reason: 'terminated', on: '2026-12-05' } as const
  await database().rescindHome(rescind)
  await database().rescindHome({ ...rescind, on: '2026-12-09' })
  expect(contractsByNumber(world, 'QH-4')).toMatchObject([
    { RESCINDING_DATE: '05.12.2026', RESCINDING_REASON_ID: 2 },
  ])
  expect(
    world.journal.filter(({ operation }) => operation === 'SetContractRescinding'),
  ).toHaveLength(1)
  await expect(database().rescindHome({ ...rescind, contractId: 1 })).rejects.toBeInstanceOf(
    EsbdRefused,
  )
})
