import { sql } from 'kysely'
import type { ContractPage } from '../../products/product-contract.ts'

/** A contract of Home is a subscription with its periods; each year has a number of its own. */
export const contract: ContractPage = {
  named: (text, upper) => sql`
    select id from home_subscriptions where id = ${text} or number = ${upper}
    union all select subscription_id from home_contracts where number = ${upper}
    union all select subscription_id from home_charges where id = ${text}`,
  sales: (id) => sql`
    select id, number, state, monthly_payment as amount, monthly_payment as premium, 0 as ogpo_plus,
      commission, null as replaces, 0 as taken_over, created_at
    from home_subscriptions where id = ${id}`,
  months: (id) => sql`
    select id, period, state, amount, created_at
    from home_charges where subscription_id = ${id} order by period`,
  saleMoves: (id) => sql`
    select one.state, at, actor, reason, home.number as about, null::int as amount
    from home_subscription_history as one
      join home_subscriptions as home on home.id = one.subscription_id
    where home.id = ${id}`,
  monthMoves: (id) => sql`
    select one.state, at, actor, reason, (month.period + 1)::text as about, month.amount
    from home_charge_history as one join home_charges as month on month.id = one.charge_id
    where month.subscription_id = ${id}`,
}
