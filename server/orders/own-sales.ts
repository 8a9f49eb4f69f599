import { sql } from 'kysely'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import type { Policy } from '../policies/policy.ts'

/**
 * Which of these policies are the promoter's own sales: sold by them, and where a policy reissues
 * another one, that one and all before it as well. A policy that somebody else sold does not become
 * theirs by being reissued.
 */
export async function ownSales(
  db: Sql,
  promoter: string,
  policies: readonly string[],
): Promise<Set<string>> {
  if (policies.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive chain (id, order_id, promoter_iin) as (
      select id, order_id, promoter_iin from policies where id = any(${policies}::uuid[])
      union
      select chain.id, replaced.order_id, replaced.promoter_iin
      from chain
      join orders on orders.id = chain.order_id
      join policies replaced on replaced.global_id = orders.replaces_global_id
    )
    select id from chain group by id having bool_and(promoter_iin is not distinct from ${promoter})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The same of one policy, for whoever is signed in. */
export async function isOwnSale(
  { db, me }: Context,
  policy: Pick<Policy, 'id' | 'promoter_iin'>,
): Promise<boolean> {
  return (
    policy.promoter_iin === me().iin && (await ownSales(db, me().iin, [policy.id])).has(policy.id)
  )
}
