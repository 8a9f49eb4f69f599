import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { fiscal } from '#systems/fiscal/client.ts'
import type { Receipt } from '#systems/fiscal/port.ts'
import { type FiscalReceipt, fiscalSandbox } from '#systems/fiscal/sandbox.ts'
import { type Send, Unavailable } from '#systems/http.ts'
import { ordered, paysBill, purchaseToken } from '../sale.ts'
import { testApp, until } from '../test-app.ts'
import { bentJson, mutationsOf } from './mutations.ts'

/**
 * The cash register as Webkassa v4 speaks. Each difference from our own former protocol has a test
 * of its name.
 */
const world = createWorld({})
const { send } = sending('fiscal')
let server: Awaited<ReturnType<typeof serving>>
const setup = () => ({
  address: `${server.address}/fiscal`,
  apiKey: 'key',
  login: 'qorgan',
  password: 'secret',
  cashbox: 'QORGAN-1',
})
const client = (through = send, more = {}) => fiscal({ ...setup(), ...more }, through)
let keys = 0
const sale = (over: Partial<Receipt> = {}): Receipt => ({
  key: `payment:${++keys}`,
  operation: 'sale',
  payment: 'card',
  amount: 20_000,
  name: 'ОГПО полисі',
  ...over,
})
const receipts = () => world.store<FiscalReceipt>('fiscal.receipts')
const asked = (operation: string) =>
  world.journal.filter((line) => line.system === 'fiscal' && line.operation === operation).length
const registered = async (of: Receipt) => {
  const made = await client().receipt(of)
  if ('refused' in made) throw new Error(made.text)
  return made
}
const hours = (count: number) =>
  world.setNow(new Date(world.now().getTime() + count * 3_600_000).toISOString())

beforeAll(async () => {
  server = await serving(world, fiscalSandbox(world))
})
beforeEach(() => {
  world.faults.length = 0
})
afterAll(() => server.close())

test('VAT is what the accountant says; a bill is a mobile payment, a card’s a card’s', async () => {
  const made = async (more: object, of: Partial<Receipt>) => {
    const asked = sale(of)
    await client(send, more).receipt(asked)
    return receipts().get(asked.key)
  }
  expect(await made({}, { payment: 'bill' })).toMatchObject({ Tax: 0, PaymentType: 4 })
  expect(await made({ vatPercent: 16 }, { payment: 'bill', amount: 36_095 })).toMatchObject({
    Tax: 4_978.62,
    PaymentType: 4,
  })
  expect(await made({}, { payment: 'card' })).toMatchObject({ PaymentType: 1 })
})

test('a tax that does not fit its price is refused by the register', async () => {
  const wrong: Send = (ask) =>
    send({ ...ask, body: String(ask.body).replace('"Tax":0', '"Tax":100') })
  expect(await client(wrong).receipt(sale())).toMatchObject({
    refused: '9',
    text: 'Неверно указан налог',
  })
})

describe('differences', () => {
  test('the former protocol is no longer there', async () => {
    const answer = await fetch(`${server.address}/fiscal/v1/receipts`, {
      method: 'POST',
      body: '{}',
    })
    expect(answer.status).toBe(404)
  })

  test('without the integrator’s key nothing is said; a wrong password is named and no receipt is refused for it', async () => {
    await expect(client(send, { apiKey: '' }).receipt(sale())).rejects.toThrow('HTTP 401')
    await expect(client(send, { password: 'wrong' }).receipt(sale())).rejects.toThrow(
      'Authorize: code 1',
    )
    await expect(client(send, { cashbox: 'UNKNOWN' }).receipt(sale())).rejects.toThrow('code 6')
  })

  test('the token stands in the body and is kept; when the session is over the receipt is made in a new one', async () => {
    const one = client()
    const before = asked('Authorize')
    await one.receipt(sale())
    await one.receipt(sale())
    expect(asked('Authorize')).toBe(before + 1)
    await hours(25)
    expect(await one.receipt(sale())).toMatchObject({ number: expect.any(String) })
    expect(asked('Authorize')).toBe(before + 2)
  })

  test('a shift longer than a day is closed and the receipt made in the next one', async () => {
    const first = await registered(sale())
    await hours(26)
    const next = await registered(sale())
    expect(next.registered.shift).toBe(first.registered.shift + 1)
    expect(asked('ZReport')).toBeGreaterThan(0)
  })

  test('a long key becomes one of fifty characters, the same each time', async () => {
    const long = sale({ key: `refund:${'x'.repeat(90)}` })
    expect(await registered(long)).toEqual(await registered(long))
    expect([...receipts().keys()].every((key) => key.length <= 50)).toBe(true)
  })

  test.each([true, false])(
    'a number that is known is its receipt, whether the answer brings it along (%s) or not',
    async (brings) => {
      const one = sale()
      const first = await registered(one)
      const bare: Send = async (ask) => {
        const reply = await send(ask)
        const text =
          brings || ask.operation !== 'Check'
            ? reply.text
            : JSON.stringify({ Data: null, Errors: [{ Code: 14, Text: 'Дубликат' }] })
        return { ...reply, text, body: Buffer.from(text) }
      }
      expect(await client(bare).receipt(one)).toEqual(first)
    },
  )

  test('a number that is known for another sum is not this receipt', async () => {
    const one = sale()
    await registered(one)
    await expect(client().receipt({ ...one, amount: 1 })).rejects.toThrow('of another receipt')
  })

  test('what may have been asked before is looked for and not asked again, whatever shift it was in', async () => {
    const one = sale()
    const first = await registered(one)
    await hours(30)
    await registered(sale())
    const before = asked('Check')
    expect(await client().receipt({ ...one, again: true })).toEqual(first)
    expect(asked('Check')).toBe(before)
  })

  test('a return names its sale; without it nothing is asked, beyond its sum it is refused', async () => {
    const { registered: basis } = await registered(sale({ amount: 500 }))
    const back = (over: Partial<Receipt>) =>
      client().receipt(sale({ operation: 'return', amount: 300, ...over }))
    const before = asked('Check')
    expect(await back({})).toMatchObject({ refused: 'NO_BASIS' })
    expect(asked('Check')).toBe(before)
    expect(await back({ basis })).toMatchObject({ number: expect.any(String) })
    expect(await back({ basis })).toMatchObject({ refused: '9' })
    expect(await back({ basis: { ...basis, total: 1 } })).toMatchObject({ refused: '9' })
  })

  test('the requests of one register follow one another', async () => {
    const one = client()
    const made = await Promise.all(Array.from({ length: 5 }, () => one.receipt(sale())))
    expect(made.every((each) => 'number' in each)).toBe(true)
  })

  test('a receipt made without the operator’s network is a receipt and known as such', async () => {
    const offline: Send = async (ask) => {
      const reply = await send(ask)
      const text = reply.text
        .replace('"OfflineMode":false', '"OfflineMode":true')
        .replace(/"TicketUrl":"[^"]*"/, '"TicketUrl":null')
      return { ...reply, text, body: Buffer.from(text) }
    }
    expect(await client(offline).receipt(sale())).toMatchObject({
      url: null,
      registered: { offline: true },
    })
  })

  test.each([-1, 4, 5, 7, 10, 18, 505])(
    'code %i: the register is not well, the receipt is not refused',
    async (code) => {
      const ill: Send = async (ask) => {
        const text = JSON.stringify({ Data: null, Errors: [{ Code: code, Text: 'text' }] })
        return ask.operation === 'Check'
          ? { status: 200, headers: {}, text, body: Buffer.from(text) }
          : send(ask)
      }
      await expect(client(ill).receipt(sale())).rejects.toThrow(`code ${code}`)
    },
  )
})

describe('the product', () => {
  test('a return waits for its sale’s receipt and names it; a run that died is found at the register', {
    timeout: 90_000,
  }, async () => {
    const at = await testApp()
    const token = await purchaseToken(at)
    const { orderId } = await ordered(at, token)
    // The register is away while the money comes and goes back.
    await at.fault('fiscal', 'unavailable', { operation: 'Authorize', times: 12 })
    await at.api('ogpoCancelOrder', { orderId }, token)
    await paysBill(at)
    const rows = () =>
      at.db
        .selectFrom('fiscal_receipts')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('operation')
        .execute()
    const [back, sold] = await until(
      rows,
      (all) => all.length === 2 && all.every(({ state }) => state === 'done'),
      60_000,
    )
    const kept = at.sandbox.world.store<FiscalReceipt>('fiscal.receipts')
    expect([back?.operation, sold?.operation]).toEqual(['return', 'sale'])
    expect(
      [...kept.values()].find(({ CheckNumber }) => CheckNumber === back?.number),
    ).toMatchObject({ OperationType: 3, of: sold?.number })
    expect(sold).toMatchObject({
      registered: { number: sold?.number, total: sold?.amount, offline: false },
    })
    // As a process killed between the register's answer and its own commit left it.
    const asked = async () =>
      (await at.journal('fiscal')).filter(({ operation }) => operation === 'Check').length
    const before = await asked()
    await at.db
      .updateTable('fiscal_receipts')
      .set({ state: 'due', number: null, url: null, registered: null, done_at: null })
      .where('id', '=', sold?.id ?? '')
      .execute()
    const again = await until(rows, (all) => all.every(({ state }) => state === 'done'), 60_000)
    expect(again.map(({ number }) => number)).toEqual([back?.number, sold?.number])
    expect(await asked()).toBe(before)
  })
})

describe('bad input', () => {
  test.each(['Authorize', 'Check', 'GetTicket', 'ShiftHistory', 'ClientInfo'])(
    '%s: a bent answer is never a second receipt, never another sum, never a crash',
    async (operation) => {
      for (let seed = 0; seed < mutationsOf; seed++) {
        const bent: Send = async (ask) => {
          const reply = await send(ask)
          if (ask.operation !== operation) return reply
          const text = bentJson(reply.text, seed)
          return { ...reply, text, body: Buffer.from(text) }
        }
        const one = sale({ again: operation === 'GetTicket' || operation === 'ShiftHistory' })
        const before = receipts().size
        const isLookedFor = one.again && seed % 2 === 0
        if (isLookedFor) await registered({ ...one, again: false })
        const work: Promise<unknown> =
          operation === 'ClientInfo' ? client(bent).state() : client(bent).receipt(one)
        const outcome = await work.catch((cause: unknown) => {
          if (!(cause instanceof Unavailable)) throw new Error(`seed ${seed}`, { cause })
          return null
        })
        expect(receipts().size - before, `seed ${seed}`).toBeLessThanOrEqual(1)
        const made = receipts().get(one.key)
        if (outcome && operation === 'Check' && typeof outcome === 'object' && 'number' in outcome)
          expect(made?.Total, `seed ${seed}`).toBe(20_000)
      }
    },
  )
})
