import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { dataIn, partnerVisits } from '#tests/partner-visit.ts'
import {
  otherPromoter,
  portalOrder,
  portalQuote,
  portalSale,
  promoterToken,
} from '#tests/promoter.ts'
import {
  billsStay,
  buyer,
  ordered,
  ownCar,
  paysBill,
  purchaseToken,
  quoted,
  sale,
  settled,
} from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const bill = { system: 'mobile_bank', method: 'bill' } as const
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})
const orderOf = (id: string) =>
  at()
    .db.selectFrom('orders')
    .select(['state', 'amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const live = async () =>
  (await at().invoices(buyer.phone)).filter(({ status }) => status === 'awaiting')
const soldOn = (dateStart: string) => sale({ order: { dateStart } })
const pay = (id: string) => at().control('POST', `/control/invoices/${id}/pay`)

test('a second order of a car takes the bill of the first off the phone', async () => {
  const first = await ordered(at(), token, soldOn('2026-11-22'))
  const second = await ordered(at(), token, soldOn('2026-11-25'))
  const [left] = await until(live, (bills) => bills.length === 1)
  expect((await orderOf(first.orderId)).state).toBe('cancelled')
  await pay(left?.id ?? '')
  expect(await settled(at(), token, second.orderId)).toMatchObject({ data: { status: 'issued' } })
})

test('the bill that gave way is paid all the same: its money goes back, the second is issued', async () => {
  await billsStay(at())
  const before = await live()
  const first = await ordered(at(), token, soldOn('2026-12-10'))
  const [old] = (await live()).filter(({ id }) => before.every((bill) => bill.id !== id))
  const second = await ordered(at(), token, soldOn('2026-12-10'))
  const [now] = (await live()).filter(
    ({ id }) => id !== old?.id && before.every((bill) => bill.id !== id),
  )
  await pay(old?.id ?? '')
  await pay(now?.id ?? '')
  expect(await settled(at(), token, second.orderId)).toMatchObject({ data: { status: 'issued' } })
  await until(
    () => orderOf(first.orderId),
    ({ state }) => state === 'refunded',
  )
  await until(
    () => at().messages(buyer.phone),
    (messages) => messages.some(({ text }) => text.includes('қайтарылды')),
  )
})

test('two orders of a car at once never leave two bills to pay', async () => {
  const quotes = [
    await quoted(at(), token, soldOn('2026-12-20')),
    await quoted(at(), token, soldOn('2026-12-21')),
  ]
  await Promise.all(
    quotes.map(({ calculationId }) =>
      at().api('ogpoOrder', { calculationId, pay: bill, email: 'client@example.kz' }, token),
    ),
  )
  const states = await at()
    .db.selectFrom('orders')
    .select('state')
    .where(
      'calculation_id',
      'in',
      quotes.map(({ calculationId }) => calculationId),
    )
    .execute()
  expect(states.map(({ state }) => state).toSorted()).toEqual(['awaiting_payment', 'cancelled'])
})

const placed = (calculationId: string) =>
  at().api('ogpoOrder', { calculationId, pay: bill, email: 'client@example.kz' }, token)

test('whichever door the orders come by, and whatever its plate is now, a car has one unpaid', async () => {
  const vehicle = await ownCar(at())
  const byPromoter = await portalOrder(
    at(),
    await promoterToken(at()),
    portalSale({ vehicles: [vehicle] }),
  )
  const { vin } = await at().control('PUT', `/control/vehicles/${vehicle.registrationNumber}`, {})
  const replated = await ownCar(at())
  await at().control('PUT', `/control/vehicles/${replated.registrationNumber}`, { vin })
  const fleet = sale({ vehicles: [await ownCar(at()), replated] })
  const { orderId } = await ordered(at(), token, fleet)
  expect(await orderOf(byPromoter.orderId)).toMatchObject({ state: 'cancelled' })
  const quotes = [
    await quoted(at(), token, sale({ vehicles: [vehicle] })),
    await quoted(at(), token, sale({ vehicles: [replated] })),
  ]
  const answers = await Promise.all(quotes.map(({ calculationId }) => placed(calculationId)))
  expect(answers.map(({ body }) => body.success)).toEqual([true, true])
  const states = await at()
    .db.selectFrom('orders')
    .select('state')
    .where(({ or, eb }) =>
      or([
        eb('id', '=', orderId),
        eb(
          'calculation_id',
          'in',
          quotes.map(({ calculationId }) => calculationId),
        ),
      ]),
    )
    .execute()
  expect(states.map(({ state }) => state).toSorted()).toEqual([
    'awaiting_payment',
    'cancelled',
    'cancelled',
  ])
})

test('whoever stores a second order without asking is refused by the table', async () => {
  const { orderId } = await ordered(at(), token, sale({ vehicles: [await ownCar(at())] }))
  const other = await quoted(at(), token, sale({ vehicles: [await ownCar(at())] }))
  const row = await at()
    .db.selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const accepted = JSON.stringify(row.accepted)
  const more = { id: 'other', number: 'other', progress_key: 'other', contract_id: '' }
  const values = { ...row, ...more, accepted, calculation_id: other.calculationId, state: 'paid' }
  await expect(at().db.insertInto('orders').values(values).execute()).rejects.toMatchObject({
    constraint: 'orders_one_of_a_car',
  })
})

test('a policy issued after the calculation: the price is asked for again, which warns of it', async () => {
  const asked = () => sale({ vehicles: [vehicle] })
  const vehicle = await ownCar(at())
  const earlier = await quoted(at(), token, asked())
  const first = await ordered(at(), token, asked())
  await paysBill(at())
  await settled(at(), token, first.orderId)
  const { body } = await placed(earlier.calculationId)
  expect(body).toMatchObject({ success: false, code: 14006 })
  expect(JSON.stringify(body)).toContain('полис ресімделді')
  const again = await quoted(at(), token, asked())
  expect(JSON.stringify(again)).toContain('overlap')
  expect((await placed(again.calculationId)).body).toMatchObject({ success: true })
})

const { opens, link } = partnerVisits(at)
/** A token that buys in a partner's theme. */
async function partnersToken(): Promise<string> {
  const { to, cookie } = await opens(await link({ iin: buyer.iin, phone: buyer.phone }))
  const { visit } = dataIn((await opens(to, cookie)).text)
  const bound = await purchaseToken(at())
  const started = await at().api('partnerStart', { visit: visit?.key ?? '' }, bound)
  expect(started.body).toMatchObject({ success: true })
  return bound
}

test('all doors at once, every bill paid at once: one policy, and the money of the others goes back', async () => {
  await billsStay(at())
  const vehicles = [await ownCar(at())]
  const [cabinet, partner] = [await signedIn(at()), await partnersToken()]
  const portals = [await promoterToken(at()), await promoterToken(at(), otherPromoter)]
  const bought = await Promise.all(
    [token, cabinet, partner].map((by) => quoted(at(), by, sale({ vehicles }))),
  )
  const sold: Awaited<ReturnType<typeof portalQuote>>[] = []
  for (const by of [...portals, ...portals])
    sold.push(await portalQuote(at(), by, portalSale({ vehicles })))
  const handed = sold.splice(2)
  const keys = await Promise.all(
    handed.map(async ({ calculationId }, index) => {
      const { body } = await at().api('promoterHandOffCreate', { calculationId }, portals[index])
      if (!body.success) throw new Error(JSON.stringify(body))
      return body.data.key
    }),
  )
  const known = new Set((await at().invoices(buyer.phone)).map(({ id }) => id))
  await Promise.all([
    ...bought.map(({ calculationId }, index) =>
      at().api(
        'ogpoOrder',
        { calculationId, pay: bill, email: 'client@example.kz' },
        [token, cabinet, partner][index],
      ),
    ),
    ...sold.map(({ calculationId }, index) =>
      at().api('promoterOrder', { calculationId, pay: bill }, portals[index]),
    ),
    ...keys.map((key) => at().api('promoterHandOffOrder', { key, pay: bill }, token)),
  ])
  const orders = () =>
    at()
      .db.selectFrom('orders')
      .leftJoin('policies', 'policies.order_id', 'orders.id')
      .select(['orders.id', 'orders.state', 'policies.state as policy'])
      .where(
        'calculation_id',
        'in',
        [...bought, ...sold, ...handed].map(({ calculationId }) => calculationId),
      )
      .execute()
  const states = (await orders()).map(({ state }) => state)
  expect(states).toHaveLength(7)
  expect(states.filter((state) => state !== 'cancelled')).toEqual(['awaiting_payment'])
  const bills = (await at().invoices(buyer.phone)).filter(({ id }) => !known.has(id))
  await Promise.all(bills.map(({ id }) => pay(id)))
  await until(orders, (all) => all.every(({ state }) => ['issued', 'refunded'].includes(state)))
  expect((await orders()).filter(({ policy }) => policy !== null)).toHaveLength(1)
})

test('a car that is paid for and waits for its policy is not sold again', async () => {
  await at().fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 100_000 })
  const { calculationId } = await quoted(at(), token, soldOn('2026-12-15'))
  const first = await ordered(at(), token, soldOn('2026-12-15'))
  const bills = await live()
  await pay(bills[0]?.id ?? '')
  await until(
    () => orderOf(first.orderId),
    ({ state }) => state === 'paid' || state === 'issuing',
  )
  const second = { calculationId, pay: bill, email: 'client@example.kz' }
  expect((await at().api('ogpoOrder', second, token)).body).toMatchObject({ code: 14125 })
})
