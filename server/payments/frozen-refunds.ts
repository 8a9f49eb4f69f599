import type { Selectable } from 'kysely'
import { isFrozenMoney, ogpoPlusReason } from '#domain/frozen-money.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Refunds } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { isFrozen } from '../kyc/frozen.ts'
import { saleOf } from '../products/products.ts'

/** Refunds held back while their recipient is blocked (decision 302). */

export type Owed = Pick<Selectable<Refunds>, 'id' | 'order_id' | 'contract_id' | 'reason'>

/**
 * Checks if a block holds a refund now, by any payment method. `lock`: until the end of the
 * transaction.
 */
export async function mayNotGo(sql: Sql, refund: Owed, lock = false): Promise<boolean> {
  const found = await saleOf(sql, refund.order_id)
  if (!found) return false
  const [policyholder] = await found.product.people(sql, found.sale.id)
  const getsIt = [found.sale.buyerIin, ...(policyholder ? [policyholder.iin] : [])]
  if (!(await isFrozen(sql, getsIt, lock))) return false
  const withOgpoPlus = await holdsOgpoPlus(sql, refund)
  return isFrozenMoney(found.sale.product, { reason: refund.reason, withOgpoPlus })
}

/** Checks if a refund includes OGPO+: if the policy had any and it is not refunded separately. */
async function holdsOgpoPlus(sql: Sql, { order_id, contract_id, reason }: Owed): Promise<boolean> {
  if (reason !== 'terminated' && reason !== 'cancelled') return false
  const [policy, apart] = await Promise.all([
    sql
      .selectFrom('policies')
      .select('id')
      .where('order_id', '=', order_id)
      .where('ogpo_plus_premium', '>', 0)
      .executeTakeFirst(),
    sql
      .selectFrom('refunds')
      .select('id')
      .where('contract_id', '=', contract_id)
      .where('order_id', '=', order_id)
      .where('reason', '=', ogpoPlusReason[reason])
      .executeTakeFirst(),
  ])
  return policy !== undefined && apart === undefined
}

/**
 * Returns true if a refund has to wait under a block, and records that, so that lifting the block
 * finds it. Locks the case meanwhile: a lifting commits before this check or after it.
 */
export const waitsUnderBlock = (
  { db, clock }: Deps,
  refund: Owed & { frozen_since: Date | null },
) =>
  db.transaction().execute(async (tx: Tx) => {
    const waits = await mayNotGo(tx, refund, true)
    if (waits !== (refund.frozen_since !== null))
      await tx
        .updateTable('refunds')
        .set({ frozen_since: waits ? clock.now() : null })
        .where('id', '=', refund.id)
        .execute()
    return waits
  })

/** Returns true if a block holds this refund, so that one requested in vain is not repeated. */
export async function frozenNow(sql: Sql, refundId: string): Promise<boolean> {
  const refund = await sql
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .executeTakeFirst()
  return refund !== undefined && (await mayNotGo(sql, refund))
}
