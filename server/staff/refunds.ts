import type { Db, Tx } from '../db/connect.ts'
import { homeRefundDone, lockedHome } from '../home-refunds.ts'
import { homeRefundJob, refundJob } from '../jobs/queue.ts'
import { lockedOrder, moveOrder, type Order } from '../orders.ts'
import { actorOf } from '../owner.ts'
import { refundDone } from '../pay/refund.ts'
import { notFound, refuse } from '../refuse.ts'
import { type Context, handle } from '../route.ts'
import { areTwoPeople } from '../second-person.ts'
import { namesOf } from '../staff-actors.ts'
import { type About, keepAct } from './acts.ts'

const states = ['due', 'done', 'failed'] as const
const ways = ['mobile_bank', 'card'] as const

/** The refunds of an order or a Home subscription with the bank details where they go there. */
export async function refundsOf(db: Db, about: About, actor: string) {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('refund_details', 'refund_details.refund_id', 'refunds.id')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
    .selectAll('refunds')
    .select(['payment_attempts.system', 'refund_details.iban', 'refund_details.holder', 'refund_details.entered_by'])
    .select(['refund_details.approved_by', 'refund_details.paid_at', 'refund_details.paid_reference'])
    .where((expression) =>
      'orderId' in about ? expression('refunds.order_id', '=', about.orderId) : expression('refunds.home_id', '=', about.homeId),
    )
    .orderBy('refunds.created_at')
    .orderBy('refunds.id')
    .execute()
  const nameOf = await namesOf(
    db,
    rows.flatMap(({ entered_by, approved_by }) => [entered_by, approved_by]),
  )
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount,
    reason: row.reason,
    state: states.find((state) => state === row.state) ?? ('due' as const),
    error: row.error,
    way: row.iban
      ? ('bank_details' as const)
      : row.home_id
        ? ('card' as const)
        : (ways.find((way) => way === row.system) ?? ('bank_details' as const)),
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

type Refund = Awaited<ReturnType<typeof lockedRefund>>
const lockedRefund = (tx: Tx, id: string) => tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/**
 * A change of a refund that did not go back by itself: the order or the subscription first, then the refund are locked; the act is audited
 * under whose money it is. `order` is null for a Home payment.
 */
async function onRefund(
  context: Context,
  refundId: string,
  action: string,
  reason: string,
  change: (tx: Tx, of: { refund: Refund; order: Order | null; actor: string }) => Promise<ReturnType<typeof refuse> | null>,
) {
  const { db, me, locale } = context
  return db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('refunds').select(['order_id', 'home_id']).where('id', '=', refundId).executeTakeFirst()
    const order = known?.order_id ? await lockedOrder(tx, known.order_id) : undefined
    const home = known?.home_id ? await lockedHome(tx, known.home_id) : undefined
    const about = order ? { orderId: order.id } : home ? { homeId: home.id } : null
    if (!about) throw notFound()
    const refund = await lockedRefund(tx, refundId)
    if (refund.state !== 'failed') return refuse(locale, 14060)
    const refused = await change(tx, { refund, order: order ?? null, actor: actorOf(me()) })
    if (refused) return refused
    await keepAct(tx, context, about, action, reason, { refund: refundId })
    return { success: true as const }
  })
}

/** Once more by the same key: their side takes a refund it has made for made. */
export const staffRetryRefund = handle('staffRetryRefund', ({ refund_id, reason }, context) =>
  onRefund(context, refund_id, 'refund.sent_again', reason, async (tx, { refund, order, actor }) => {
    const details = await tx.selectFrom('refund_details').select('paid_at').where('refund_id', '=', refund_id).executeTakeFirst()
    if ((!refund.attempt_id && !refund.home_attempt_id) || details) return refuse(context.locale, 14012)
    await tx.updateTable('refunds').set({ state: 'due', error: null }).where('id', '=', refund_id).execute()
    if (order?.state === 'refund_failed') await moveOrder(tx, order.id, 'refunding', { actor, reason, at: context.clock.now() })
    if (refund.home_attempt_id) await context.queue.enqueue(tx, homeRefundJob, { attemptId: refund.home_attempt_id })
    else await context.queue.enqueue(tx, refundJob, { refundId: refund_id })
    return null
  }),
)

/** New details need a new approval. */
export const staffEnterDetails = handle('staffEnterDetails', ({ refund_id, iban, holder, holder_iin }, context) =>
  onRefund(context, refund_id, 'refund.details_entered', '', async (tx, { actor }) => {
    const row = { iban, holder, holder_iin, entered_by: actor, entered_at: context.clock.now(), approved_by: null, approved_at: null }
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
    const details = await tx.selectFrom('refund_details').selectAll().where('refund_id', '=', refund_id).executeTakeFirst()
    if (!details || details.iban !== iban || details.approved_by) return refuse(context.locale, 14060)
    if (details.entered_by === actor) return refuse(context.locale, 14063)
    if (!(await areTwoPeople(tx, details.entered_by, actor))) return refuse(context.locale, 14091)
    await tx
      .updateTable('refund_details')
      .set({ approved_by: actor, approved_at: context.clock.now() })
      .where('refund_id', '=', refund_id)
      .execute()
    return null
  }),
)

export const staffRefundPaid = handle('staffRefundPaid', ({ refund_id, reference }, context) =>
  onRefund(context, refund_id, 'refund.transferred', reference, async (tx, { refund, order, actor }) => {
    const paid = await tx
      .updateTable('refund_details')
      .set({ paid_by: actor, paid_reference: reference, paid_at: context.clock.now() })
      .where('refund_id', '=', refund_id)
      .where('approved_at', 'is not', null)
      .where('paid_at', 'is', null)
      .returning('refund_id')
      .executeTakeFirst()
    if (!paid) return refuse(context.locale, 14012)
    if (order) await refundDone(tx, context, { order, refund, outsideId: reference, actor })
    else await homeRefundDone(tx, context, { refund, outsideId: reference, actor })
    return null
  }),
)
