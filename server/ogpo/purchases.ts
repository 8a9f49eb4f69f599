import { sql } from 'kysely'
import { z } from 'zod'
import type { NextStep } from '#domain/cabinet-needs.ts'
import { KeptText } from '#domain/localized-text.ts'
import { wayNamed } from '#domain/payment-ways.ts'
import { isOwn } from '../accounts/owner.ts'
import type { Deps } from '../deps.ts'
import type { Identity } from '../http/identity.ts'
import { kindOf } from '../orders/orders.ts'
import {
  type Applied,
  type Bought,
  overShownMs,
  type PaymentOf,
  type Reading,
} from '../products/product.ts'

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

const APPLICATIONS_AT_MOST = 100

const Vehicles = z.array(
  z.object({ plate: z.string(), make: z.string(), model: z.string(), year: z.number() }),
)

/** Returns the next step, in the words of the contract. */
function nextStep(state: string): NextStep {
  if (state === 'draft' || state === 'awaiting_payment') return 'pay'
  if (state === 'paid' || state === 'issuing' || state === 'issue_failed') return 'wait'
  return state === 'refunding' || state === 'refund_failed' ? 'refund' : 'none'
}

/** Orders on their way to a policy. */
export async function applications({ db, iin, now }: Reading): Promise<Applied[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .leftJoinLateral(
      (expression) =>
        expression
          .selectFrom('payment_attempts')
          .select(['system', 'state', 'phone', 'redirect_url', 'expires_at'])
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('attempt'),
      (join) => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.progress_key',
      'orders.calculation_id',
      'orders.state',
      'orders.amount',
      'orders.start_date',
      'orders.created_at',
      'quotes.kind',
      'attempt.system',
      'attempt.state as attempt_state',
      'attempt.phone',
      'attempt.redirect_url',
      'attempt.expires_at',
      sql<unknown>`quotes.facts -> 'vehicles'`.as('vehicles'),
    ])
    .where('orders.buyer_iin', '=', iin)
    .where('orders.state', '<>', 'issued')
    .where((expression) =>
      expression.or([
        expression('orders.state', 'not in', ['expired', 'rejected', 'cancelled', 'refunded']),
        expression('orders.created_at', '>', new Date(now.getTime() - overShownMs)),
      ]),
    )
    .orderBy('orders.created_at', 'desc')
    .limit(APPLICATIONS_AT_MOST)
    .execute()
  return rows.map((row) => {
    const open =
      row.state === 'awaiting_payment' &&
      (row.attempt_state === 'created' || row.attempt_state === 'awaiting')
    return {
      order_id: row.id,
      key: row.progress_key,
      calc_id: row.calculation_id,
      kind: kindOf(row.kind),
      state: row.state,
      next_step: nextStep(row.state),
      amount: row.amount,
      start_date: row.start_date,
      created_at: row.created_at.toISOString(),
      cars: Vehicles.parse(row.vehicles).map((car) => ({
        registrationNumber: car.plate,
        name: `${car.make} ${car.model}, ${car.year}`,
      })),
      address: null,
      pay:
        row.system && row.expires_at
          ? {
              system: wayNamed(row.system),
              state: row.attempt_state ?? '',
              phone: row.phone,
              redirect_url: open ? row.redirect_url : null,
              expiresAt: row.expires_at.toISOString(),
            }
          : null,
    }
  })
}

/** Returns an own order and its newest attempt. A paid order's attempt no longer matters. */
export async function payment(
  { db }: Pick<Deps, 'db'>,
  id: string,
  me: Identity,
): Promise<PaymentOf | null> {
  const order = await paymentOf(db, id)
  if (!order || !isOwn(me, order)) return null
  return {
    sale: order,
    attempt: order.paid_at || !order.attempt ? undefined : { state: order.attempt },
  }
}

/** One statement with a cached plan. */
const paymentOf = (db: Deps['db'], id: string) =>
  db
    .selectFrom('orders')
    .select(({ selectFrom }) => [
      'buyer_iin',
      'promoter_iin',
      'state',
      'paid_at',
      selectFrom('payment_attempts')
        .select('payment_attempts.state')
        .whereRef('payment_attempts.order_id', '=', 'orders.id')
        .orderBy('payment_attempts.created_at', 'desc')
        .orderBy('payment_attempts.id', 'desc')
        .limit(1)
        .as('attempt'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
