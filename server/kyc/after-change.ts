import { act } from '../contracts/contracts.ts'
import type { Deps } from '../deps.ts'
import { refundJob } from '../jobs/definitions.ts'
import { products } from '../products/products.ts'
import { holdsBlocked, selectCases } from './cases.ts'

/**
 * What stands open with a person when they are blocked, and when they are let: bills are withdrawn,
 * money that waits under the block goes (decision 304).
 */

/** Job: a case has turned. */
export async function afterChange(deps: Deps, caseId: string): Promise<void> {
  const of = await selectCases(deps.db).where('kyc_cases.id', '=', caseId).executeTakeFirst()
  if (!of) return
  if (holdsBlocked(of, false)) return closeUnpaid(deps, [of.iin])
  const waiting = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('frozen_since', 'is not', null)
    .execute()
  for (const { id } of waiting) await deps.queue.send(refundJob, { refundId: id }, { once: 'soon' })
}

/** Sweep: bills that were opened while a block was being written. */
export async function unpaidOfBlocked(deps: Deps): Promise<void> {
  const blocked = await selectCases(deps.db).where('status', '=', 'blocked').execute()
  const iins = blocked.filter((one) => holdsBlocked(one, false)).map(({ iin }) => iin)
  if (iins.length > 0) await closeUnpaid(deps, iins)
}

/** Whoever pays all the same, by a page that is open already, has paid late. */
async function closeUnpaid(deps: Deps, iins: readonly string[]): Promise<void> {
  for (const product of products())
    for (const { contractId, closes } of await product.unpaid(deps.db, iins))
      await deps.db
        .transaction()
        .execute((tx) =>
          act(tx, deps, contractId, closes, { actor: 'job:screening', at: deps.clock.now() }),
        )
}
