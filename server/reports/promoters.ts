import { sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import { promoterColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { fileColumns } from '../sheets/lines.ts'
import { inOnePart, type ReportFile, reportFile } from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './period.ts'

/** What each promoter's sales brought in a period, by the ledger: the dearest commission first. */
export async function perPromoter(db: Sql, since: Date, until: Date) {
  // What a reissue takes over of an old sale is a line the other way.
  const sum = (kind: string, to: string) =>
    sql<string>`coalesce(sum(case when ledger.credit = ${to} then ledger.amount else -ledger.amount end) filter (where ledger.kind = ${kind}), 0)`
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('orders', 'orders.id', 'ledger.order_id')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.iin', '=', 'orders.promoter_iin').on('accounts.realm', '=', 'promoter'),
    )
    .select([
      'accounts.id',
      'orders.promoter_iin',
      sql<string>`count(*) filter (where ledger.kind = 'premium' and ledger.credit = 'insurer')`.as(
        'policies',
      ),
      sum('premium', 'insurer').as('premium'),
      sum('commission', 'commission').as('commission'),
    ])
    .where('ledger.at', '>=', since)
    .where('ledger.at', '<', until)
    .where('ledger.kind', 'in', ['premium', 'commission'])
    .where('orders.promoter_iin', 'is not', null)
    .groupBy(['accounts.id', 'orders.promoter_iin'])
    .orderBy('commission', 'desc')
    .execute()
  return rows
}

async function linesOf(db: Sql, locale: Locale, since: Date, until: Date) {
  const names = await namesOf(db, locale)
  return (await perPromoter(db, since, until)).map((row) => ({
    promoter: row.id ?? '',
    name: names.promoter(row.promoter_iin) ?? '–',
    policies: Number(row.policies),
    premium: Number(row.premium),
    commission: Number(row.commission),
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
