import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { paymentLimits } from '#server/settings/time-limits.ts'
import { bank } from '#systems/bank/client.ts'
import type { Bank } from '#systems/bank/port.ts'
import { bankSandbox, type Invoice, numberOn, seller } from '#systems/bank/sandbox.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { Unavailable } from '#systems/http.ts'
import { account, signedIn } from '../client.ts'
import { ownCar, purchaseToken, quoted, sale } from '../sale.ts'
import { testApp, until } from '../test-app.ts'
import { badLine, type Spoiling, spoilings } from './bank-line.ts'

/**
 * The bank over a line that spoils its answers: never a crash, never a wrong price, never a second
 * effect; what is unclear is said to be. So many spoilt answers an operation; OUTSIDE_MUTATIONS=400
 * is the long form.
 */
const RUNS = Number(process.env.OUTSIDE_MUTATIONS ?? 20)
const world = createWorld({})
const { send: patient } = sending('bank')
const { send: short } = sending('bank', { timeoutMs: 1_500 })
let standing: {
  line: Awaited<ReturnType<typeof badLine>>
  close: () => Promise<void>
  client: Bank
} | null = null
const at = () => {
  if (!standing) throw new Error('not begun')
  return standing
}
beforeAll(async () => {
  const server = await serving(world, bankSandbox(world))
  const line = await badLine()
  line.target = server.address
  const close = async () => {
    await line.close()
    await server.close()
  }
  standing = {
    line,
    close,
    client: bank({ address: `${line.address}/bank`, ...seller }, (ask) =>
      (line.spoil(ask.operation)?.how === 'late' ? short : patient)(ask),
    ),
  }
})
afterAll(() => at().close())

const invoices = () => world.store<Invoice>('bank.invoices')
let made = 0
async function newBill(state: Invoice['state'] = 'awaiting'): Promise<Invoice> {
  at().line.spoil = () => null
  const ask = { orderId: `QG1-a-${++made}`, phone: '77010000001', amount: 36_094, comment: 'ОГПО' }
  const reply = await at().client.invoice(ask)
  const bill = 'billId' in reply ? invoices().get(reply.billId) : undefined
  if (!bill) throw new Error('no bill')
  bill.state = state
  return bill
}
/** Each way of spoiling in turn, each at another field. */
const spoilingOf = (n: number): Spoiling => ({
  how: spoilings[n % spoilings.length] ?? 'cut',
  at: Math.floor(n / spoilings.length) + n,
})

/**
 * What comes of a call whose answer is spoilt: a value, or that it is not known. Anything else is a
 * crash.
 */
async function spoilt<T>(
  spoiling: Spoiling,
  call: (client: Bank) => Promise<T>,
): Promise<T | null> {
  at().line.spoil = () => spoiling
  try {
    return await call(at().client)
  } catch (cause) {
    expect(cause, JSON.stringify(spoiling)).toBeInstanceOf(Unavailable)
    return null
  } finally {
    at().line.spoil = () => null
  }
}
const runs = Array.from({ length: RUNS }, (_, n) => spoilingOf(n))
const long = { timeout: 60_000 + RUNS * 2_000 }

test(
  'a bill whose answer is spoilt is made once, and is known by its number or not at all',
  long,
  async () => {
    for (const spoiling of runs) {
      const before = invoices().size
      const orderId = `QG2-a-${++made}`
      const ask = { orderId, phone: '77010000001', amount: 36_094, comment: 'ОГПО' }
      const reply = await spoilt(spoiling, (client) => client.invoice(ask))
      expect(invoices().size, JSON.stringify(spoiling)).toBe(before + 1)
      if (reply)
        expect(reply, JSON.stringify(spoiling)).toEqual({
          billId: [...invoices().values()].find((one) => numberOn(one) === orderId)?.id,
        })
    }
  },
)

test(
  'a refund whose answer is spoilt is made once, and is known to have gone or not at all',
  long,
  async () => {
    for (const spoiling of runs) {
      const bill = await newBill('paid')
      const reply = await spoilt(spoiling, (client) =>
        client.refund({ billId: bill.id, amount: 10_000, key: 'R' }),
      )
      expect(
        bill.refunds.map(({ amount }) => amount),
        JSON.stringify(spoiling),
      ).toEqual([10_000])
      if (reply) expect(reply, JSON.stringify(spoiling)).toEqual({ refundId: bill.refunds[0]?.id })
    }
  },
)

test('a status that is spoilt never says more than the bank did', long, async () => {
  for (const [n, spoiling] of runs.entries()) {
    const [state, status] = (
      [
        ['awaiting', 'awaiting'],
        ['paid', 'paid'],
        ['rejected', 'rejected'],
      ] as const
    )[n % 3] ?? ['paid', 'paid']
    const bill = await newBill(state)
    const reply = await spoilt(spoiling, (client) => client.status(bill.id))
    if (!reply) continue
    expect(reply.status, JSON.stringify(spoiling)).toBe(status)
    // A sum that nobody asked for is seen where it is compared with ours.
    if (reply.amount !== bill.amount)
      expect(['left out', 'null', 'number', 'huge', 'negative']).toContain(spoiling.how)
  }
})

test('what is held is told as the bank holds it or not at all', long, async () => {
  for (const spoiling of runs) {
    const bill = await newBill('paid')
    const reply = await spoilt(spoiling, (client) => client.held(bill.id))
    const changed = ['number', 'huge'].includes(spoiling.how)
    if (reply && !changed)
      expect(reply, JSON.stringify(spoiling)).toEqual({ amount: 36_094, rest: 36_094 })
    if (reply) expect(reply.rest, JSON.stringify(spoiling)).toBeLessThanOrEqual(reply.amount)
  }
})

test(
  'a phone is not taken for one without the application by a spoilt answer, a cancelling does nothing twice',
  long,
  async () => {
    for (const spoiling of runs) {
      const reply = await spoilt(spoiling, (client) => client.hasApp('77010000001'))
      expect(reply, JSON.stringify(spoiling)).not.toBe('no')
      const [open, paid] = [await newBill(), await newBill('paid')]
      for (const bill of [open, paid]) await spoilt(spoiling, (client) => client.cancel(bill.id))
      expect([open.state, paid.state], JSON.stringify(spoiling)).toEqual(['cancelled', 'paid'])
      await spoilt(spoiling, (client) => client.health())
    }
  },
)

/** Orders that live over the bad line, one after another in a few places at once. */
const ORDERS = Math.max(6, Math.floor(RUNS / 2))
/** A bill that a spoilt answer called dead is asked about again after so long. */
const DEAD_MS = paymentLimits.deadTimes * 1_000

test('orders over such a line: what came is what the bank holds, once', {
  timeout: 120_000 + ORDERS * 2 * DEAD_MS,
}, async () => {
  const line = await badLine()
  const place = await testApp({ BANK_ADDRESS: `${line.address}/bank` })
  line.target = place.sandbox.url
  const token = await purchaseToken(place)
  const clerk = { iin: '880808399905', phone: '77010000777' }
  await account(place, clerk, { role: 'staff' })
  const desk = await signedIn(place, clerk)
  const bills = (orderId: string) =>
    [...place.sandbox.world.store<Invoice>('bank.invoices').values()].filter((one) =>
      numberOn(one).startsWith(`${orderId}-`),
    )
  const pay = { system: 'mobile_bank', method: 'bill' } as const
  let n = 0
  const rough = () => {
    n += 1
    return n % 2 ? null : spoilingOf(n * 7)
  }

  const ids: string[] = []
  for (let order = 0; order < ORDERS; order += 1) {
    line.spoil = () => null
    // Of one car there is one order: paid or not when the next one is asked for would be chance.
    const { calculationId } = await quoted(place, token, sale({ vehicles: [await ownCar(place)] }))
    line.spoil = rough
    const { body } = await place.api(
      'ogpoOrder',
      { calculationId, pay, email: 'client@example.kz' },
      token,
    )
    const orderId = String(body.success ? body.data.orderId : body.data?.orderId)
    ids.push(orderId)
    // Every other client changes their mind; whoever sees a bill pays it, at once or in spite of
    // that.
    if (order % 2) await place.api('ogpoCancelOrder', { orderId }, token)
    for (const { id } of bills(orderId)) await place.control('POST', `/control/invoices/${id}/pay`)
  }
  line.spoil = () => null
  for (const orderId of ids) {
    for (const bill of bills(orderId).filter(({ state }) => state === 'awaiting'))
      await place.control('POST', `/control/invoices/${bill.id}/pay`)
    const settled = async () => {
      const attempts = await place.db
        .selectFrom('payment_attempts')
        .selectAll()
        .where('order_id', '=', orderId)
        .execute()
      for (const { id, outside_id, state } of attempts) {
        const bill = bills(orderId).find((one) => numberOn(one) === id && one.state === 'paid')
        if (bill && !outside_id && state !== 'created')
          await place.api(
            'staffFoundBill',
            { attempt_id: id, bill_id: bill.id, reason: 'by our number' },
            desk,
          )
      }
      // The ledger first: what has come there has moved the order already.
      const ledger = await place.db
        .selectFrom('ledger')
        .select(['kind', 'amount'])
        .where('order_id', '=', orderId)
        .execute()
      const { state } = await place.db
        .selectFrom('orders')
        .select('state')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      const refunds = await place.db
        .selectFrom('refunds')
        .select(['id', 'state'])
        .where('order_id', '=', orderId)
        .execute()
      for (const { id } of refunds.filter(({ state }) => state === 'failed'))
        await place.api('staffRetryRefund', { refund_id: id, reason: 'once more' }, desk)
      const sum = (kind: string) =>
        ledger.filter((row) => row.kind === kind).reduce((all, { amount }) => all + amount, 0)
      const came = bills(orderId).reduce(
        (all, bill) => all + (bill.state === 'paid' ? bill.amount : 0),
        0,
      )
      const went = bills(orderId)
        .flatMap((bill) => bill.refunds)
        .reduce((all, { amount }) => all + amount, 0)
      return {
        state,
        open: refunds.filter((one) => one.state !== 'done').length,
        came,
        went,
        payment: sum('payment'),
        refund: sum('refund'),
      }
    }
    const end = await until(
      settled,
      // What goes back between two of these looks is seen whole by the next.
      ({ state, open, came, payment, went, refund }) =>
        open === 0 &&
        came === payment &&
        went === refund &&
        ['issued', 'refunded', 'cancelled', 'awaiting_payment'].includes(state),
      3 * DEAD_MS,
    )
    expect(end.refund, orderId).toBe(end.went)
    expect(bills(orderId).length, orderId).toBeLessThanOrEqual(1)
    if (end.state !== 'issued') expect(end.came - end.went, orderId).toBe(0)
    else expect(end.went, orderId).toBe(0)
  }
  await line.close()
})
