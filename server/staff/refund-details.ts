import { sql } from 'kysely'
import * as refusals from '#domain/refusals.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import type { Tx } from '../db/connect.ts'
import { refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { onRefund } from './refunds.ts'

/**
 * Whether the contract still holds the refund's sum: of old books more may be owed than was paid
 * in, and people settle that first.
 */
async function isCovered(tx: Tx, refundId: string): Promise<boolean> {
  const { rows } = await sql<{ covered: boolean }>`
    select contracts.refunded + refunds.amount <= contracts.paid_in as covered
    from refunds join contracts on contracts.id = refunds.contract_id where refunds.id = ${refundId}`.execute(
    tx,
  )
  return rows[0]?.covered === true
}

/** New details need a new approval. */
export const staffEnterDetails = handle(
  'staffEnterDetails',
  ({ refund_id, iban, holder, holder_iin }, context) =>
    onRefund(context, refund_id, 'refund.details_entered', '', async (tx, { actor }) => {
      const row = {
        iban,
        holder,
        holder_iin,
        entered_by: actor,
        entered_at: context.clock.now(),
        approved_by: null,
        approved_at: null,
      }
      await tx
        .insertInto('refund_details')
        .values({ refund_id, ...row })
        .onConflict((conflict) => conflict.column('refund_id').doUpdateSet(row))
        .execute()
      return null
    }),
)

export const staffApproveDetails = handle('staffApproveDetails', ({ refund_id, iban }, context) =>
  onRefund(context, refund_id, 'refund.details_approved', '', async (tx, { actor }) => {
    const details = await tx
      .selectFrom('refund_details')
      .selectAll()
      .where('refund_id', '=', refund_id)
      .executeTakeFirst()
    if (!details || details.iban !== iban || details.approved_by)
      return refuse(context.locale, refusals.claimChanged)
    if (!(await isCovered(tx, refund_id))) return refuse(context.locale, refusals.orderNotSuitable)
    if (details.entered_by === actor) return refuse(context.locale, refusals.secondPersonNeeded)
    if (!(await areTwoPeople(tx, details.entered_by, actor)))
      return refuse(context.locale, refusals.secondPersonNotApart)
    await tx
      .updateTable('refund_details')
      .set({ approved_by: actor, approved_at: context.clock.now() })
      .where('refund_id', '=', refund_id)
      .execute()
    return null
  }),
)

export const staffRefundPaid = handle('staffRefundPaid', ({ refund_id, reference }, context) =>
  onRefund(context, refund_id, 'refund.transferred', reference, async (tx, { actor, decided }) => {
    const paid = await tx
      .updateTable('refund_details')
      .set({ paid_by: actor, paid_reference: reference, paid_at: context.clock.now() })
      .where('refund_id', '=', refund_id)
      .where('approved_at', 'is not', null)
      .where('paid_at', 'is', null)
      .returning('refund_id')
      .executeTakeFirst()
    if (!paid) return refuse(context.locale, refusals.orderNotSuitable)
    return decided({ act: 'refund_gone', refundId: refund_id, way: 'bank_details' }, reference)
  }),
)
