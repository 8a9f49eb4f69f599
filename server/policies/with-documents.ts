import type { Db } from '../db/connect.ts'

/** Of an order, or by its own id. */
type Which = { order: string } | { id: string | null }

/**
 * The policy of a sale with the number of its documents, as staff see it; null until it is issued.
 */
export async function policyWithDocuments(db: Db, which: Which) {
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .select((expression) => [
      expression
        .selectFrom('documents')
        .select((inner) => inner.fn.countAll<string>().as('n'))
        .whereRef('documents.policy_id', '=', 'policies.id')
        .as('papers'),
    ])
    .where((expression) =>
      'order' in which ? expression('order_id', '=', which.order) : expression('id', '=', which.id),
    )
    .executeTakeFirst()
  if (!policy) return null
  const { global_id, state, start_date: start, end_date: end, papers: policyDocuments } = policy
  return { policy, shown: { global_id, state, start, end, papers: Number(policyDocuments ?? 0) } }
}
