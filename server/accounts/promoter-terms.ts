import { sql } from 'kysely'
import type { PromoterTerms } from '#domain/promoter-pay.ts'
import type { Sql } from '../db/connect.ts'

/** What was set for a promoter, in the order it was set. */
export async function termsOf(db: Sql, iin: string): Promise<PromoterTerms[]> {
  const rows = await db
    .selectFrom('promoter_terms')
    .innerJoin('accounts', 'accounts.id', 'promoter_terms.account_id')
    .select([
      sql<string>`promoter_terms.effective_from::text`.as('from'),
      'promoter_terms.day_goal as goal',
      'promoter_terms.pay_percent as percent',
    ])
    .where('accounts.realm', '=', 'promoter')
    .where('accounts.iin', '=', iin)
    .orderBy('promoter_terms.id')
    .execute()
  return rows.map(({ from, goal, percent }) => ({
    from,
    goal,
    percent: percent === null ? null : Number(percent),
  }))
}
