import { expect, test } from 'vitest'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import { signedIn } from '#tests/client.ts'
import { bill, portalOrder, portalQuote, portalSale, promoterToken } from '#tests/promoter.ts'
import { buyer, consents, ordered, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { policyDocumentFacts, StoredPrice } from '../policies/policy-document.ts'
import { QuoteFacts } from '../quotes/quotes.ts'
import { acceptanceOf } from './acceptance.ts'

const at = sharedTestApp({ WORKER: 'off' })
const holder = 'Әбдіқадыров Нұрлан Серікұлы'
const promoterName = 'Досжанов Әділет'
const driver = { ...ready('900622499917'), name: 'Смағұлова Мөлдір Ерболқызы' }

/** Returns the acceptance as an order's documents show it, by the job that makes them. */
async function told(orderId: string) {
  const { db } = at()
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const quote = await db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', order.calculation_id)
    .executeTakeFirstOrThrow()
  const { data } = await db.selectFrom('tariff_tables').selectAll().executeTakeFirstOrThrow()
  const policy = {
    global_id: '1A',
    issued_at: order.created_at,
    start_date: '2026-11-21',
    end_date: '2027-11-20',
    premium: 1,
    ogpo_plus_premium: 0,
  }
  const [facts, price, tables] = [
    QuoteFacts.parse(quote.facts),
    StoredPrice.parse(quote.price),
    tablesSchema.parse(data),
  ]
  const paper = policyDocumentFacts(
    order,
    policy,
    facts,
    price,
    tables,
    '',
    '',
    await acceptanceOf(db, order),
  )
  return {
    consents: paper.consents
      .map(({ kind, by, channel }) => `${kind}: ${by}, ${channel}`)
      .toSorted(),
    signed: paper.signature.signed,
  }
}

test('a client who proved the phone by a code signed by it, and each driver is named with their own answer', async () => {
  const token = await purchaseToken(at())
  await consents(at(), token, driver.iin)
  const { orderId } = await ordered(at(), token, sale({ drivers: [{ iin: driver.iin }] }))
  expect(await told(orderId)).toEqual({
    signed: 'code',
    consents: [
      `commission: ${holder}, site`,
      `personalData: ${driver.name}, sms1414`,
      `personalData: ${holder}, smsCode`,
      `terms: ${holder}, site`,
    ],
  })
})

test('who orders in the cabinet did so there, and no code is claimed', async () => {
  const { orderId } = await ordered(
    at(),
    await signedIn(at()),
    sale({ order: { dateStart: '2026-11-22' } }),
  )
  expect((await told(orderId)).signed).toBe('cabinet')
})

test('a promoter who says that the client agrees is named as whoever ticked; the client’s answer to 1414 is the client’s', async () => {
  spec('7.2.ours-papers-say-truly')

  const token = await promoterToken(at())
  const { orderId } = await portalOrder(at(), token)
  expect(await told(orderId)).toEqual({
    signed: 'promoter',
    consents: [
      `commission: ${promoterName}, promoter`,
      `personalData: ${promoterName}, promoter`,
      `terms: ${promoterName}, promoter`,
    ],
  })
  await consents(at(), token, buyer.iin)
  const second = await portalOrder(at(), token, portalSale({ order: { dateStart: '2026-11-22' } }))
  expect((await told(second.orderId)).consents).toContain(`personalData: ${holder}, sms1414`)
})

test('a client who takes the quote over accepts for themself', async () => {
  const token = await promoterToken(at())
  await consents(at(), token, driver.iin)
  const quote = await portalQuote(
    at(),
    token,
    portalSale({ drivers: [{ iin: driver.iin }], order: { dateStart: '2026-11-23' } }),
  )
  const handed = await at().api(
    'promoterHandOffCreate',
    { calculationId: quote.calculationId },
    token,
  )
  if (!handed.body.success) throw new Error('not handed over')
  const { body } = await at().api(
    'promoterHandOffOrder',
    { key: handed.body.data.key, pay: bill },
    await purchaseToken(at()),
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  expect(await told(body.data.orderId)).toEqual({
    signed: 'code',
    consents: [
      `commission: ${holder}, site`,
      `personalData: ${driver.name}, sms1414`,
      `personalData: ${holder}, smsCode`,
      `terms: ${holder}, site`,
    ],
  })
})
