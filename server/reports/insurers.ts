import { toPassOnOf } from '#domain/books/booked.ts'
import type { Locale } from '#domain/locale.ts'
import { insurerColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedIn } from '../payments/record.ts'
import { ledgerSales } from '../products/ledger-sales.ts'
import { fileColumns, type KeptLine } from '../sheets/lines.ts'
import { inOnePart, type ReportFile, reportFile } from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './reports.ts'

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

/** The statement as a file. */
export async function insurersFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  const { since, until } = instantsOf(ask, { locale })
  const names = await namesOf(db, locale)
  return reportFile({
    name: 'insurers',
    locale,
    period: { from: ask.from, to: ask.to },
    columns: fileColumns(insurerColumns, locale, { insurer: names.insurer }),
    rows: inOnePart(await statementPerInsurer(db, since, until)),
  })
}

export const reportInsurers = handle('reportInsurers', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await insurersFile(db, locale, ask))
  const { since, until } = instantsOf(ask, context)
  return ok(await statementPerInsurer(db, since, until))
})
