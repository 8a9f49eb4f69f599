import { sql } from 'kysely'
import { allAccounting } from './products.ts'

/** The sale of each line of the ledger, of whichever product: its insurer and its channel. */
export function ledgerSales() {
  const sales = allAccounting().map(({ sale }) => sale)
  return {
    join: sql.join(
      sales.map(({ join }) => join(sql`ledger.order_id`)),
      sql` `,
    ),
    insurer: sql<string>`coalesce(${sql.join(sales.map(({ insurer }) => insurer))}, '')`,
    channel: sql<string>`coalesce(${sql.join(sales.map(({ channel }) => channel))}, '')`,
  }
}
