import * as refusals from '#domain/refusals.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { HttpError, type Refused, refuse } from '../http/refuse.ts'
import { isOwnSale, ownSales } from '../orders/orders.ts'
import type { Policy } from '../policies/policies.ts'
import { type Quote, QuoteFacts } from '../quotes/quotes.ts'

/** The end of a number, enough to recognise it: «•• 01». An unknown one remains empty. */
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
 * Returns the phone for a hand-off's code: the quote's, but for a policy the promoter did not sell
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

/**
 * A policy that this promoter did not sell opens to them with the policyholder's own code: till
 * then people are masked in it, it is neither calculated anew nor reissued. The proof is this
 * promoter's, of this policy, for half an hour; the client may accept by a hand-off instead.
 */

/** The account a proof is bound to: a promoter's session has one. */
export function accountOf({ me }: Context): string {
  const { accountId } = me()
  if (!accountId) throw new HttpError(401)
  return accountId
}

/** Till when the policyholder's code opens this policy to the promoter; null when it does not. */
export async function provedUntil(context: Context, globalId: string): Promise<Date | null> {
  const proof = await context.db
    .selectFrom('client_proofs')
    .select('expires_at')
    .where('account_id', '=', accountOf(context))
    .where('global_id', '=', globalId)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst()
  return proof?.expires_at ?? null
}

/**
 * Refuses with `wrongCode` and the masked phone if a promoter who did not sell the policy lacks its
 * policyholder's code; null otherwise.
 */
export async function clientCodeNeeded(
  context: Context,
  policy: Policy | undefined,
): Promise<Refused | null> {
  if (!policy || context.me().kind !== 'promoter') return null
  if ((await isOwnSale(context, policy)) || (await provedUntil(context, policy.global_id)))
    return null
  const data = { globalId: policy.global_id, phone: masked(await clientPhone(context.db, policy)) }
  return refuse(context.locale, refusals.wrongCode, data, 'needed')
}

/**
 * Checks a promoter's right before a reissue is ordered. Payment of an existing one continues
 * without a new code.
 */
export async function reorderRefused(
  context: Context,
  { calculationId, globalId }: { calculationId: string; globalId: string },
) {
  const quote = await context.db
    .selectFrom('quotes')
    .leftJoin('orders', 'orders.calculation_id', 'quotes.id')
    .select(['quotes.promoter_iin', 'orders.id as order_id'])
    .where('quotes.id', '=', calculationId)
    .executeTakeFirst()
  // Another promoter's quote must not reveal the policy; an existing order checks for itself.
  if (!quote || quote.order_id || quote.promoter_iin !== context.me().iin) return null
  return clientCodeNeeded(context, await policyBy(context.db, globalId))
}

/** Whether a renewal may show the contract before it: only what its promoter may read. */
export async function mayReadAll(context: Context, globalId: string): Promise<boolean> {
  if (context.me().kind !== 'promoter') return true
  const policy = await policyBy(context.db, globalId)
  return (
    (policy !== undefined && (await isOwnSale(context, policy))) ||
    (await provedUntil(context, globalId)) !== null
  )
}

/** Proofs whose half an hour is over. */
export async function dropClientProofs({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('client_proofs').where('expires_at', '<=', clock.now()).execute()
}
