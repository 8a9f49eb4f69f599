import { prolongStart } from '#domain/ogpo/period.ts'
import { notFound, type Refused, refuse } from '../refuse.ts'
import type { Context } from '../route.ts'
import type { Sale } from './calculate.ts'
import type { QuoteFacts } from './facts.ts'

type Replaced = { policy: QuoteFacts['replaces'] } | { refused: Refused }

/** The policy a sale renews or replaces: the buyer's own and in a state for it. A renewal replaces nothing and only must not come too early. */
export async function replacedPolicy({ db, me, clock, locale }: Context, sale: Sale, insurerCode: string): Promise<Replaced> {
  const globalId = sale.order.reorderGlobalId ?? sale.order.prolongGlobalId
  if (!globalId) return { policy: null }
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .where('global_id', '=', globalId)
    .where('policyholder_iin', '=', me().iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  if (sale.order.prolongGlobalId) {
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
