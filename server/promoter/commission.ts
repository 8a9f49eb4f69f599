import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'

/**
 * The broker's commission of a promoter's sales as the ledger has it, a line for each sale and day
 * in Almaty, in the order of the days; of policies cancelled since, none. `to` is the instant after
 * the last; without it all that came since `from`.
 */
export async function commissionOf(db: Sql, promoter: string, from: Date, to?: Date) {
  const { rows } = await sql<{ day: Day; commission: number }>`
    select to_char((ledger.at at time zone 'UTC') + interval '5 hours', 'YYYY-MM-DD') as day,
      sum(case ledger.credit when 'commission' then ledger.amount else -ledger.amount end)::int as commission
    from ledger join orders on orders.id = ledger.order_id join policies on policies.order_id = orders.id
    where orders.promoter_iin = ${promoter} and ledger.kind = 'commission' and ledger.at >= ${from}
      and ${to ? sql`ledger.at < ${to}` : sql`true`} and policies.state <> 'cancelled'
    group by 1, ledger.order_id order by 1`.execute(db)
  return rows
}
