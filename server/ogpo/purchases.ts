import { sql } from 'kysely'
import { z } from 'zod'
import { KeptText } from '#domain/localized-text.ts'
import { kindOf } from '../orders/quote-kind.ts'
import type { Bought, Reading } from '../products/product-reads.ts'

const AT_MOST = 200

const Facts = z.object({
  vehicles: z.array(
    z.object({ plate: z.string(), make: z.string(), model: z.string(), year: z.number() }),
  ),
  insurer: z.object({ name: KeptText }),
})

/** Orders that brought money or made a policy. */
export async function purchases({ db, iin, locale }: Reading): Promise<Bought[]> {
  const orders = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .leftJoin('policies', 'policies.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.number',
      'orders.created_at',
      'orders.insurance_premium',
      'orders.ogpo_plus_premium',
      'orders.commission',
      'orders.accepted',
      'quotes.kind',
      'policies.global_id',
      sql<unknown>`jsonb_build_object('vehicles', quotes.facts -> 'vehicles', 'insurer', quotes.facts -> 'insurer')`.as(
        'facts',
      ),
    ])
    .where('orders.buyer_iin', '=', iin)
    .where((expression) =>
      expression.or([
        expression('orders.paid_at', 'is not', null),
        expression('policies.id', 'is not', null),
      ]),
    )
    .orderBy('orders.created_at', 'desc')
    .limit(AT_MOST)
    .execute()
  return orders.map((row) => {
    const facts = Facts.parse(row.facts)
    return {
      order_id: row.id,
      number: row.number,
      kind: kindOf(row.kind),
      createdAt: row.created_at.toISOString(),
      global_id: row.global_id,
      address: null,
      cars: facts.vehicles.map((car) => ({
        registrationNumber: car.plate,
        name: `${car.make} ${car.model}, ${car.year}`,
      })),
      insurer: facts.insurer.name[locale],
      insurance_premium: row.insurance_premium,
      ogpo_plus_premium: row.ogpo_plus_premium,
      commission: row.commission,
      accepted: row.accepted,
    }
  })
}
