import type { Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'
import { notFound } from '../http/refuse.ts'
import type { Order } from '../orders/orders.ts'

/**
 * Who acts, for histories and the audit log: a promoter or somebody at a desk by their account, a
 * client by the kind of their token.
 */
export const actorOf = ({ kind, role, accountId }: Identity): string => {
  if (kind === 'promoter') return `promoter:${accountId}`
  return kind === 'user' && role !== 'user' ? `${role}:${accountId}` : `client:${kind}`
}

/** Whose a sale is: a promoter's who made it; a client's who buys, whoever sold it. */
export const isOwn = (
  me: Identity,
  of: { buyer_iin: string; promoter_iin: string | null },
): boolean => (me.kind === 'promoter' ? of.promoter_iin === me.iin : of.buyer_iin === me.iin)

/** The own order of a client or promoter; anybody else's is not found. */
export async function ownOrder(sql: Sql, orderId: string, me: Identity): Promise<Order> {
  const order = await sql
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order || !isOwn(me, order)) throw notFound()
  return order
}
