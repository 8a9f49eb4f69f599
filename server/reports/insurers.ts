import { sql } from 'kysely'
import type { Sql } from '../db/connect.ts'
import { ok } from '../refuse.ts'
import { handle } from '../route.ts'
import { answerFile, inOnePart } from './answer-file.ts'
import { namesOf } from './names.ts'
import { instantsOf } from './period.ts'

/** The statement per insurer from the ledger's lines of a period: what was sold, what stays ours, what is passed on. Whole tenge. */
export async function statementPerInsurer(db: Sql, since: Date, until: Date) {
  const sum = (kind: string) => sql<string>`coalesce(sum(ledger.amount) filter (where ledger.kind = ${kind}), 0)`
  const rows = await db
    .selectFrom('ledger')
    .leftJoin('orders', 'orders.id', 'ledger.order_id')
    .leftJoin('home_subscriptions', 'home_subscriptions.id', 'ledger.home_id')
    .leftJoin('home_quotes', 'home_quotes.id', 'home_subscriptions.calculation_id')
    .leftJoin('home_plans', 'home_plans.id', 'home_quotes.plan_id')
    .select([
      sql<string>`coalesce(orders.insurer_code, home_plans.insurer_code, '')`.as('insurer'),
      sql<string>`count(distinct coalesce(ledger.order_id, ledger.home_id)) filter (where ledger.kind = 'premium')`.as('policies'),
      sum('premium').as('premium'),
      sum('ogpo_plus').as('ogpo_plus'),
      sum('commission').as('commission'),
      sum('refund_due').as('refund_due'),
    ])
    .where('ledger.at', '>=', since)
    .where('ledger.at', '<', until)
    .where('ledger.kind', 'in', ['premium', 'ogpo_plus', 'commission', 'refund_due'])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
  return rows.map((row) => {
    const [premium, ogpoPlus, commission, refundDue] = [row.premium, row.ogpo_plus, row.commission, row.refund_due].map(Number) as [
      number,
      number,
      number,
      number,
    ]
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

export const reportInsurers = handle('reportInsurers', async (ask, context) => {
  const { since, until } = instantsOf(ask, context)
  const rows = await statementPerInsurer(context.reports, since, until)
  if (ask.format === 'json') return ok(rows)
  const names = await namesOf(context.reports, context.locale)
  return answerFile(context, {
    name: 'insurers',
    format: ask.format,
    period: ask,
    columns: [
      { title: 'insurer', kind: 'text', of: (row) => names.insurer(row.insurer) },
      { title: 'policies', kind: 'count', of: (row) => row.policies },
      { title: 'premium', kind: 'money', of: (row) => row.premium },
      { title: 'ogpoPlus', kind: 'money', of: (row) => row.ogpoPlus },
      { title: 'commission', kind: 'money', of: (row) => row.commission },
      { title: 'refundDue', kind: 'money', of: (row) => row.refundDue },
      { title: 'toPassOn', kind: 'money', of: (row) => row.toPassOn },
    ],
    rows: inOnePart(rows),
  })
})
