import { toPassOnOf } from '#domain/books/booked.ts'
import type { insurerColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { bookedBy, bookedIn } from '../payments/record.ts'
import { ledgerSales } from '../products/products.ts'
import type { KeptLine } from '../sheets/report-file.ts'

/**
 * Returns the statement per insurer from the ledger's lines of a period: sold, retained, passed on.
 * Whole tenge. What a reissue takes over from an old policy is a reversed line; what an insurer
 * returns for an ended policy is `returned`.
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
