import { sql } from 'kysely'
import { pathOf } from '#contract/pages.ts'
import type { Effect } from '#domain/contract/effects.ts'
import { parseLocale } from '#domain/locale.ts'
import { homeTexts } from '#texts/home.ts'
import { payTexts } from '#texts/pay.ts'
import { byOf } from '../contracts/carry.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { homeRegisterJob } from '../jobs/definitions.ts'
import { blockedReason } from '../kyc/frozen.ts'
import { leaveUnsaid } from '../messaging/messages.ts'
import type { Doing, Part, Product } from '../products/product.ts'
import { HomeFacts } from './calculate.ts'
import { canWait, kindsOf, wordsOf } from './notify.ts'
import { renew } from './register.ts'
import { chargeId, moveCharge, moveSubscription, subscriptionById } from './states.ts'

/** The Home subscription as the core of contracts, payments and messages sees it. */
export const home: Product = {
  facts: async (tx, id) => ({ product: 'home', ...(await factsOf(tx, id)) }),
  carry,
  sale: async (db, id) => {
    const row = await db
      .selectFrom('home_subscriptions')
      .select(['id', 'buyer_iin', 'number', 'locale', 'phone', 'email', 'state'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const { buyer_iin: buyerIin, number, locale, phone, email, state } = row
    return {
      product: 'home',
      id,
      contractId: id,
      buyerIin,
      number,
      locale: parseLocale(locale),
      phone,
      email,
      waits: state === 'awaiting_payment',
    }
  },
  people: async (db, id) => {
    const row = await subscriptionById(db, id)
    return row ? [HomeFacts.parse(row.facts).policyholder] : []
  },
  unpaid: async (db, iins) => {
    const rows = await db
      .selectFrom('home_subscriptions')
      .select('id')
      .where('state', '=', 'awaiting_payment')
      .where('buyer_iin', 'in', [...iins])
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => ({
      contractId: id,
      closes: { act: 'expire_subscription', reason: blockedReason },
    }))
  },
  purpose: ({ number, locale }) => homeTexts.purpose(number)[locale],
  receipt: ({ number, locale }) => payTexts.homeReceipt(number)[locale],
  page: async ({ db, config }, { id, locale }) => {
    const { account_id } = await db
      .selectFrom('home_subscriptions')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const backUrl = `${config.publicUrl}${pathOf('egov-home-insurance', locale)}?order=${id}`
    return { backUrl, bindFor: account_id }
  },
  script: 'home',
  wake: async () => {},
  kinds: async (_tx, _id, purpose) => kindsOf(purpose),
  canWait,
  notified: async (tx, _deps, id, purpose) => {
    if (purpose === 'delayed') await leaveUnsaid(tx, id, purpose)
  },
  words: wordsOf,
}

async function factsOf(
  tx: Sql,
  id: string,
): Promise<Omit<Extract<Part, { product: 'home' }>, 'product'>> {
  const { rows } = await sql<Omit<Extract<Part, { product: 'home' }>, 'product'>>`
    select json_build_object('id', home.id, 'state', home.state, 'commission', home.commission, 'nextPeriod', home.next_period,
      'elsewhere', home.state = 'awaiting_payment' and exists (select from home_subscriptions as other
        where other.buyer_iin = home.buyer_iin and other.id <> home.id and other.state in ('paid', 'active')
        and other.facts -> 'address' ->> 'code' = home.facts -> 'address' ->> 'code')) as subscription,
      (select coalesce(json_agg(json_build_object('period', period, 'state', state, 'amount', amount) order by period), '[]')
        from home_charges where subscription_id = home.id) as months
    from home_subscriptions as home where home.id = ${id}`.execute(tx)
  const found = rows[0]
  if (!found) throw new Error(`there is no subscription ${id}`)
  return found
}

async function carry(tx: Tx, deps: Deps, effect: Effect, doing: Doing): Promise<void> {
  if (effect.do === 'subscription') {
    await moveSubscription(tx, effect.id, effect.to, byOf(effect, doing))
    // Nothing is charged any more.
    if (effect.to === 'cancelled' || effect.to === 'not_renewed')
      await tx
        .updateTable('home_subscriptions')
        .set({ next_billing_on: null })
        .where('id', '=', effect.id)
        .execute()
    if (effect.to === 'paid')
      await tx
        .updateTable('home_subscriptions')
        .set({ paid_at: doing.at })
        .where('id', '=', effect.id)
        .execute()
  } else if (effect.do === 'month')
    await moveCharge(tx, chargeId(effect.id, effect.period), effect.to, byOf(effect, doing))
  else if (effect.do === 'renewed') {
    const subscription = await subscriptionById(tx, effect.id)
    // The first period begins with the registration, which knows its day.
    if (subscription && effect.period > 0) await renew(tx, deps, subscription, effect.period)
  } else if (effect.do === 'unrenewed') {
    await tx
      .updateTable('home_subscriptions')
      .set(({ ref }) => ({ paid_until: ref('contract_until'), next_period: effect.period }))
      .where('id', '=', effect.id)
      .execute()
  } else if (effect.do === 'job' && effect.job === 'register')
    await deps.queue.enqueue(tx, homeRegisterJob, { subscriptionId: effect.id })
  // No partner sells a subscription, so nobody gets a report.
  else if (effect.do !== 'report') throw new Error(`Home knows no effect ${effect.do}`)
}
