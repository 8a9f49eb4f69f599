import { sql } from 'kysely'
import { z } from 'zod'
import type { Locale } from '#brand'
import type { Db } from '../db/connect.ts'
import { acceptedOf, refundOf } from './purchase-parts.ts'

const AT_MOST = 200

const Facts = z.object({
  address: z.object({ kz: z.string(), ru: z.string() }),
  insurer: z.object({ name: z.object({ kz: z.string(), ru: z.string() }) }),
})

/** Subscriptions that were paid for, each with the payment of every month, its receipt and what went back of it. */
export async function homePurchases(db: Db, iin: string, locale: Locale) {
  const [subscriptions, payments, refunds] = await Promise.all([
    db
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
      .execute(),
    db
      .selectFrom('home_attempts')
      .innerJoin('home_charges', 'home_charges.id', 'home_attempts.charge_id')
      .innerJoin('home_subscriptions', 'home_subscriptions.id', 'home_charges.subscription_id')
      .innerJoin('ledger', (join) => join.on('ledger.key', '=', sql<string>`'payment:' || home_attempts.id`))
      .leftJoin('fiscal_receipts', 'fiscal_receipts.id', 'ledger.key')
      .select([
        'home_attempts.id',
        'home_attempts.amount',
        'home_attempts.outside_id',
        'home_charges.subscription_id',
        'ledger.at as paid_at',
        'fiscal_receipts.number as receipt_number',
        'fiscal_receipts.url as receipt_url',
      ])
      .where('home_subscriptions.buyer_iin', '=', iin)
      .orderBy('ledger.id')
      .execute(),
    db
      .selectFrom('refunds')
      .innerJoin('home_subscriptions', 'home_subscriptions.id', 'refunds.home_id')
      .select(['refunds.home_attempt_id', 'refunds.amount', 'refunds.state', 'refunds.created_at', 'refunds.done_at'])
      .where('home_subscriptions.buyer_iin', '=', iin)
      .orderBy('refunds.created_at')
      .execute(),
  ])
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
      payments: payments
        .filter(({ subscription_id }) => subscription_id === row.id)
        .map((payment) => ({
          id: payment.id,
          system: 'card' as const,
          amount: payment.amount,
          phone: null,
          outside_id: payment.outside_id,
          receipt: payment.receipt_number ? { number: payment.receipt_number, url: payment.receipt_url } : null,
          paidAt: payment.paid_at.toISOString(),
          refunds: refunds.filter(({ home_attempt_id }) => home_attempt_id === payment.id).map(refundOf),
        })),
      ...acceptedOf(row.accepted),
    }
  })
}
