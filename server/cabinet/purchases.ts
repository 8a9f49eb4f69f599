import { sql } from 'kysely'
import { z } from 'zod'
import { kindOf } from '../quote-kind.ts'
import { ok } from '../refuse.ts'
import { handle } from '../route.ts'
import { homePurchases } from './home-purchases.ts'
import { acceptedOf, refundOf } from './purchase-parts.ts'

const AT_MOST = 200

const Facts = z.object({
  vehicles: z.array(z.object({ plate: z.string(), make: z.string(), model: z.string(), year: z.number() })),
  insurer: z.object({ name: z.object({ kz: z.string(), ru: z.string() }) }),
})

/** Purchases that brought money or made a policy: their payments with what went back, and the versions of the texts accepted with them. */
export const purchases = handle('cabinetPurchases', async (_body, { db, me, locale }) => {
  const { iin } = me()
  const [orders, payments, refunds, homes] = await Promise.all([
    db
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
        sql<unknown>`jsonb_build_object('vehicles', quotes.facts -> 'vehicles', 'insurer', quotes.facts -> 'insurer')`.as('facts'),
      ])
      .where('orders.buyer_iin', '=', iin)
      .where((expression) => expression.or([expression('orders.paid_at', 'is not', null), expression('policies.id', 'is not', null)]))
      .orderBy('orders.created_at', 'desc')
      .limit(AT_MOST)
      .execute(),
    db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .innerJoin('ledger', (join) => join.onRef('ledger.attempt_id', '=', 'payment_attempts.id').on('ledger.kind', '=', 'payment'))
      .leftJoin('fiscal_receipts', (join) =>
        join.onRef('fiscal_receipts.attempt_id', '=', 'payment_attempts.id').on('fiscal_receipts.operation', '=', 'sale'),
      )
      .select([
        'fiscal_receipts.number as receipt_number',
        'fiscal_receipts.url as receipt_url',
        'payment_attempts.id',
        'payment_attempts.order_id',
        'payment_attempts.system',
        'payment_attempts.amount',
        'payment_attempts.phone',
        'payment_attempts.outside_id',
        'ledger.at as paid_at',
      ])
      .where('orders.buyer_iin', '=', iin)
      .where('ledger.order_id', '=', sql<string>`orders.id`)
      .orderBy('ledger.id')
      .execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .select(['refunds.attempt_id', 'refunds.amount', 'refunds.state', 'refunds.created_at', 'refunds.done_at'])
      .where('orders.buyer_iin', '=', iin)
      .orderBy('refunds.created_at')
      .execute(),
    homePurchases(db, iin, locale),
  ])
  const ogpo = orders.map((row) => {
    const facts = Facts.parse(row.facts)
    return {
      order_id: row.id,
      number: row.number,
      kind: kindOf(row.kind),
      createdAt: row.created_at.toISOString(),
      global_id: row.global_id,
      address: null,
      cars: facts.vehicles.map((car) => ({ registrationNumber: car.plate, name: `${car.make} ${car.model}, ${car.year}` })),
      insurer: facts.insurer.name[locale],
      insurance_premium: row.insurance_premium,
      ogpo_plus_premium: row.ogpo_plus_premium,
      commission: row.commission,
      payments: payments
        .filter(({ order_id }) => order_id === row.id)
        .map((payment) => ({
          id: payment.id,
          system: payment.system === 'card' ? ('card' as const) : ('mobile_bank' as const),
          amount: payment.amount,
          phone: payment.phone,
          outside_id: payment.outside_id,
          receipt: payment.receipt_number ? { number: payment.receipt_number, url: payment.receipt_url } : null,
          paidAt: payment.paid_at.toISOString(),
          refunds: refunds.filter(({ attempt_id }) => attempt_id === payment.id).map(refundOf),
        })),
      ...acceptedOf(row.accepted),
    }
  })
  return ok([...ogpo, ...homes].sort((one, other) => other.createdAt.localeCompare(one.createdAt)))
})
