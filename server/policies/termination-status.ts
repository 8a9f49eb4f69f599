import type { Selectable } from 'kysely'
import { z } from 'zod'
import { ogpoPlusReason } from '#domain/frozen-money.ts'
import { refundWayOf } from '#domain/payment-ways.ts'
import type { Sql } from '../db/connect.ts'
import type { PolicyEndings } from '../db/rows.ts'

/**
 * The end of a policy before its time: terminated by the law's table, or cancelled whole on the day
 * of its issue. The cabinet's and the portal's.
 */
export type TerminationRow = Selectable<PolicyEndings>

const refundStates = ['due', 'done', 'failed'] as const

const Lines = z.array(
  z.object({
    kind: z.enum(['premium', 'ogpo_plus']),
    paid: z.int(),
    retained: z.int(),
    refund: z.int(),
  }),
)

/** A calculated ending on the wire. */
export const sumsOf = (termination: TerminationRow) => ({
  calcId: termination.id,
  refundAmount: termination.refund,
  retainedAmount: termination.retained,
  elapsedDays: termination.elapsed_days,
  totalDays: termination.total_days,
  retainedPercent: termination.retained_percent,
  lines: Lines.parse(termination.lines),
  expiresAt: termination.expires_at.toISOString(),
})

/** How an accepted ending and the refund stand, for its owner. */
export async function terminationStatusOf(sql: Sql, termination: TerminationRow, orderId: string) {
  const now = await sql
    .selectFrom('policy_endings')
    .selectAll()
    .where('id', '=', termination.id)
    .executeTakeFirstOrThrow()
  const refunds = await sql
    .selectFrom('refunds')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .select([
      'refunds.amount',
      'refunds.state',
      'refunds.created_at',
      'refunds.done_at',
      'payment_attempts.system',
    ])
    .where('refunds.order_id', '=', orderId)
    .where('refunds.reason', 'in', [
      ...(['terminated', 'cancelled'] as const),
      ...Object.values(ogpoPlusReason),
    ])
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  return {
    state: now.state === 'done' ? ('done' as const) : ('accepted' as const),
    kind: now.kind === 'cancel' ? ('cancel' as const) : ('terminate' as const),
    refundAmount: now.refund,
    refunds: refunds.map((refund) => ({
      amount: refund.amount,
      state: refundStates.find((state) => state === refund.state) ?? 'due',
      way: refundWayOf(refund.system),
      at: refund.created_at.toISOString(),
      doneAt: refund.done_at?.toISOString() ?? null,
    })),
  }
}
