import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { fiscal } from './client.ts'
import type { Receipt } from './port.ts'
import { type FiscalReceipt, fiscalSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('fiscal')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) =>
  fiscal(
    {
      address: `${server.address}/fiscal`,
      apiKey: 'key',
      login: 'qorgan',
      password: 'secret',
      cashbox: 'QORGAN-1',
    },
    through,
  )
const sale = (over: Partial<Receipt> = {}): Receipt => ({
  key: 'payment:QG1-1',
  operation: 'sale',
  payment: 'bill',
  amount: 36_094,
  name: 'ОГПО полисі',
  ...over,
})
const receipts = () => [...world.store<FiscalReceipt>('fiscal.receipts').values()]

beforeAll(async () => {
  server = await serving(world, fiscalSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
})
afterAll(() => server.close())

test('a receipt gets a number and an address; asked for again it is the same receipt', async () => {
  const first = await client().receipt(sale())
  if ('refused' in first) throw new Error(first.text)
  expect(first).toMatchObject({
    number: expect.stringMatching(/^7\d{8}$/),
    url: expect.stringContaining('ticket'),
  })
  expect(await client().receipt(sale())).toEqual(first)
  const back = await client().receipt(
    sale({ key: 'refund:R-1', operation: 'return', amount: 94, basis: first.registered }),
  )
  expect(back).not.toEqual(first)
  expect(receipts().map(({ OperationType, Total }) => [OperationType, Total])).toEqual([
    [2, 36_094],
    [3, 94],
  ])
})

test('a receipt lost on its way back is found by its key', async () => {
  world.faults.push({ system: 'fiscal', operation: 'Check', mode: 'reset', times: 1 })
  await expect(client().receipt(sale({ key: 'payment:QG2-1' }))).rejects.toBeInstanceOf(Unavailable)
  expect(await client().receipt(sale({ key: 'payment:QG2-1', again: true }))).toMatchObject({
    number: expect.any(String),
  })
  expect(
    receipts().filter(({ ExternalCheckNumber }) => ExternalCheckNumber === 'payment:QG2-1'),
  ).toHaveLength(1)
})

test('what the register refuses is a refusal and not a fault', async () => {
  world.faults.push({ system: 'fiscal', operation: 'Check', mode: 'error', times: 1 })
  expect(await client().receipt(sale({ key: 'payment:QG3-1' }))).toEqual({
    refused: '9',
    text: 'Некорректные данные',
  })
})

test.each(['garbage', 'timeout', 'unavailable'] as const)(
  'mode %s is Unavailable',
  async (mode) => {
    world.faults.push({ system: 'fiscal', operation: 'Check', mode, times: 3 })
    await expect(client().receipt(sale({ key: `payment:${mode}` }))).rejects.toBeInstanceOf(
      Unavailable,
    )
  },
)

test('an answer about another receipt is Unavailable', async () => {
  const other = client(tampered(send, (text) => text.replace('QG9-1', 'QG8-1')))
  await expect(other.receipt(sale({ key: 'payment:QG9-1' }))).rejects.toThrow('another receipt')
})

test('the journals know the receipt’s id', () => {
  expect(journal.some(({ key }) => key === 'payment:QG1-1')).toBe(true)
  expect(world.journal.some(({ key }) => key.externalId === 'payment:QG1-1')).toBe(true)
})
