import { expect, onTestFinished, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { typesCard } from '#tests/chaos/client.ts'
import { signedIn } from '#tests/client.ts'
import {
  homeBecomes,
  homeOrdered,
  homeQuote,
  otherFlat,
  paysHome,
  subscribed,
} from '#tests/home.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'
import { refusalText } from '#texts/refusals.ts'

const at = sharedTestApp()
const thirdFlat = '0200030001000000'
const subscriptions = () =>
  at().db.selectFrom('home_subscriptions').select(['id', 'state']).execute()

test('a home ordered twice and paid twice is one contract, and one payment goes back', async () => {
  const token = await signedIn(at())
  const first = await homeOrdered(at(), token)
  const second = await homeOrdered(at(), token)
  const pages = [...payments(at().sandbox.world).values()]
  await Promise.all(
    [first, second].map((orderId) =>
      typesCard(
        at().sandbox.url,
        pages.find((page) => page.orderId.startsWith(`${orderId}-`))?.id ?? '',
        'approve',
      ),
    ),
  )
  await homeBecomes(at(), token, second, 'issued')
  await until(
    () =>
      at()
        .db.selectFrom('payment_attempts')
        .select(['order_id', 'state'])
        .where('order_id', 'in', [first, second])
        .execute(),
    (rows) =>
      rows.some(({ order_id, state }) => order_id === first && state === 'refunded') &&
      rows.some(({ order_id, state }) => order_id === second && state === 'paid'),
  )
  expect((await subscriptions()).map(({ state }) => state).toSorted()).toEqual([
    'active',
    'expired',
  ])
})

test('two orders of a home at once leave one to pay', async () => {
  const token = await signedIn(at())
  const quotes = [await homeQuote(at(), token, otherFlat), await homeQuote(at(), token, otherFlat)]
  const answers = await Promise.all(
    quotes.map(({ calculationId }) =>
      at().once(
        'homeOrder',
        { calculationId, pay: { system: 'card' }, accepted: homeLegalVersions },
        token,
      ),
    ),
  )
  // The order that gave way before its page opened gets a refusal.
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const waiting = (await subscriptions()).filter(({ state }) => state === 'awaiting_payment')
  expect(waiting).toHaveLength(1)
})

test('who gave way to another order of their home is not sent to a bill, which a home has not', async () => {
  const token = await signedIn(at())
  const quotes = [await homeQuote(at(), token, otherFlat), await homeQuote(at(), token, otherFlat)]
  const order = (of: (typeof quotes)[number] | undefined) =>
    at().api(
      'homeOrder',
      {
        calculationId: of?.calculationId ?? '',
        pay: { system: 'card' },
        accepted: homeLegalVersions,
      },
      token,
    )
  const { acquirer } = at().server.deps.systems
  const { payPage } = acquirer
  onTestFinished(() => {
    acquirer.payPage = payPage
  })
  // The other one arrives while the page of the first is opened.
  acquirer.payPage = async (ask) => {
    acquirer.payPage = payPage
    expect((await order(quotes[1])).body).toMatchObject({ success: true })
    return payPage(ask)
  }
  const { body } = await order(quotes[0])
  expect(body).toMatchObject({ success: false, code: refusals.homePageFailed })
  for (const locale of locales)
    expect(refusalText(refusals.homePageFailed, locale)).not.toMatch(/шот|сч[её]т/)
})

test('money for a home that is paid for by another subscription goes back', async () => {
  const token = await signedIn(at())
  const first = await homeOrdered(at(), token, thirdFlat)
  const second = await homeOrdered(at(), token, otherFlat)
  const { db } = at()
  const facts = await db
    .selectFrom('home_subscriptions')
    .select('facts')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const sameHome = db
    .updateTable('home_subscriptions')
    .set({ facts: JSON.stringify(facts.facts) })
    .where('id', '=', second)
  // The table allows one open subscription per home.
  await expect(sameHome.execute()).rejects.toMatchObject({
    constraint: 'home_subscriptions_one_of_a_home',
  })
  // Two that were open together before it did.
  await sameHome.set({ beside: true }).execute()
  await paysHome(at(), first)
  await homeBecomes(at(), token, first, 'issued')
  await paysHome(at(), second)
  await until(
    () =>
      db
        .selectFrom('payment_attempts')
        .select('state')
        .where('order_id', '=', second)
        .executeTakeFirst(),
    (row) => row?.state === 'refunded',
  )
  const states = (await subscriptions()).filter(({ id }) => id === first || id === second)
  expect(new Map(states.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [first, 'active'],
      [second, 'expired'],
    ]),
  )
})

test('a cancelled home is bought again for the day after what is paid, which is named', async () => {
  const token = await signedIn(at())
  const order_id = await subscribed(at(), token, otherFlat)
  await at().api('cancelHomeSubscribe', { order_id }, token)
  const plans = await at().api('homePlans', {}, token)
  const planId = plans.body.success ? (plans.body.data.plans[0]?.id ?? 0) : 0
  const { body } = await at().api('homeCalculate', { address: otherFlat, planId }, token)
  expect(body).toMatchObject({ code: 14064, data: { from: '2026-12-20' } })
  expect(JSON.stringify(body)).toContain('20.12.2026')
})
