import { sql } from 'kysely'
import { namesOf } from '../accounts/staff-actors.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** What was set for a promoter, the latest first. */
export const staffPromoterTerms = handle('staffPromoterTerms', async ({ id }, { db }) => {
  const rows = await db
    .selectFrom('promoter_terms')
    .select(['day_goal', 'pay_percent', 'set_at', 'set_by'])
    .select(sql<string>`effective_from::text`.as('from'))
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const name = await namesOf(
    db,
    rows.map(({ set_by }) => `staff:${set_by}`),
  )
  return ok({
    terms: rows.map((row) => ({
      from: row.from,
      dayGoal: row.day_goal,
      payPercent: row.pay_percent === null ? null : Number(row.pay_percent),
      setAt: row.set_at.toISOString(),
      setBy: name(`staff:${row.set_by}`),
    })),
  })
})
