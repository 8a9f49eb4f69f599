import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { saleOf } from '../products/products.ts'

/**
 * Checks if a sale is the caller's own: they buy, or they hold a policy of its contract. Staff
 * never move their own money or policy at the desk (`ownMatter`); a colleague does.
 */
export async function isOwnSale(sql: Sql, { me }: Context, id: string): Promise<boolean> {
  const found = await saleOf(sql, id)
  if (!found) return false
  const { iin } = me()
  if (found.sale.buyerIin === iin) return true
  const held = await sql
    .selectFrom('policies')
    .select('id')
    .where('contract_id', '=', found.sale.contractId)
    .where('policyholder_iin', '=', iin)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}
