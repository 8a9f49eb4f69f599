import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { readContract } from '../contracts/page.ts'
import { contractOf } from '../contracts/parts.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { aboutSale } from './about-sale.ts'
import { eventsOf } from './contract-events.ts'

/**
 * A contract as one page: what is in it, what happened, and the sums that must agree; the look is
 * in the audit log.
 */
export const staffContract = handle('staffContract', async ({ order_id }, context) => {
  const { db, clock, me, locale } = context
  const id = await contractOf(db, order_id)
  if (!id) throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'contract.looked_at',
    object: { kind: 'contract', id },
  })
  const { page, parts, moves } = await readContract(db, id)
  const newest = page.orders.at(-1)
  const [about, events] = await Promise.all([
    newest ? aboutSale(db, { id: newest.id, soldAt: newest.created_at }, locale) : null,
    eventsOf(db, parts, moves),
  ])
  return ok({ ...page, about, events })
})
