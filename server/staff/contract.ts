import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { readContract } from '../contracts/page.ts'
import { contractOf } from '../contracts/parts.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { eventsOf } from './contract-events.ts'

/**
 * A contract as one page: what is in it, what happened, and the sums that must agree; the look is
 * in the audit log.
 */
export const staffContract = handle('staffContract', async ({ order_id }, { db, clock, me }) => {
  const id = await contractOf(db, order_id)
  if (!id) throw notFound()
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'contract.looked_at',
    object: { kind: 'contract', id },
  })
  const { page, parts, moves } = await readContract(db, id)
  return ok({ ...page, events: await eventsOf(db, parts, moves) })
})
