import { beforeAll, expect, test } from 'vitest'
import {
  attemptsOf,
  buyer,
  clockTo,
  placesOrder,
  purchaseToken,
  quoted,
  ready,
  sale,
} from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const bill = { system: 'mobile_bank', method: 'bill' } as const
const other = ready('900622499917')
let token = ''
let others = ''
beforeAll(async () => {
  token = await purchaseToken(at())
  others = await purchaseToken(at(), other)
})
const order = (calculationId: string, more: object = {}, by = token) =>
  placesOrder(at(), by, calculationId, more)
const attempts = (orderId: string) => attemptsOf(at(), orderId)

test('a price sent by the browser is refused, and the order’s amount is the server’s own', async () => {
  const { calculationId, premium } = await quoted(at(), token)
  const forged = await order(calculationId, { premium: 1 })
  expect(forged.status).toBe(422)
  expect(forged.body.errors).toEqual([{ path: 'premium', message: 'Неизвестное поле' }])
  const placed = await order(calculationId)
  expect((await attempts(placed.body.data.orderId)).map(({ amount }) => amount)).toEqual([premium])
})

test('a quote whose stored price was changed does not become an order', async () => {
  const { calculationId } = await quoted(at(), token)
  await at()
    .db.updateTable('quotes')
    .set({ insurance_premium: 100 })
    .where('id', '=', calculationId)
    .execute()
  expect((await order(calculationId)).body).toMatchObject({ success: false, code: 14006 })
})

test('a quote with a commission that our contract names no more is 12010, and the accountant sees it', async () => {
  const { calculationId } = await quoted(at(), token)
  const rate = at().db.updateTable('commissions').where('code', '=', 'dala-ogpo')
  const agreed = (percent: string) =>
    until(
      () => at().server.deps.reference.commission('2026-11-20', 'dala', 'ogpo'),
      (now) => now === percent,
    )
  await rate.set({ commission_percent: '12.5' }).execute()
  await agreed('12.50')
  const refused = await order(calculationId)
  await rate.set({ commission_percent: '15' }).execute()
  await agreed('15.00')
  expect(refused.body).toMatchObject({ success: false, code: 12010 })
  expect(await at().db.selectFrom('commission_mismatches').selectAll().execute()).toMatchObject([
    { insurer_code: 'dala', ours: '12.50', theirs: '15.00', times: 1 },
  ])
  expect((await order(calculationId)).body).toMatchObject({ success: true })
})

test('a quote of yesterday is 14006, and its application no price any more', async () => {
  const asked = sale({ order: { dateStart: '2026-12-10' } })
  const { calculationId } = await quoted(at(), token, asked)
  await clockTo(at(), '2026-11-20T19:00:30Z')
  const late = await order(calculationId, {}, await purchaseToken(at()))
  await clockTo(at(), null)
  expect(late.body).toEqual({
    success: false,
    code: 14006,
    message: 'Срок расчёта истёк. Рассчитайте стоимость заново.',
  })
  const { status, body } = await at().api('ogpoCalculate', asked, token)
  expect([status, body]).toMatchObject([422, { errors: [{ path: 'operation.applicationId' }] }])
})

test('somebody else’s calculation and an unknown one are 404 alike', async () => {
  const { calculationId } = await quoted(at(), token)
  const foreign = await order(calculationId, {}, others)
  const unknown = await order(crypto.randomUUID())
  expect([foreign.status, unknown.status]).toEqual([404, 404])
  expect(foreign.body).toEqual(unknown.body)
})

test('a new quote is not a reissue: reorder is 14007', async () => {
  const { calculationId } = await quoted(at(), token)
  expect(
    (await at().api('ogpoReorder', { calculationId, pay: bill, globalId: '00000000001A' }, token))
      .body,
  ).toMatchObject({
    success: false,
    code: 14007,
  })
})

test('the versions of the accepted texts are stored with the order', async () => {
  const { calculationId } = await quoted(at(), token, sale({ order: { ogpoPlus: true } }))
  const accepted = {
    terms: '2026-01',
    personalData: '2026-01',
    commission: '2026-01',
    ogpoPlus: '2026-01',
  }
  const { body } = await order(calculationId, { accepted })
  const row = await at()
    .db.selectFrom('orders')
    .select(['accepted', 'locale', 'source', 'channel', 'amount'])
    .where('id', '=', body.data.orderId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ accepted, locale: 'ru', source: 'con_aonit_ogpo', channel: 'site' })
})

test('personal data the buyer agreed to by the code: the order keeps the version of that consent', async () => {
  await at()
    .db.updateTable('consents')
    .set({ text_version: '2026-11-01' })
    .where('iin', '=', buyer.iin)
    .execute()
  const { calculationId } = await quoted(at(), token, sale())
  const { body } = await order(calculationId, {
    accepted: { terms: '2026-11-23', commission: '2026-11-01' },
  })
  const row = await at()
    .db.selectFrom('orders')
    .select('accepted')
    .where('id', '=', body.data.orderId)
    .executeTakeFirstOrThrow()
  expect(row.accepted).toMatchObject({
    terms: '2026-11-23',
    personalData: '2026-11-01',
    commission: '2026-11-01',
    signed: 'code',
  })
})

test('the text of OGPO+ is accepted only by whoever buys it', async () => {
  const acceptedBy = async (ogpoPlus: boolean) => {
    const { calculationId } = await quoted(at(), token, sale({ order: { ogpoPlus } }))
    const { body } = await order(calculationId)
    const row = await at()
      .db.selectFrom('orders')
      .select('accepted')
      .where('id', '=', body.data.orderId)
      .executeTakeFirstOrThrow()
    return Object.keys(Object(row.accepted)).toSorted()
  }
  expect(await acceptedBy(false)).toEqual([
    'at',
    'commission',
    'consents',
    'personalData',
    'signed',
    'terms',
  ])
  expect(await acceptedBy(true)).toEqual([
    'at',
    'commission',
    'consents',
    'ogpoPlus',
    'personalData',
    'signed',
    'terms',
  ])
})
