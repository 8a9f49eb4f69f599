import { sql } from 'kysely'
import type { Locale } from '#domain/locale.ts'
import { saleTroubles } from '#texts/promoter.ts'
import { refusalText } from '#texts/refusals.ts'
import type { Sql } from '../db/connect.ts'

/** A time of one promoter's sales; the end is not included. */
export type OwnTime = { promoter: string; from: Date; to: Date }

type Failure = {
  stage: 'calculate' | 'order' | 'payment' | 'issue'
  code: number | null
  reason: string
  count: number
}

/**
 * Refusals as they were told, and orders that came to nothing after the bill: each reason with its
 * number, the commonest first.
 */
export async function failuresOf(db: Sql, { promoter, from, to }: OwnTime, locale: Locale) {
  const { rows } = await sql<Failure>`
    select stage, code, reason, count(*)::int as count from (
      select stage, code, reason from promoter_failures where promoter_iin = ${promoter} and at >= ${from} and at < ${to}
      union all
      select case when state in ('expired', 'rejected', 'cancelled') then 'payment' else 'issue' end,
        (issue_error ->> 'code')::int,
        case when state in ('expired', 'rejected', 'cancelled') then state else coalesce(issue_error ->> 'reason', 'not_issued') end
      from orders
      where promoter_iin = ${promoter} and created_at >= ${from} and created_at < ${to}
        and state in ('expired', 'rejected', 'cancelled', 'issue_failed', 'refunding', 'refunded', 'refund_failed')
    ) lost
    group by 1, 2, 3 order by count desc, 1, 2 limit 100`.execute(db)
  return rows.map((row) => ({ ...row, message: wordsFor(row, locale) }))
}

function wordsFor({ code, reason }: Failure, locale: Locale): string {
  if (code !== null) return refusalText(code, locale, reason)
  const words: Record<string, Record<Locale, string>> = saleTroubles
  return (words[reason] ?? saleTroubles.not_issued)[locale]
}
