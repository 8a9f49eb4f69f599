import { homeCalculate, homeOrder, homePlans } from '#contract/home.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'
import type { Db } from '../db/connect.ts'
import type { Start } from '../products/products.ts'
import { importAddresses } from './import-addresses.ts'

/** The first plans. */
async function seedPlans(db: Db): Promise<void> {
  const homePlan = (
    code: string,
    kz: string,
    ru: string,
    sums: [number, number, number],
    price: number,
    sort: number,
  ) => ({
    code,
    name_kz: kz,
    name_ru: ru,
    insurance_amount: sums[0],
    interior_finishing: sums[1],
    neighbour_compensation: sums[2],
    price_per_month: price,
    insurer_code: 'dala',
    sort,
    effective_from: '2025-01-01',
  })
  await db
    .insertInto('home_plans')
    .values([
      homePlan('start', 'Бастау', 'Старт', [5_000_000, 1_000_000, 1_000_000], 1_490, 10),
      homePlan('comfort', 'Жайлы', 'Комфорт', [10_000_000, 2_500_000, 2_000_000], 2_490, 20),
      homePlan('full', 'Толық', 'Полный', [20_000_000, 5_000_000, 4_000_000], 3_990, 30),
    ])
    .onConflict((conflict) => conflict.columns(['code', 'effective_from']).doNothing())
    .execute()
}

/**
 * The demonstration client's home: the middle plan on their registered address, paid on the
 * sandbox's page; the jobs do the rest.
 */
async function demoHome({ app, deps }: Parameters<Start['demo']>[0], token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const call = async (url: string, payload: object): Promise<unknown> =>
    (await app.inject({ method: 'POST', url, headers, payload })).json()
  await importAddresses(deps)
  const offer = homePlans.reply.parse(await call(homePlans.path, {}))
  if (!offer.success || !offer.data.registered) return
  const plan = offer.data.plans[1] ?? offer.data.plans[0]
  const quote = homeCalculate.reply.parse(
    await call(homeCalculate.path, { address: offer.data.registered.code, planId: plan?.id ?? 0 }),
  )
  if (!quote.success) return
  const order = homeOrder.reply.parse(
    await call(homeOrder.path, {
      calculationId: quote.data.calculationId,
      pay: { system: 'card' },
      accepted: homeLegalVersions,
    }),
  )
  if (!order.success || !order.data.redirect_url) return
  const card = new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' })
  await fetch(order.data.redirect_url, { method: 'POST', body: card, redirect: 'manual' })
}

/** What Home begins with. */
export const homeStart: Start = {
  seed: seedPlans,
  demoKnown: async (db, accountId) => {
    const known = await db
      .selectFrom('home_subscriptions')
      .select('id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst()
    return known !== undefined
  },
  demo: demoHome,
}
