import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { flat, homeQuote, knowsAddresses, subscribed } from '#tests/home.ts'
import { purchaseToken, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()

test('addresses are suggested by their words in both languages, a building leads to its flats, a code to its address', async () => {
  spec(
    '3.2.home-policy-address',
    '3.2.home-policy-address-typed',
    '7.2.address-suggest',
    '7.2.address-bycode',
  )

  const token = await signedIn(at())
  // The template's copy goes: the job makes it anew.
  for (const table of ['address_imports', 'addresses', 'address_words'] as const)
    await at().db.deleteFrom(table).execute()
  await knowsAddresses(at())
  const found = await at().api('addressSuggest', { text: 'алматы абай 2' }, token)
  const [building] = found.body.success ? found.body.data : []
  expect(building?.text).toMatch(/^Алматы қаласы, Абай даңғылы, 2\d*-үй$/)
  const inRussian = await at().api('addressSuggest', { text: 'абая дом 2' }, token, 'ru')
  expect(inRussian.body.success && inRussian.body.data[0]?.text).toMatch(/проспект Абая, дом 2/)
  // On a Russian keyboard, with abbreviations and the flat, with a mistake in the name.
  for (const text of [
    'кабанбай батыр 6',
    'ул. Кабанбай батыра, д. 6, кв. 3',
    'Қабанбай батыр көшесі, 6-үй, 3-пәтер',
    'кобанбай батыр 6',
  ]) {
    const { body } = await at().api('addressSuggest', { text }, token)
    expect([text, body.success && body.data[0]?.text]).toEqual([
      text,
      'Алматы қаласы, Қабанбай батыр көшесі, 6-үй',
    ])
  }
  expect((await at().api('addressSuggest', { text: 'ыыыыыы 6' }, token)).body).toMatchObject({
    data: [],
  })
  const home = await at().api('addressByCode', { code: '0200010000000000' }, token)
  expect(home.body).toMatchObject({ success: true, data: { flats: true } })
  const flats = await at().api('addressSuggest', { text: '', building: '0200010000000000' }, token)
  expect(flats.body.success && flats.body.data.map(({ code }) => code)).toContain(flat)
  expect((await at().api('addressByCode', { code: '9'.repeat(16) }, token)).status).toBe(404)
  // A home is chosen before sign-in.
  const unknown = await at().api('addressSuggest', { text: 'алматы абай 2' })
  expect(unknown.body).toEqual(found.body)
})

test('where the setting wants a tick, the terms of Home say so', async () => {
  spec('7.2.ours-tick-of-home')

  const mine = await testApp({ ACCEPTANCE: 'tick' })
  expect(await homeQuote(mine, await signedIn(mine))).toMatchObject({ acceptance: 'tick' })
})

test('the plans, the price of a month and the registered address; a building with flats, an unknown plan and another’s token are refused', async () => {
  spec('7.2.policy-home-plans')

  const token = await signedIn(at())
  const quote = await homeQuote(at(), token)
  expect(quote).toMatchObject({
    premium: 1_490,
    broker_premium: 224,
    protectionWithinHours: 2,
    nextBillingOn: '2026-12-17',
    acceptance: 'button',
  })
  const plans = await at().api('homePlans', {}, token)
  expect(plans.body.success && plans.body.data.registered?.text).toMatch(/пәтер$/)
  const planId = plans.body.success ? (plans.body.data.plans[0]?.id ?? 0) : 0
  expect(
    (await at().api('homeCalculate', { address: '0200010000000000', planId }, token)).body,
  ).toMatchObject({ code: 14065 })
  expect(
    (await at().api('homeCalculate', { address: flat, planId: 999 }, token)).body,
  ).toMatchObject({ code: 14006 })
  expect((await at().api('homeCalculate', { address: '12', planId }, token)).status).toBe(422)
  expect(
    (
      await at().api(
        'homeCalculate',
        { address: flat, planId },
        await purchaseToken(at(), ready('940226499901')),
      )
    ).status,
  ).toBe(403)
})

test('a minor, a non-resident, a person on a list may not subscribe', async () => {
  spec('7.2.policy-home-calculate')

  const codes: unknown[] = []
  for (const iin of ['100601599901', '880505399908', '790101399902']) {
    const token = await signedIn(at(), ready(iin))
    const { body } = await at().api('homeCalculate', { address: flat, planId: 1 }, token)
    codes.push(body.success ? null : body.code)
  }
  expect(codes).toEqual([12008, 12005, 12004])
  // While the registers are down the answer asks for no typed document: the form has no field for
  // it.
  const { body } = await at().api(
    'homeCalculate',
    { address: flat, planId: 1 },
    await signedIn(at(), ready('950303499901')),
    'ru',
  )
  expect(body).toMatchObject({
    code: 12002,
    message: 'Сервис временно недоступен. Повторите позже.',
  })
})

test('what was paid for a home stands among the purchases with its receipt, and in what the client takes away', async () => {
  spec('3.2.home-own-terms-read')

  const token = await signedIn(at(), ready('850315399904'))
  const orderId = await subscribed(at(), token, '0200030001000000')
  const row = await until(
    async () => {
      const { body } = await at().api('cabinetPurchases', {}, token, 'ru')
      return body.success ? body.data.find(({ order_id }) => order_id === orderId) : undefined
    },
    (found) => found?.payments[0]?.receipt !== null && found !== undefined,
  )
  expect(row).toMatchObject({
    kind: 'home',
    insurance_premium: 1_490,
    commission: 224,
    cars: [],
    payments: [{ system: 'card', amount: 1_490, refunds: [] }],
    texts: [{ name: 'homeTerms' }, { name: 'personalData' }, { name: 'commission' }],
  })
  expect(row?.address).toMatch(/Алматы/)
  const { body } = await at().api('cabinetExport', {}, token)
  if (!body.success) throw new Error('no export')
  expect(body.data.content).toMatchObject({
    homePayments: [{ period: 0, state: 'paid', amount: 1_490 }],
  })
  expect(JSON.stringify(body.data.content)).toContain(orderId)
})
