import { waysAskedOnce } from '#domain/payment-ways.ts'
import * as refusals from '#domain/refusals.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Db } from '../db/connect.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { paymentCheckJob } from '../jobs/definitions.ts'
import { attemptById } from '../payments/attempts.ts'
import { isUnclear } from '../payments/unclear.ts'
import { wayOf } from '../payments/ways/ways.ts'
import { keepAct } from './client.ts'
import { isOwnSale } from './own-sale.ts'

/** Returns an order's bills the bank did not confirm. */
export async function unclearBillsOf(db: Db, orderId: string) {
  const asked = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('system', 'in', waysAskedOnce)
    .where('asked_at', 'is not', null)
    .where('outside_id', 'is', null)
    .orderBy('created_at')
    .execute()
  return asked
    .filter(isUnclear)
    .map(({ id, amount, created_at }) => ({ attempt_id: id, amount, at: created_at.toISOString() }))
}

/**
 * Records a bill staff found in the bank's application by our number. Queries the bank and accepts
 * only the requested sum; from then on the bill is checked like any other: its money pays the order
 * or is refunded.
 */
export const staffFoundBill = handle(
  'staffFoundBill',
  async ({ attempt_id, bill_id, reason }, context) => {
    const { db, queue, locale } = context
    const known = await attemptById(db, attempt_id)
    if (!known) throw notFound()
    if (await isOwnSale(db, context, known.order_id)) return refuse(locale, refusals.ownMatter)
    if (!isUnclear(known)) return refuse(locale, refusals.orderNotSuitable)
    const { amount } = await wayOf(known).status(context, { ...known, outside_id: bill_id })
    if (amount !== known.amount)
      return refuse(locale, refusals.orderNotSuitable, undefined, 'bill_differs')
    return db.transaction().execute(async (tx) => {
      await lockContract(tx, known.contract_id)
      const attempt = await attemptById(tx, attempt_id)
      const other = await tx
        .selectFrom('payment_attempts')
        .select('id')
        .where('way', '=', 'bill')
        .where('outside_id', '=', bill_id)
        .executeTakeFirst()
      if (!attempt || !isUnclear(attempt)) return refuse(locale, refusals.orderNotSuitable)
      if (other) return refuse(locale, refusals.orderNotSuitable, undefined, 'bill_differs')
      await tx
        .updateTable('payment_attempts')
        .set({ outside_id: bill_id })
        .where('id', '=', attempt_id)
        .execute()
      await queue.enqueue(tx, paymentCheckJob, { attemptId: attempt_id })
      await keepAct(tx, context, attempt.order_id, 'bill.found', reason, { attempt: attempt_id })
      return { success: true as const }
    })
  },
)
