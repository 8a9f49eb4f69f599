import type { AuditAct } from '#domain/audit-acts.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { deskOf, saleOf } from '../products/products.ts'

/** What the audit log calls a sale of a product; what is not known is an order. */
export const auditKind = (product = 'ogpo') => deskOf(product).auditKind

/** The last act of staff with an order; `0` before the first. */
export async function lastAct(sql: Sql, orderId: string): Promise<string> {
  const { last } = await sql
    .selectFrom('order_acts')
    .select((expression) => expression.fn.max('id').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return last ?? '0'
}

/**
 * Whether somebody acted since an order was looked at: what was decided by the old sight of it is
 * not done. Under the lock of its contract, so that of two at once the second sees the first.
 */
export async function actedSince(
  tx: Tx,
  { id, contractId, acted }: { id: string; contractId: string; acted: string | undefined },
): Promise<boolean> {
  await lockContract(tx, contractId)
  return acted !== undefined && (await lastAct(tx, id)) !== acted
}

/**
 * What was done with an order or a subscription: why stands beside it, that it was done in the
 * audit log, both with the change itself.
 */
export async function keepAct(
  tx: Tx,
  { clock, me }: Context,
  orderId: string,
  action: AuditAct,
  reason: string,
  details: Record<string, string> = {},
): Promise<void> {
  const actor = actorOf(me())
  const at = clock.now()
  await tx
    .insertInto('order_acts')
    .values({ order_id: orderId, at, actor, action, reason })
    .execute()
  const kind = auditKind((await saleOf(tx, orderId))?.sale.product)
  await audit(tx, at, { actor, action, object: { kind, id: orderId }, details })
}
