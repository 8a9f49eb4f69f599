import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { fiscal, type Receipt } from './client.ts'
import { type FiscalReceipt, fiscalSandbox } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('fiscal')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) => fiscal({ address: server.address, token: 'secret', cashbox: 'QORGAN-1' }, through)
const sale = (over: Partial<Receipt> = {}): Receipt => ({
  key: 'payment:QG1-1',
  operation: 'sale',
  way: 'mobile_bank',
  amount: 36_094,
  name: 'ОГПО полисі',
  at: new Date('2026-11-20T06:00:00Z'),
  ...over,
})

beforeAll(async () => {
  server = await serving(world, fiscalSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
})
afterAll(() => server.close())

test('a receipt gets a number and an address; asked for again it is the same receipt', async () => {
  const first = await client().receipt(sale())
  expect(first).toMatchObject({ number: expect.stringMatching(/^7\d{8}$/), url: expect.stringContaining('ticket') })
  expect(await client().receipt(sale())).toEqual(first)
  const back = await client().receipt(sale({ key: 'refund:R-1', operation: 'return', way: 'card' }))
  expect(back).not.toEqual(first)
  expect([...world.store<FiscalReceipt>('fiscal.receipts').values()].map(({ operation }) => operation)).toEqual(['SALE', 'RETURN'])
})

test('a receipt lost on its way back is found by its key', async () => {
  world.faults.push({ system: 'fiscal', operation: 'createReceipt', mode: 'reset', times: 1 })
  expect(await client().receipt(sale({ key: 'payment:QG2-1' }))).toMatchObject({ number: expect.any(String) })
  const ours = [...world.store<FiscalReceipt>('fiscal.receipts').values()].filter(({ externalId }) => externalId === 'payment:QG2-1')
  expect(ours).toHaveLength(1)
})

test('what the register refuses is a refusal and not a fault', async () => {
  world.faults.push({ system: 'fiscal', operation: 'createReceipt', mode: 'error', times: 1 })
  expect(await client().receipt(sale({ key: 'payment:QG3-1' }))).toEqual({ refused: 'SHIFT_CLOSED', text: 'the shift is closed' })
})

test.each(['garbage', 'timeout', 'unavailable'] as const)('mode %s is Unavailable', async (mode) => {
  world.faults.push({ system: 'fiscal', operation: 'createReceipt', mode, times: 3 })
  await expect(client().receipt(sale({ key: `payment:${mode}` }))).rejects.toBeInstanceOf(Unavailable)
})

test('an answer about another receipt is Unavailable', async () => {
  const other = client(tampered(send, (text) => text.replace('QG9-1', 'QG8-1')))
  await expect(other.receipt(sale({ key: 'payment:QG9-1' }))).rejects.toThrow('another receipt')
})

test('the journals know the receipt’s id', () => {
  expect(journal.some(({ key }) => key === 'payment:QG1-1')).toBe(true)
  expect(world.journal.some(({ key }) => key.externalId === 'payment:QG1-1')).toBe(true)
})
