import { sql } from 'kysely'
import { z } from 'zod'
import { refundStates } from '#domain/contract/facts.ts'
import { wayNamed } from '#domain/payment-ways.ts'
import type { Db } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import type { Reading } from '../products/product.ts'
import { reads } from '../products/products.ts'

const Accepted = z.object({
  at: z.string(),
  terms: z.string().optional(),
  homeTerms: z.string().optional(),
  personalData: z.string().optional(),
  commission: z.string().optional(),
  ogpoPlus: z.string().optional(),
})
const names = ['terms', 'homeTerms', 'personalData', 'commission', 'ogpoPlus'] as const

/** The texts accepted with a purchase, by name and version, and when. */
function acceptedOf(stored: unknown) {
  const accepted = Accepted.parse(stored)
  return {
    texts: names.flatMap((name) => {
      const version = accepted[name]
      return version ? [{ name, version }] : []
    }),
    acceptedAt: new Date(accepted.at).toISOString(),
  }
}

const RefundState = z.enum(refundStates)

/**
 * The payments that brought money for orders or subscriptions, by whose they are, each with its
 * receipt and what went back of it.
 */
export async function paymentsOf(db: Db, ids: readonly string[]) {
  const [payments, refunds] = await Promise.all([
    db
      .selectFrom('payment_attempts')
      .innerJoin('ledger', (join) =>
        join.on('ledger.key', '=', sql<string>`'payment:' || payment_attempts.id`),
      )
      .leftJoin('fiscal_receipts', 'fiscal_receipts.id', 'ledger.key')
      .select([
        'payment_attempts.id',
        'payment_attempts.order_id',
        'payment_attempts.system',
        'payment_attempts.amount',
        'payment_attempts.phone',
        'payment_attempts.outside_id',
        'ledger.at as paid_at',
        'fiscal_receipts.number as receipt_number',
        'fiscal_receipts.url as receipt_url',
      ])
      .where('payment_attempts.order_id', 'in', [...ids, ''])
      .orderBy('ledger.id')
      .execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
      .select([
        'refunds.attempt_id',
        'refunds.amount',
        'refunds.state',
        'refunds.created_at',
        'refunds.done_at',
      ])
      .where('payment_attempts.order_id', 'in', [...ids, ''])
      .orderBy('refunds.created_at')
      .execute(),
  ])
  const shown = payments.map((payment) => ({
    orderId: payment.order_id,
    id: payment.id,
    system: wayNamed(payment.system),
    amount: payment.amount,
    phone: payment.phone,
    outside_id: payment.outside_id,
    receipt: payment.receipt_number
      ? { number: payment.receipt_number, url: payment.receipt_url }
      : null,
    paidAt: payment.paid_at.toISOString(),
    refunds: refunds.filter(({ attempt_id }) => attempt_id === payment.id).map(refundOf),
  }))
  return (id: string) =>
    shown.flatMap(({ orderId, ...payment }) => (orderId === id ? [payment] : []))
}

/** Returns a payment's refunds as the client sees them. */
const refundOf = (row: {
  amount: number
  state: string
  created_at: Date
  done_at: Date | null
}) => ({
  amount: row.amount,
  state: RefundState.parse(row.state),
  at: row.created_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
})

/** Converts a cabinet call to what products read: the client's own data alone. */
export const readingOf = ({ db, me, clock, locale, reference }: Context): Reading => ({
  db,
  iin: me().iin,
  now: clock.now(),
  locale,
  reference,
})

/**
 * Purchases that brought money or made a policy: their payments with what went back, and the
 * versions of the texts accepted with them.
 */
export const purchases = handle('cabinetPurchases', async (_body, context) => {
  const bought = (await Promise.all(reads().map((of) => of.purchases(readingOf(context))))).flat()
  const paymentsIn = await paymentsOf(
    context.db,
    bought.map(({ order_id }) => order_id),
  )
  return ok(
    bought
      .map(({ accepted, ...one }) => ({
        ...one,
        payments: paymentsIn(one.order_id),
        ...acceptedOf(accepted),
      }))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)),
  )
})

/** Lists the client's applications: sales not issued yet, and for three days failed ones. */
export const fetchUserOrders = handle('cabinetApplications', async (_body, context) => {
  const of = await Promise.all(reads().map(({ applications }) => applications(readingOf(context))))
  return ok(of.flat().toSorted((one, other) => other.created_at.localeCompare(one.created_at)))
})
