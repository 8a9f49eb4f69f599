import { sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import { insurerColumns } from '#texts/report-columns.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { allAccounting } from '../products/products.ts'
import { fileColumns, type KeptLine } from '../sheets/lines.ts'
import { inOnePart, type ReportFile, reportFile } from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './period.ts'

type Sums = {
  insurer: string
  policies: string
  premium: string
  ogpo_plus: string
  commission: string
  returned: string
}

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
  const sales = allAccounting().map(({ sale }) => sale)
  const sum = (kind: string, to: string) =>
    sql`coalesce(sum(case when ledger.credit = ${to} then ledger.amount else -ledger.amount end) filter (where ledger.kind = ${kind}), 0)`
  const { rows } = await sql<Sums>`
    select coalesce(${sql.join(sales.map(({ insurer }) => insurer))}, '') as insurer,
      count(distinct ledger.order_id) filter (where ledger.kind = 'premium' and ledger.credit = 'insurer') as policies,
      ${sum('premium', 'insurer')} as premium, ${sum('ogpo_plus', 'insurer')} as ogpo_plus,
      ${sum('commission', 'commission')} as commission, ${sum('returned', 'client')} as returned
    from ledger ${sql.join(
      sales.map(({ join }) => join(sql`ledger.order_id`)),
      sql` `,
    )}
    where ledger.at >= ${since} and ledger.at < ${until} and ledger.kind in ('premium', 'ogpo_plus', 'commission', 'returned')
    group by 1 order by 1`.execute(db)
  return rows.map((row) => {
    const [premium, ogpoPlus, commission, refundDue] = [
      row.premium,
      row.ogpo_plus,
      row.commission,
      row.returned,
    ].map(Number) as [number, number, number, number]
    return {
      insurer: row.insurer,
      policies: Number(row.policies),
      premium,
      ogpoPlus,
      commission,
      refundDue,
      toPassOn: premium + ogpoPlus - commission - refundDue,
    }
  })
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
