import { sql } from 'kysely'
import { z } from 'zod'
import type { NextStep } from '#domain/cabinet-needs.ts'
import { addDays, almatyDay } from '#domain/calendar.ts'
import { countdown } from '#domain/home/countdown.ts'
import { KeptText } from '#domain/localized-text.ts'
import type { Deps } from '../deps.ts'
import type { Identity } from '../http/identity.ts'
import {
  type Applied,
  type Bought,
  type Listed,
  overShownMs,
  type PaymentOf,
  type Reading,
} from '../products/product.ts'

const AT_MOST = 200

const Facts = z.object({
  address: KeptText,
  insurer: z.object({ name: KeptText }),
})

/** Subscriptions that were paid for. */
export async function purchases({ db, iin, locale }: Reading): Promise<Bought[]> {
  const subscriptions = await db
    .selectFrom('home_subscriptions')
    .leftJoin('policies', 'policies.id', 'home_subscriptions.policy_id')
    .select([
      'home_subscriptions.id',
      'home_subscriptions.number',
      'home_subscriptions.created_at',
      'home_subscriptions.monthly_payment',
      'home_subscriptions.commission',
      'home_subscriptions.accepted',
      'home_subscriptions.facts',
      'policies.global_id',
    ])
    .where('home_subscriptions.buyer_iin', '=', iin)
    .where('home_subscriptions.paid_at', 'is not', null)
    .orderBy('home_subscriptions.created_at', 'desc')
    .limit(AT_MOST)
    .execute()
  return subscriptions.map((row) => {
    const facts = Facts.parse(row.facts)
    return {
      order_id: row.id,
      number: row.number,
      kind: 'home' as const,
      createdAt: row.created_at.toISOString(),
      global_id: row.global_id,
      address: facts.address[locale],
      cars: [],
      insurer: facts.insurer.name[locale],
      insurance_premium: row.monthly_payment,
      ogpo_plus_premium: 0,
      commission: row.commission,
      accepted: row.accepted,
    }
  })
}

const APPLICATIONS_AT_MOST = 100

const ApplicationFacts = z.object({ address: KeptText })

/**
 * Lists Home subscriptions not issued yet: the same page continues the payment and shows its state.
 */
export async function applications({ db, iin, now, locale }: Reading): Promise<Applied[]> {
  const rows = await db
    .selectFrom('home_subscriptions as s')
    .leftJoin('home_charges as c', (join) =>
      join.onRef('c.subscription_id', '=', 's.id').on('c.period', '=', 0),
    )
    .select([
      's.id',
      's.calculation_id',
      's.state',
      's.monthly_payment',
      's.facts',
      's.created_at',
      's.expires_at',
      'c.state as charge_state',
    ])
    .where('s.buyer_iin', '=', iin)
    .where('s.policy_id', 'is', null)
    .where((expression) =>
      expression.or([
        expression('s.state', 'in', ['awaiting_payment', 'paid']),
        expression('c.state', '=', 'refunding'),
        expression('s.created_at', '>', new Date(now.getTime() - overShownMs)),
      ]),
    )
    .orderBy('s.created_at', 'desc')
    .limit(APPLICATIONS_AT_MOST)
    .execute()
  return rows.map((row) => ({
    order_id: row.id,
    key: row.id,
    calc_id: row.calculation_id,
    kind: 'home' as const,
    state: row.state,
    next_step: nextStep(row.state, row.charge_state, row.expires_at <= now),
    amount: row.monthly_payment,
    start_date: null,
    created_at: row.created_at.toISOString(),
    cars: [],
    address: ApplicationFacts.parse(row.facts).address[locale],
    pay: null,
  }))
}

function nextStep(state: string, charge: string | null, late: boolean): NextStep {
  if (charge === 'refunding') return 'refund'
  if (state === 'paid' || (state === 'issue_failed' && charge === 'paid')) return 'wait'
  return state === 'awaiting_payment' && !late ? 'pay' : 'none'
}

/**
 * Returns the caller's own subscription and the page of its first payment. Only the client pays for
 * a home, so no other token finds it.
 */
export async function payment(
  { db }: Pick<Deps, 'db'>,
  id: string,
  me: Identity,
): Promise<PaymentOf | null> {
  const found = await paymentOf(db, id)
  if (!found || found.buyer_iin !== me.iin || me.kind === 'promoter') return null
  return found
}

async function paymentOf(db: Deps['db'], id: string) {
  const subscription = await db
    .selectFrom('home_subscriptions')
    .select(['state', 'paid_at', 'buyer_iin'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!subscription) return null
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('state')
    .where('order_id', '=', id)
    .where('period', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Whatever has become of a subscription that was paid, its order is.
  const state = subscription.paid_at ? 'paid' : subscription.state
  const { paid_at, buyer_iin } = subscription
  return { sale: { state, paid_at }, attempt, buyer_iin }
}

const Shown = z.object({
  address: KeptText,
  plan: z.object({
    name: KeptText,
    insuranceAmount: z.number(),
    interiorFinishing: z.number(),
    neighbourCompensation: z.number(),
  }),
  insurer: z.object({ code: z.string(), name: KeptText }),
})

const rowsOf = (db: Reading['db'], iin: string) =>
  db
    .selectFrom('home_subscriptions as s')
    .innerJoin('policies', 'policies.id', 's.policy_id')
    .leftJoin('cards', (join) =>
      join
        .onRef('cards.account_id', '=', 's.account_id')
        .on('cards.active', '=', true)
        .on('cards.removed_at', 'is', null),
    )
    .selectAll('s')
    .select([
      'policies.global_id',
      'policies.issued_at',
      'policies.verified_at',
      'cards.id as card',
    ])
    .select(
      // The day of the last try of the next payment, if it was declined: the next one follows a day
      // later.
      sql<
        string | null
      >`(select case when a.state = 'rejected' then to_char(a.made_on, 'YYYY-MM-DD') end from payment_attempts a
        where a.order_id = s.id and a.period = s.next_period order by a.created_at desc limit 1)`.as(
        'declined_on',
      ),
    )
    .where('s.buyer_iin', '=', iin)
    .orderBy('s.created_at', 'desc')
    .execute()

/**
 * A client's Home policies as the cabinet lists them (spec section 3, "Cabinet policy"), the newest
 * first.
 */
export async function policies({ db, iin, now, locale }: Reading): Promise<Listed[]> {
  const rows = await rowsOf(db, iin)
  const today = almatyDay(now)
  return rows.flatMap((row) => {
    if (!row.anchor || !row.paid_until || !row.protection_from || !row.policy_id) return []
    const { address, plan, insurer } = Shown.parse(row.facts)
    const active = row.state === 'active'
    const renewal = renewalOf(row)
    const billingOn =
      renewal === 'declined' && row.declined_on ? addDays(row.declined_on, 1) : row.next_billing_on
    const state =
      now < row.protection_from
        ? ('pending' as const)
        : !active && row.paid_until < today
          ? ('ended' as const)
          : ('active' as const)
    return [
      {
        order_id: row.id,
        source: row.source,
        subscription_active: active,
        global_id: row.global_id,
        start_date: row.anchor,
        end_date: row.paid_until,
        amount: row.monthly_payment,
        premium: row.monthly_payment,
        insured_amount: plan.insuranceAmount,
        address_name_policy_holder: address[locale],
        calc_id: row.calculation_id,
        uuid: row.policy_id,
        policy_type: 'home' as const,
        home: {
          address: address[locale],
          plan: plan.name[locale],
          insurance_amount: plan.insuranceAmount,
          interior_finishing: plan.interiorFinishing,
          neighbour_compensation: plan.neighbourCompensation,
          monthly_payment: row.monthly_payment,
          billing_date: billingOn,
          protection_from: row.protection_from.toISOString(),
          paid_until: row.paid_until,
          countdown: countdown({ protectionFrom: row.protection_from, billingOn }, now),
          renewal,
        },
        state,
        insurer: { code: insurer.code, name: insurer.name[locale] },
        cars: [],
        drivers: 0,
        ogpo_plus_premium: 0,
        verified_at: row.verified_at.toISOString(),
        issued_at: row.issued_at.toISOString(),
        replaced_by: null,
        may: { terminate: false, cancel: false, renew: false, add_drivers: false },
      },
    ]
  })
}

function renewalOf({
  state,
  card,
  declined_on,
}: {
  state: string
  card: string | null
  declined_on: string | null
}) {
  if (state === 'cancelled' || state === 'not_renewed') return state
  if (!card) return 'no_card'
  return declined_on ? 'declined' : 'on'
}
