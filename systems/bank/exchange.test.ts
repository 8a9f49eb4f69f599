import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import { bank } from './client.ts'
import type { BankConfig } from './port.ts'
import { bankSandbox, type Invoice, invoiceStatus, numberOn, seller } from './sandbox.ts'

const world = createWorld({})
const { send, journal } = sending('bank')
let server: Awaited<ReturnType<typeof serving>>
const client = (through = send, more: Partial<BankConfig> = {}) =>
  bank({ address: `${server.address}/bank`, ...seller, ...more }, through)

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
const ask = () => ({
  orderId: `QG000000001-a1-${++attempts}`,
  phone: '77010000001',
  amount: 36_094,
  comment: 'Полис ОГПО',
})
const billOf = async (order = ask()): Promise<Invoice> => {
  const sent = await client().invoice(order)
  const invoice =
    'billId' in sent ? world.store<Invoice>('bank.invoices').get(sent.billId) : undefined
  if (!invoice) throw new Error('no bill')
  return invoice
}

test('a bill is sent to the phone with our number, seen as awaiting, and as paid at once after the payment', async () => {
  const order = ask()
  const bill = await billOf(order)
  expect(bill).toMatchObject({
    phone: '77010000001',
    amount: 36_094,
    comment: `Полис ОГПО · ${order.orderId}`,
  })
  expect(numberOn(bill)).toBe(order.orderId)
  expect(await client().status(bill.id)).toEqual({ status: 'awaiting', amount: 36_094 })
  bill.state = 'paid'
  expect(await client().status(bill.id)).toEqual({ status: 'paid', amount: 36_094 })
})

test('a status without its sum is no sum: what was paid is asked', async () => {
  const bill = await billOf()
  const silent = client(tampered(send, (text) => text.replace('"Amount"', '"Sum"')))
  expect(await silent.status(bill.id)).toEqual({ status: 'awaiting', amount: null })
  bill.state = 'paid'
  bill.amount = 1
  expect(await silent.status(bill.id)).toEqual({ status: 'paid', amount: 1 })
})

test('what is said beside a bill is cut, our number is not', async () => {
  const order = ask()
  const bill = await billOf({ ...order, comment: 'о'.repeat(500) })
  expect(bill.comment).toHaveLength(200)
  expect(numberOn(bill)).toBe(order.orderId)
})

test.each([
  ['rejected', 'rejected'],
  ['cancelled', 'rejected'],
] as const)('a bill that is %s is %s', async (state, status) => {
  const bill = await billOf()
  bill.state = state
  expect((await client().status(bill.id)).status).toBe(status)
})

test('an unpaid bill expires after 24 hours', async () => {
  const bill = await billOf()
  await world.setNow(new Date(Date.now() + 24 * 3_600_000 - 60_000).toISOString())
  expect((await client().status(bill.id)).status).toBe('awaiting')
  await world.setNow(new Date(Date.now() + 24 * 3_600_000 + 60_000).toISOString())
  expect((await client().status(bill.id)).status).toBe('expired')
})

test('whether a phone has the bank’s application is asked before a bill; the bill says it as well', async () => {
  world.phones.set('77010000026', { wallet: false })
  expect(await client().hasApp('77010000001')).toBe('yes')
  expect(await client().hasApp('77010000026')).toBe('no')
  expect(await client().invoice({ ...ask(), phone: '77010000026' })).toMatchObject({
    refused: 'phone_unknown',
  })
})

test('a code nobody has written down says nothing about the phone, a bank that is away is not asked for a bill', async () => {
  const odd = tampered(send, () => JSON.stringify({ StatusCode: -77, Message: 'Что-то новое' }))
  expect(await client(odd).hasApp('77010000001')).toBe('unknown')
  world.faults.push({ system: 'bank', operation: 'remote/client-info', mode: 'error', times: 1 })
  await expect(client().hasApp('77010000001')).rejects.toMatchObject({ mayHaveHappened: false })
})

test('a device that the bank does not know is ours to mend and says nothing about the phone', async () => {
  const stranger = client(send, { deviceToken: 'another' })
  expect(await stranger.invoice(ask())).toMatchObject({
    refused: 'setup',
    text: expect.stringContaining('-1501'),
  })
  expect(await stranger.hasApp('77010000026')).toBe('unknown')
})

test('an unknown bill is an error', async () => {
  expect(await client().status('42')).toEqual({ status: 'error', amount: null })
  expect(await client().held('42')).toBeNull()
})

test('a bill whose answer was lost is asked for once, and may have been made', async () => {
  const before = invoices().length
  world.faults.push({ system: 'bank', operation: 'remote/create', mode: 'reset', times: 1 })
  await expect(client().invoice(ask())).rejects.toMatchObject({ mayHaveHappened: true })
  expect(invoices()).toHaveLength(before + 1)
})

test.each(['unavailable', 'reset_before', 'garbage', 'timeout'] as const)(
  '%s of a bill or a refund is never repeated by itself',
  async (mode) => {
    const paid = await billOf()
    paid.state = 'paid'
    const heard = () =>
      world.journal.filter(
        ({ operation }) => operation === 'remote/create' || operation === 'payment/return',
      ).length
    world.faults.push({ system: 'bank', mode, times: 9 })
    const before = heard()
    await expect(client().invoice(ask())).rejects.toMatchObject({ mayHaveHappened: true })
    await expect(client().refund({ billId: paid.id, amount: 1, key: 'r' })).rejects.toMatchObject({
      mayHaveHappened: true,
    })
    expect(heard()).toBe(before + 2)
  },
)

test('a bill nobody is to pay any more is taken off the phone; one that is paid stays paid', async () => {
  const bill = await billOf()
  await client().cancel(bill.id)
  await client().cancel(bill.id)
  expect(invoiceStatus(bill, world.now())).toBe('cancelled')
  const paid = await billOf()
  paid.state = 'paid'
  await client().cancel(paid.id)
  expect(invoiceStatus(paid, world.now())).toBe('paid')
})

test('refunds go whole or in parts, never more than was paid, and what is held says what went', async () => {
  const bill = await billOf()
  expect(await client().refund({ billId: bill.id, amount: 1, key: 'r0' })).toMatchObject({
    refused: 'other',
  })
  bill.state = 'paid'
  expect(await client().held(bill.id)).toEqual({ amount: 36_094, rest: 36_094 })
  world.faults.push({ system: 'bank', operation: 'payment/return', mode: 'reset', times: 1 })
  await expect(client().refund({ billId: bill.id, amount: 30_000, key: 'r1' })).rejects.toThrow(
    Unavailable,
  )
  expect(await client().held(bill.id)).toEqual({ amount: 36_094, rest: 6_094 })
  expect(await client().refund({ billId: bill.id, amount: 6_095, key: 'r2' })).toMatchObject({
    refused: 'other',
  })
  expect(await client().refund({ billId: bill.id, amount: 6_094, key: 'r2' })).toHaveProperty(
    'refundId',
  )
  expect(bill.refunds.map(({ amount }) => amount)).toEqual([30_000, 6_094])
  expect(invoiceStatus(bill, world.now())).toBe('refunded')
})

test('"an error of the refund, try again" is no final no', async () => {
  const bill = await billOf()
  bill.state = 'paid'
  world.faults.push({ system: 'bank', operation: 'payment/return', mode: 'error', times: 1 })
  await expect(client().refund({ billId: bill.id, amount: 1, key: 'r9' })).rejects.toThrow(
    '-99000006',
  )
})

test('the health check reads the trade points', async () => {
  await expect(client().health()).resolves.toBeUndefined()
  world.faults.push({ system: 'bank', mode: 'error', times: 1 })
  await expect(client().health()).rejects.toThrow(Unavailable)
})

test('an error of the bank itself says nothing about a bill: ask again', async () => {
  const bill = await billOf()
  world.faults.push({ system: 'bank', operation: 'payment/status', mode: 'error', times: 1 })
  await expect(client().status(bill.id)).rejects.toThrow(Unavailable)
})

test('a status word that nobody knows is not guessed', async () => {
  const bill = await billOf()
  for (const word of ['Teleported', 'toString', '__proto__']) {
    const odd = tampered(send, (text) => text.replace('Wait', word))
    await expect(client(odd).status(bill.id)).rejects.toThrow(/unknown status/)
  }
})

test('what cannot be read is named by its field', async () => {
  const bill = await billOf()
  bill.state = 'paid'
  const odd = (name: string) =>
    client(tampered(send, (text) => text.replace(`"${name}"`, '"Renamed"')))
  await expect(odd('QrPaymentId').invoice(ask())).rejects.toThrow(
    'unreadable reply: Data.QrPaymentId',
  )
  await expect(odd('AvailableReturnAmount').held(bill.id)).rejects.toThrow(
    'unreadable reply: Data.AvailableReturnAmount',
  )
  await expect(odd('Status').status(bill.id)).rejects.toThrow('unreadable reply: Data.Status')
})

test('the journals hold ids and no phone', async () => {
  const order = ask()
  await client().hasApp(order.phone)
  await billOf(order)
  expect(journal.at(-1)).toMatchObject({
    operation: 'remote/create',
    key: order.orderId,
    outcome: 'ok',
  })
  expect(JSON.stringify([journal, world.journal])).not.toContain('7010000001')
})
