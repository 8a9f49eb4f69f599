import { z } from 'zod'
import { KeptText } from '#domain/localized-text.ts'
import type { Bought, Reading } from '../products/product-reads.ts'

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
