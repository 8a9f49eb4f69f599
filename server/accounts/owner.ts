import type { Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'
import { notFound } from '../http/refuse.ts'
import type { Order } from '../orders/orders.ts'

/**
 * Returns the actor for histories and the audit log: a promoter or a desk by the account, a client
 * by the kind of the token.
 */
export const actorOf = ({ kind, role, accountId }: Identity): string => {
  if (kind === 'promoter') return `promoter:${accountId}`
  return kind === 'user' && role !== 'user' ? `${role}:${accountId}` : `client:${kind}`
}

type Sale = { buyer_iin: string; promoter_iin: string | null }

/**
 * Checks the caller's right to a sale: the promoter who made it; the client who buys, even if a
 * promoter sold it. A token of one order owns only that order (`isOwnOrder`).
 */
export const isOwn = (me: Identity, of: Sale): boolean =>
  me.kind !== 'order' &&
  (me.kind === 'promoter' ? of.promoter_iin === me.iin : of.buyer_iin === me.iin)

export const isOwnOrder = (me: Identity, order: Sale & { id: string }): boolean =>
  isOwn(me, order) || (me.kind === 'order' && me.orderId === order.id)

/** Checks whose a quote is. A token of one order owns the quote that order was made from. */
export async function isOwnQuote(
  sql: Sql,
  me: Identity,
  quote: Sale & { id: string },
): Promise<boolean> {
  if (me.kind !== 'order') return isOwn(me, quote)
  const order = await sql
    .selectFrom('orders')
    .select('id')
    .where('id', '=', me.orderId)
    .where('calculation_id', '=', quote.id)
    .executeTakeFirst()
  return order !== undefined
}

/** Returns the caller's own order, as client or promoter; throws 404 for anybody else's. */
export async function ownOrder(sql: Sql, orderId: string, me: Identity): Promise<Order> {
  const order = await sql
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order || !isOwnOrder(me, order)) throw notFound()
  return order
}
