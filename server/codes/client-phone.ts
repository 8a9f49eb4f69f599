import { cabinetAccountOf } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import { ownSales } from '../orders/orders.ts'
import type { Policy } from '../policies/policies.ts'
import { type Quote, QuoteFacts } from '../quotes/quotes.ts'

/** The end of a number, enough to recognise it: «•• 01». What is not known stays empty. */
export const masked = (number: string): string => (number ? `•• ${number.slice(-2)}` : '')

/** By its Global ID an OGPO policy of ours. */
export const policyBy = (sql: Sql, globalId: string): Promise<Policy | undefined> =>
  sql
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .executeTakeFirst()

/**
 * The policyholder's own phone: the proved one of their cabinet, else the one the contract was sold
 * with. A promoter who reissued it typed the phone of the reissue, so the one of the policy before
 * it counts.
 */
export async function clientPhone(sql: Sql, policy: Policy): Promise<string> {
  const account = await cabinetAccountOf(sql, policy.policyholder_iin)
  return account?.phone ?? (await soldWith(sql, policy))
}

async function soldWith(sql: Sql, policy: Policy): Promise<string> {
  const order = policy.order_id
    ? await sql
        .selectFrom('orders')
        .select(['phone', 'replaces_global_id'])
        .where('id', '=', policy.order_id)
        .executeTakeFirst()
    : undefined
  const before =
    order?.replaces_global_id && policy.promoter_iin
      ? await policyBy(sql, order.replaces_global_id)
      : undefined
  return before ? soldWith(sql, before) : (order?.phone ?? QuoteFacts.parse(policy.facts).phone)
}

/**
 * Where the code of a hand-off goes: the quote's phone, but of a policy the promoter did not sell
 * the policyholder's own.
 */
export async function handOffPhone(sql: Sql, quote: Quote): Promise<string> {
  const replaced = quote.replaces_global_id
    ? await policyBy(sql, quote.replaces_global_id)
    : undefined
  if (!replaced || !quote.promoter_iin) return quote.facts.phone
  const own = await ownSales(sql, quote.promoter_iin, [replaced.id])
  return own.has(replaced.id) ? quote.facts.phone : clientPhone(sql, replaced)
}
