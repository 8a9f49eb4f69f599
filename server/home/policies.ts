import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, almatyDay } from '#domain/calendar.ts'
import { countdown } from '#domain/home/countdown.ts'
import { KeptText } from '#domain/localized-text.ts'
import type { Listed, Reading } from '../products/product-reads.ts'

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
