import { expect, test } from 'vitest'
import type { Locale } from '#domain/locale.ts'
import { esbdPolicies } from '#systems/esbd/sandbox-policies.ts'
import { behave } from '#systems/esbd/sandbox-work.ts'
import { account, signedIn } from '#tests/client.ts'
import { clockTo, ordered, paysBill, purchaseToken, quoted, sale, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const staff = { iin: '880808399905', phone: '77010000671' }
const differences = async (locale: Locale = 'kz') => {
  await account(at(), staff, { role: 'staff', administrator: true })
  const { body } = await at().api('staffStatus', {}, await signedIn(at(), staff), locale)
  return body.success ? body.data.differences : []
}

test('a premium that the unified database calculates otherwise is not quoted, and staff see both sums and what they stand on', async () => {
  const token = await purchaseToken(at())
  behave(at().sandbox.world, { priceOff: 25 })
  const asked = sale()
  const refused = await at().raw('/api/policy/ogpo/calculate', { body: asked, token, locale: 'ru' })
  expect(refused.body).toMatchObject({
    success: false,
    code: 12002,
    message: expect.stringContaining('другую стоимость'),
  })
  const [found] = await differences()
  expect(found).toMatchObject({ kind: 'price', about: asked.operation.applicationId, times: 1 })
  expect((found?.theirs ?? 0) - (found?.ours ?? 0)).toBe(25)
  // In words, and in the reader's language: no code of the tariff or of the unified database.
  expect(found).toMatchObject({ number: null, order_id: null, note: '' })
  expect(found?.rows).toEqual([
    '«Дала» сақтандыру компаниясы',
    'Мерзімі: 21.11.2026 – 20.11.2027',
    expect.stringMatching(/^Көлік: жеңіл автокөлік · Алматы қаласы · жасы 7 жылдан /),
    expect.stringMatching(/^Жүргізуші: .+ · 25 жастан бастап, өтілі /),
  ])
  expect((await differences('ru'))[0]?.rows).toEqual([
    'Страховая компания «Дала»',
    'Срок: 21.11.2026 – 20.11.2027',
    expect.stringMatching(/^Автомобиль: легковой автомобиль · г\. Алматы · возраст /),
    expect.stringMatching(/^Водитель: .+ · от 25 лет, стаж /),
  ])
  behave(at().sandbox.world)
  expect(await quoted(at(), token, asked)).toMatchObject({ insurance_premium: found?.ours })
  expect(await differences()).toEqual([])
})

test('one that differs when the policy is to be set is not set: staff see it with the order, and the money goes back', async () => {
  const token = await purchaseToken(at())
  const { orderId, quote } = await ordered(at(), token)
  behave(at().sandbox.world, { priceOff: -100 })
  await paysBill(at())
  const row = () =>
    at().db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const failing = await until(row, (order) => order.issue_error !== null)
  expect(failing.issue_error).toMatchObject({
    reason: 'issue_price_differs',
    ours: quote.insurance_premium,
    theirs: quote.insurance_premium - 100,
  })
  expect(await differences()).toMatchObject([
    {
      kind: 'price',
      about: orderId,
      order_id: orderId,
      number: failing.number,
      ours: quote.insurance_premium,
    },
  ])
  const shown = await at().api('staffOrder', { order_id: orderId }, await signedIn(at(), staff))
  expect(shown.body.success && shown.body.data.obstacle).toMatchObject({
    what: 'price',
    system: 'esbd',
    operation: 'CalculatePolicyPremium',
    ours: quote.insurance_premium,
    theirs: quote.insurance_premium - 100,
  })
  // A try slowed down before the price does not count: allows a few more.
  for (let turn = 0; turn < 6 && (await row()).state === 'issuing'; turn += 1) {
    const { issue_attempts: attempts, next_attempt_at: next } = await row()
    await clockTo(at(), new Date((next?.getTime() ?? 0) + 1_000).toISOString())
    await until(row, (order) => order.issue_attempts > attempts || order.state !== 'issuing')
  }
  expect(await settled(at(), await purchaseToken(at()), orderId)).toMatchObject({
    data: { status: 'failed' },
  })
  behave(at().sandbox.world)
  expect(
    esbdPolicies(at().sandbox.world).filter(({ number }) => number === failing.number),
  ).toEqual([])
  const refunds = await at()
    .db.selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('order_id', '=', orderId)
    .execute()
  expect(refunds).toEqual([{ amount: quote.premium, reason: 'not_issued' }])
})
