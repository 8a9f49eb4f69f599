import { sql } from 'kysely'
import { promoterColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { answerFile, inOnePart } from './answer-file.ts'
import { fileColumns } from './lines.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './period.ts'

/** What each promoter's sales brought in a period, by the ledger: the dearest commission first. */
async function perPromoter(db: Sql, since: Date, until: Date) {
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

export const reportPromoters = handle('reportPromoters', async (ask, context) => {
  const { since, until } = instantsOf(ask, context)
  const rows = await perPromoter(context.reports, since, until)
  const names = await namesOf(context.reports, context.locale)
  const lines = rows.map((row) => ({
    promoter: row.id ?? '',
    name: names.promoter(row.promoter_iin) ?? '–',
    policies: Number(row.policies),
    premium: Number(row.premium),
    commission: Number(row.commission),
  }))
  if (ask.format === 'json') return ok(lines)
  return answerFile(context, {
    name: 'promoters',
    format: ask.format,
    period: ask,
    columns: fileColumns(promoterColumns, context.locale, {}),
    rows: inOnePart(lines),
  })
})
