import { sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import { promoterColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedIn } from '../payments/record.ts'
import { fileColumns } from '../sheets/lines.ts'
import { inOnePart, type ReportFile, reportFile } from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './reports.ts'

/** What each promoter's sales brought in a period, by the ledger: the dearest commission first. */
export async function perPromoter(db: Sql, since: Date, until: Date) {
  const rows = await bookedBy(db, {
    join: sql`join orders on orders.id = ledger.order_id
      left join accounts on accounts.iin = orders.promoter_iin and accounts.realm = 'promoter'`,
    where: sql`${bookedIn({ since, until })} and orders.promoter_iin is not null`,
    by: { id: sql`accounts.id`, promoter_iin: sql`orders.promoter_iin` },
  })
  return rows
    .map(({ id, ...row }) => ({ ...row, id: (id as string | null) ?? null }))
    .sort((one, other) => other.commission - one.commission)
}

async function linesOf(db: Sql, locale: Locale, since: Date, until: Date) {
  const names = await namesOf(db, locale)
  return (await perPromoter(db, since, until)).map((row) => ({
    promoter: row.id ?? '',
    name: names.promoter(row.promoter_iin) ?? '–',
    policies: row.policies,
    premium: row.premium,
    commission: row.commission,
  }))
}

/** The statement as a file. */
export async function promotersFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  const { since, until } = instantsOf(ask, { locale })
  return reportFile({
    name: 'promoters',
    locale,
    period: { from: ask.from, to: ask.to },
    columns: fileColumns(promoterColumns, locale, {}),
    rows: inOnePart(await linesOf(db, locale, since, until)),
  })
}

export const reportPromoters = handle('reportPromoters', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await promotersFile(db, locale, ask))
  const { since, until } = instantsOf(ask, context)
  return ok(await linesOf(db, locale, since, until))
})
