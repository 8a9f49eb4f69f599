import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { bank } from './client.ts'
import { bankSandbox, type Invoice, invoiceStatus } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('bank')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send) =>
  bank({ address: `${server.address}/bank`, organizationBin: '180440099990', deviceToken: 'token' }, through)

beforeAll(async () => {
  server = await serving(world, bankSandbox(world))
})
beforeEach(async () => {
  world.faults.length = 0
  await world.setNow(null)
})
afterAll(() => server.close())

const invoices = () => [...world.store<Invoice>('bank.invoices').values()]
let attempts = 0
const ask = () => ({ orderId: `attempt-${++attempts}`, phone: '77010000001', amount: 36_094, comment: 'ОГПО' })
const billOf = async (order = ask()): Promise<Invoice> => {
  const sent = await client().invoice(order)
  const invoice = 'billId' in sent ? world.store<Invoice>('bank.invoices').get(sent.billId) : undefined
  if (!invoice) throw new Error('no bill')
  return invoice
}

test('a bill is sent to the phone, seen as awaiting, and as paid at once after the payment', async () => {
  const bill = await billOf()
  expect(bill).toMatchObject({ phone: '77010000001', amount: 36_094, comment: 'ОГПО' })
  expect(await client().status(bill.id)).toEqual({ status: 'awaiting', amount: 36_094 })
  bill.state = 'paid'
  expect(await client().status(bill.id)).toEqual({ status: 'paid', amount: 36_094 })
})

test('a bill refused by its client is rejected', async () => {
  const bill = await billOf()
  bill.state = 'rejected'
  expect((await client().status(bill.id)).status).toBe('rejected')
})

test('an unpaid bill expires after 24 hours', async () => {
  const bill = await billOf()
  await world.setNow(new Date(Date.now() + 24 * 3_600_000 - 60_000).toISOString())
  expect((await client().status(bill.id)).status).toBe('awaiting')
  await world.setNow(new Date(Date.now() + 24 * 3_600_000).toISOString())
  expect((await client().status(bill.id)).status).toBe('expired')
})

test('a phone without a wallet is unknown to the bank', async () => {
  expect(await client().invoice({ ...ask(), phone: '77010000026' })).toMatchObject({ refused: 'phone_unknown' })
})

test('an unknown bill is an error', async () => {
  expect(await client().status('42')).toEqual({ status: 'error', amount: null })
})

test('the same attempt asked twice has one bill, also when the first answer was lost', async () => {
  const order = ask()
  world.faults.push({ system: 'bank', operation: 'remote/create', mode: 'reset', times: 1 })
  const before = invoices().length
  const first = await billOf(order)
  expect((await billOf(order)).id).toBe(first.id)
  expect(invoices().length).toBe(before + 1)
})

test('refunds are one per key, whole or in parts, never more than was paid', async () => {
  const bill = await billOf()
  expect(await client().refund({ billId: bill.id, amount: 1, key: 'r0' })).toMatchObject({ refused: 'other' })
  bill.state = 'paid'
  world.faults.push({ system: 'bank', operation: 'payment/return', mode: 'reset', times: 1 })
  const first = await client().refund({ billId: bill.id, amount: 30_000, key: 'r1' })
  expect(await client().refund({ billId: bill.id, amount: 30_000, key: 'r1' })).toEqual(first)
  expect(await client().refund({ billId: bill.id, amount: 6_095, key: 'r2' })).toMatchObject({ refused: 'other' })
  expect(await client().refund({ billId: bill.id, amount: 6_094, key: 'r2' })).toHaveProperty('refundId')
  expect(bill.refunds.map(({ amount }) => amount)).toEqual([30_000, 6_094])
  expect(invoiceStatus(bill, world.now())).toBe('refunded')
})

test('the health check reads the trade points', async () => {
  await expect(client().health()).resolves.toBeUndefined()
  world.faults.push({ system: 'bank', mode: 'error', times: 1 })
  await expect(client().health()).rejects.toThrow(Unavailable)
})

test.each(['unavailable', 'garbage', 'timeout'] as const)('a bank that answers with %s is unavailable', async (mode) => {
  world.faults.push({ system: 'bank', mode, times: 5 })
  await expect(client().invoice(ask())).rejects.toThrow(Unavailable)
  world.faults.length = 0
})

test('an error of the bank itself is a refusal that another phone does not help', async () => {
  world.faults.push({ system: 'bank', mode: 'error', times: 1 })
  expect(await client().invoice(ask())).toMatchObject({ refused: 'other' })
})

test('an error of the bank itself says nothing about a bill or a refund: ask again', async () => {
  const bill = await billOf()
  world.faults.push({ system: 'bank', mode: 'error', times: 2 })
  await expect(client().status(bill.id)).rejects.toThrow(Unavailable)
  await expect(client().refund({ billId: bill.id, amount: 1, key: 'r9' })).rejects.toThrow(Unavailable)
})

test('a status word that nobody knows is not guessed', async () => {
  const bill = await billOf()
  const odd = tampered(send, (text) => text.replace('RemotePaymentCreated', 'Teleported'))
  await expect(client(odd).status(bill.id)).rejects.toThrow(/unknown status/)
})

test('the journals hold ids and no phone', async () => {
  const order = ask()
  await billOf(order)
  expect(journal.at(-1)).toMatchObject({ operation: 'remote/create', key: order.orderId, outcome: 'ok' })
  expect(JSON.stringify([journal, world.journal])).not.toContain('77010000001')
})
