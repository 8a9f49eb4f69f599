import { sql } from 'kysely'
import type { AuditAct } from '#domain/audit-acts.ts'
import type { Act } from '#domain/contract/decide.ts'
import { refundStates } from '#domain/contract/facts.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import { refundWayOf } from '#domain/payment-ways.ts'
import * as refusals from '#domain/refusals.ts'
import { namesOf } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import { act } from '../contracts/contracts.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Db, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { mayNotGo } from '../payments/frozen-refunds.ts'
import { keepAct } from './client.ts'
import { isOwnSale } from './own-sale.ts'

/**
 * Returns the refunds of an order or a Home subscription, with the bank details of those paid
 * there.
 */
export async function refundsOf(db: Db, orderId: string, actor: string) {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('refund_details', 'refund_details.refund_id', 'refunds.id')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .selectAll('refunds')
    .select([
      'payment_attempts.system',
      'refund_details.iban',
      'refund_details.holder',
      'refund_details.entered_by',
    ])
    .select([
      'refund_details.approved_by',
      'refund_details.paid_at',
      'refund_details.paid_reference',
    ])
    .where('refunds.order_id', '=', orderId)
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  const nameOf = await namesOf(
    db,
    rows.flatMap(({ entered_by, approved_by }) => [entered_by, approved_by]),
  )
  const frozen = await Promise.all(
    rows.map(async (row) => row.state !== 'done' && (await mayNotGo(db, row))),
  )
  return rows.map((row, at) => ({
    id: row.id,
    frozen: frozen[at] ?? false,
    amount: row.amount,
    reason: row.reason,
    state: refundStates.find((state) => state === row.state) ?? ('due' as const),
    error: row.error,
    way: refundWayOf(row.iban ? null : row.system),
    at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    details:
      row.iban && row.entered_by
        ? {
            iban: row.iban,
            holder: row.holder ?? '',
            entered_by: nameOf(row.entered_by),
            mine: row.entered_by === actor,
            approved_by: row.approved_by ? nameOf(row.approved_by) : null,
            paid_at: row.paid_at?.toISOString() ?? null,
            reference: row.paid_reference,
          }
        : null,
  }))
}

type Change = {
  actor: string
  decided: (what: Act, outsideId?: string) => Promise<ReturnType<typeof refuse> | null>
}

/**
 * Changes a refund that did not go by itself, under the lock of its contract; audits the act under
 * its sale. `decided` applies the contract's one rule.
 */
export async function onRefund(
  context: Context,
  refundId: string,
  action: AuditAct,
  reason: string,
  change: (tx: Tx, of: Change) => Promise<ReturnType<typeof refuse> | null>,
) {
  const { db, me, locale, clock } = context
  return db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('refunds')
      .select(['id', 'contract_id', 'order_id', 'reason'])
      .where('id', '=', refundId)
      .executeTakeFirst()
    if (!known) throw notFound()
    if (await isOwnSale(tx, context, known.order_id)) return refuse(locale, refusals.ownMatter)
    await lockContract(tx, known.contract_id)
    const { state } = await tx
      .selectFrom('refunds')
      .select('state')
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    if (state !== 'failed') return refuse(locale, refusals.claimChanged)
    if (await mayNotGo(tx, known, true)) return refuse(locale, refusals.refundFrozen)
    const actor = actorOf(me())
    const decided: Change['decided'] = async (what, outsideId) => {
      const decision = await act(tx, context, known.contract_id, what, {
        actor,
        at: clock.now(),
        ...(outsideId ? { outsideId } : {}),
      })
      return isRefused(decision) ? refuse(locale, decision.refused.code) : null
    }
    const refused = await change(tx, { actor, decided })
    if (refused) return refused
    await keepAct(tx, context, known.order_id, action, reason, { refund: refundId })
    return { success: true as const }
  })
}

/** Once more: what they have made of it meanwhile is known by its key, or by their list. */
export const staffRetryRefund = handle('staffRetryRefund', ({ refund_id, reason }, context) =>
  onRefund(context, refund_id, 'refund.sent_again', reason, async (tx, { decided }) => {
    const details = await tx
      .selectFrom('refund_details')
      .select('refund_id')
      .where('refund_id', '=', refund_id)
      .executeTakeFirst()
    return details
      ? refuse(context.locale, refusals.orderNotSuitable)
      : decided({ act: 'refund_again', refundId: refund_id, reason })
  }),
)

/**
 * Checks that the contract still covers the refund's sum: by old books more may be due than was
 * paid in, and staff settle that first.
 */
async function isCovered(tx: Tx, refundId: string): Promise<boolean> {
  const { rows } = await sql<{ covered: boolean }>`
    select contracts.refunded + refunds.amount <= contracts.paid_in as covered
    from refunds join contracts on contracts.id = refunds.contract_id where refunds.id = ${refundId}`.execute(
    tx,
  )
  return rows[0]?.covered === true
}

/**
 * Checks if a statement lists a return by the bank of the same payment that nobody has classified:
 * a transfer to bank details would pay the client twice.
 */
async function isGivenBack(tx: Tx, refundId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refunds join judged_lines as line
      on line.operation = 'refund' and line.key in (refunds.id, refunds.attempt_id)
    where refunds.id = ${refundId} and line.verdict in ('given_back', 'amount_differs', 'repeated') and not exists (
      select from settled_differences as settled where settled.kind = 'statement_unmatched'
        and settled.key = line.statement_id || ':' || line.line and settled.undone_at is null)
    limit 1`.execute(tx)
  return rows.length > 0
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
    if (await isGivenBack(tx, refund_id)) return refuse(context.locale, refusals.bankGaveBack)
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
