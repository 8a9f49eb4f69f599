import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import type { Ask, Send } from '../http.ts'
import { bank } from './client.ts'
import type { Bank } from './port.ts'
import { bankSandbox, type Invoice, seller } from './sandbox.ts'

/**
 * The differences between our first bank and the real one, as the review found them; each test
 * restores one by changing requests or answers. The strict sandbox, or the client, must then fail:
 * `works` is what today's client does over an unchanged line.
 */
const world = createWorld({})
const { send } = sending('bank')
let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving(world, bankSandbox(world))
})
afterAll(() => server.close())
const over = (line: Send): Bank => bank({ address: `${server.address}/bank`, ...seller }, line)

const bills = () => [...world.store<Invoice>('bank.invoices').values()]
let attempts = 0
const ask = () => ({
  orderId: `QG000000001-a1-${++attempts}`,
  phone: '77010000001',
  amount: 36_094,
  comment: 'Полис ОГПО',
})
async function paid(amount = 36_094): Promise<Invoice> {
  const made = await over(send).invoice({ ...ask(), amount })
  const bill = 'billId' in made ? world.store<Invoice>('bank.invoices').get(made.billId) : undefined
  if (!bill) throw new Error('no bill')
  bill.state = 'paid'
  return bill
}

type Body = Record<string, unknown>
/** A line over which bodies go out changed. */
const outgoing =
  (change: (body: Body, ask: Ask) => Body): Send =>
  (asked) =>
    send(
      typeof asked.body === 'string'
        ? { ...asked, body: JSON.stringify(change(JSON.parse(asked.body), asked)) }
        : asked,
    )
/** A line over which answers of one operation come in changed. */
const incoming =
  (operation: string, change: (text: string) => string): Send =>
  (asked) =>
    (asked.operation === operation ? tampered(send, change) : send)(asked)
/** Sends every request twice, as our client once did with requests wrongly marked as safe. */
const repeating: Send = async (asked) => {
  await send(asked)
  return send(asked)
}
const sendsBill = async (line: Send) => {
  const before = bills().length
  const made = await over(line).invoice(ask())
  expect(made).toHaveProperty('billId')
  expect(bills()).toHaveLength(before + 1)
}
const givesBack = async (line: Send) => {
  const bill = await paid()
  expect(await over(line).refund({ billId: bill.id, amount: 10_000, key: 'r' })).toHaveProperty(
    'refundId',
  )
  expect(bill.refunds.map(({ amount }) => amount)).toEqual([10_000])
}
const differences: { was: string; works: (line: Send) => Promise<unknown>; put: Send }[] = [
  {
    was: 'a bill with ExternalId counts as one however often it is sent',
    works: sendsBill,
    put: (asked) =>
      repeating({
        ...asked,
        body: JSON.stringify({ ...JSON.parse(String(asked.body)), ExternalId: 'a' }),
      }),
  },
  {
    was: 'a refund with ExternalId counts as one however often it is sent',
    works: givesBack,
    put: (asked) =>
      repeating({
        ...asked,
        body: JSON.stringify({ ...JSON.parse(String(asked.body)), ExternalId: 'r' }),
      }),
  },
  {
    was: 'the phone is sent as 7701…',
    works: sendsBill,
    put: outgoing((body) => ({ ...body, PhoneNumber: `7${String(body.PhoneNumber).slice(1)}` })),
  },
  {
    was: 'no X-Request-ID',
    works: sendsBill,
    put: (asked) => send({ ...asked, headers: { 'content-type': 'application/json' } }),
  },
  {
    was: 'no DeviceToken with a bill',
    works: sendsBill,
    put: outgoing(({ DeviceToken: _token, ...body }) => body),
  },
  {
    was: 'no OrganizationBin with a refund',
    works: givesBack,
    put: outgoing(({ OrganizationBin: _bin, ...body }) => body),
  },
  {
    was: 'a refund of QrPaymentId as text',
    works: givesBack,
    put: outgoing((body) => ({ ...body, QrPaymentId: String(body.QrPaymentId) })),
  },
  {
    was: 'our number does not stand beside the bill',
    works: async (line) => {
      const order = ask()
      const made = await over(line).invoice(order)
      expect(bills().find(({ id }) => 'billId' in made && id === made.billId)?.comment).toContain(
        order.orderId,
      )
    },
    put: outgoing((body) => ({ ...body, Comment: 'Полис ОГПО' })),
  },
  {
    was: '−1501 means that the phone has no wallet',
    works: async (line) =>
      expect(
        await bank(
          { address: `${server.address}/bank`, ...seller, deviceToken: 'x' },
          line,
        ).invoice(ask()),
      ).toMatchObject({
        refused: 'setup',
      }),
    put: incoming('remote/create', (text) => text.replace('-1501', '-1404')),
  },
  {
    was: '−2 means that the purchase is not found, −1601 that the bank is away',
    works: async (line) =>
      expect(await over(line).status('42')).toEqual({ status: 'error', amount: null }),
    put: incoming('payment/status', (text) => text.replace('-1601', '-2')),
  },
  {
    was: '−99000006 is a final no',
    works: async (line) => {
      const bill = await paid()
      world.faults.push({ system: 'bank', operation: 'payment/return', mode: 'error', times: 1 })
      await expect(over(line).refund({ billId: bill.id, amount: 1, key: 'r' })).rejects.toThrow(
        '-99000006',
      )
    },
    put: incoming('payment/return', (text) => text.replace('-99000006', '-99000011')),
  },
  {
    was: 'an expired bill is Error with a text',
    works: async (line) => {
      const bill = await paid()
      bill.state = 'awaiting'
      bill.createdAt = '2020-01-01T00:00:00Z'
      expect((await over(line).status(bill.id)).status).toBe('expired')
    },
    put: incoming('payment/status', (text) =>
      text.replace('"Expired"', '"Error","Message":"Remote payment expired"'),
    ),
  },
  {
    was: 'no remote/client-info',
    works: async (line) => {
      world.phones.set('77010000026', { wallet: false })
      expect(await over(line).hasApp('77010000026')).toBe('no')
    },
    put: (asked) => send({ ...asked, url: asked.url.replace('client-info', 'client') }),
  },
  {
    was: 'no remote/cancel',
    works: async (line) => {
      const bill = await paid()
      bill.state = 'awaiting'
      await over(line).cancel(bill.id)
      expect(bill.state).toBe('cancelled')
    },
    put: (asked) => send({ ...asked, url: asked.url.replace('cancel', 'withdraw') }),
  },
]

test.each(differences)('put back, it fails: $was', async ({ works, put }) => {
  await works(send)
  await expect(works(put)).rejects.toThrow()
  world.faults.length = 0
})

test('the answer to a bill is its number and nothing else', async () => {
  let heard = ''
  const line = incoming('remote/create', (text) => {
    heard = text
    return text
  })
  await sendsBill(line)
  expect(JSON.parse(heard)).toEqual({
    StatusCode: 0,
    Message: 'OK',
    Data: { QrPaymentId: expect.any(Number) },
  })
})

test('a bill and a refund carry exactly what the document names', async () => {
  const seen: Record<string, string[]> = {}
  const line = outgoing((body, { operation }) => {
    seen[operation] = Object.keys(body).toSorted()
    return body
  })
  await sendsBill(line)
  await givesBack(line)
  expect(seen).toEqual({
    'remote/create': ['Amount', 'Comment', 'DeviceToken', 'OrganizationBin', 'PhoneNumber'],
    'payment/return': ['Amount', 'DeviceToken', 'OrganizationBin', 'QrPaymentId'],
  })
})
