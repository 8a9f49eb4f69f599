import type { Day } from '#domain/calendar.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { clientCodeNeeded } from '../client-proof.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { type By, moveOrder } from '../orders.ts'
import { closeLiveAttempt } from '../pay/receive.ts'
import { notFound, type Refused, refuse } from '../refuse.ts'
import type { Context } from '../route.ts'
import type { Sale } from './calculate.ts'
import type { QuoteFacts } from './facts.ts'

type Replaced = { policy: QuoteFacts['replaces'] } | { refused: Refused }

/**
 * The policy a sale renews or replaces: the buyer's own, of a promoter's client the client's, and in a state for it. A renewal replaces
 * nothing and only must not come too early; a promoter may renew a policy that another company sold, and reissue another's sale with its
 * policyholder's code.
 */
export async function replacedPolicy(context: Context, sale: Sale, insurerCode: string): Promise<Replaced> {
  const { db, me, clock, locale } = context
  const globalId = sale.order.reorderGlobalId ?? sale.order.prolongGlobalId
  if (!globalId) return { policy: null }
  const policy = await db.selectFrom('policies').selectAll().where('kind', '=', 'ogpo').where('global_id', '=', globalId).executeTakeFirst()
  if (me().kind === 'promoter') {
    if (!policy && sale.order.prolongGlobalId) return otherCompanys(context, globalId)
    const unproved = await clientCodeNeeded(context, sale.order.reorderGlobalId ? policy : undefined)
    if (unproved) return { refused: unproved }
    if (policy?.policyholder_iin !== sale.insurant.iin) return { refused: refuse(locale, 14007) }
  } else if (policy?.policyholder_iin !== me().iin) throw notFound()
  if (sale.order.prolongGlobalId) {
    if (!['pending', 'active', 'ended'].includes(policy.state)) return { refused: refuse(locale, 14007) }
    const start = prolongStart(policy.end_date, clock.today())
    return 'start' in start ? { policy: null } : { refused: refuse(locale, 14016, { firstDay: start.tooEarlyUntil }) }
  }
  if ((policy.state !== 'active' && policy.state !== 'pending') || policy.end_date < clock.today())
    return { refused: refuse(locale, 14007) }
  return {
    policy: {
      globalId,
      policyId: Number(policy.esbd_policy_id),
      premium: policy.premium,
      start: policy.start_date,
      end: policy.end_date,
      orderId: policy.order_id,
      sameInsurer: policy.insurer_code === insurerCode,
    },
  }
}

/** A renewal of a policy we did not sell: only its last day matters. */
async function otherCompanys({ systems, clock, locale }: Context, globalId: string): Promise<Replaced> {
  const theirs = await systems.esbd.findByGlobalId(globalId)
  if (!theirs || theirs.rescinded) return { refused: refuse(locale, 14007) }
  const start = prolongStart(theirs.end, clock.today())
  return 'start' in start ? { policy: null } : { refused: refuse(locale, 14016, { firstDay: start.tooEarlyUntil }) }
}

/** Whether the policy can still be replaced: in force, and no order that is paid already replaces it. Asked again when ordering. */
export async function stillReplaceable(sql: Sql, globalId: string, today: Day): Promise<boolean> {
  const policy = await sql.selectFrom('policies').select(['state', 'end_date']).where('global_id', '=', globalId).executeTakeFirst()
  if (!policy || (policy.state !== 'active' && policy.state !== 'pending') || policy.end_date < today) return false
  const taken = await sql
    .selectFrom('orders')
    .select('id')
    .where('replaces_global_id', '=', globalId)
    .where('state', 'in', ['paid', 'issuing', 'issued'])
    .executeTakeFirst()
  return taken === undefined
}

/** The client changed their mind before paying: the newer reissue takes the place of the unpaid one. Money that still comes by it goes back. */
export async function cancelUnpaidReplacements(tx: Tx, globalId: string, by: By): Promise<void> {
  const unpaid = await tx
    .selectFrom('orders')
    .select('id')
    .where('replaces_global_id', '=', globalId)
    .where('state', '=', 'awaiting_payment')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of unpaid) {
    await closeLiveAttempt(tx, id, by)
    await moveOrder(tx, id, 'cancelled', by)
  }
}
