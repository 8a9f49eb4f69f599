import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import type { Sql } from '../db/connect.ts'
import { bookedBy, bookedDay } from '../payments/booked.ts'

/** True of orders of a promoter. */
export const soldBy = (promoter: string) => sql<boolean>`orders.promoter_iin = ${promoter}`

/**
 * The broker's commission that a promoter's pay is a part of, as the ledger has it: a line for each
 * sale and day in Almaty, in the order of the days. Of cancelled policies nobody is paid, also
 * where the insurer leaves us its commission. `where` speaks of `ledger` and `orders`.
 */
export async function commissionOf(db: Sql, where: ReturnType<typeof soldBy>) {
  const lines = await bookedBy(db, {
    join: sql`join orders on orders.id = ledger.order_id join policies on policies.order_id = orders.id`,
    where: sql`${where} and ledger.kind = 'commission' and policies.state <> 'cancelled'`,
    by: { day: bookedDay, orderId: sql`ledger.order_id` },
  })
  return lines.map(({ day, orderId, commission }) => ({ day: day as Day, orderId, commission }))
}
