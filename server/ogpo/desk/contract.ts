import { sql } from 'kysely'
import type { ContractPage } from '../../products/product-contract.ts'

/** A contract of OGPO: a policy's orders and those of what replaced it. */
export const contract: ContractPage = {
  named: (text, upper) =>
    sql`select contract_id as id from orders where id = ${text} or number = ${upper}`,
  sales: (id) => sql`
    select id, number, state, amount, insurance_premium as premium, ogpo_plus_premium as ogpo_plus,
      commission, replaces_global_id as replaces, taken_over, created_at
    from orders where contract_id = ${id} order by created_at`,
  months: null,
  saleMoves: (id) => sql`
    select one.state, at, actor, reason, orders.number as about, null::int as amount
    from order_history as one join orders on orders.id = one.order_id
    where orders.contract_id = ${id}`,
  monthMoves: null,
}
