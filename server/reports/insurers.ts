import { toPassOnOf } from '#domain/books/booked.ts'
import type { insurerColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { bookedBy, bookedIn } from '../payments/record.ts'
import { ledgerSales } from '../products/products.ts'
import type { KeptLine } from '../sheets/report-file.ts'

/**
 * The statement per insurer from the ledger's lines of a period: what was sold, what stays ours,
 * what is passed on. Whole tenge. What a reissue takes over of an old policy is a line the other
 * way; what an insurer gives back of an ended policy is `returned`.
 */
export async function statementPerInsurer(
  db: Sql,
  since: Date,
  until: Date,
): Promise<KeptLine<typeof insurerColumns>[]> {
  const { join, insurer } = ledgerSales()
  const rows = await bookedBy(db, { join, where: bookedIn({ since, until }), by: { insurer } })
  return rows.map((row) => ({
    insurer: row.insurer,
    policies: row.policies,
    premium: row.premium,
    ogpoPlus: row.ogpoPlus,
    commission: row.commission,
    refundDue: row.returned,
    toPassOn: toPassOnOf(row),
  }))
}
