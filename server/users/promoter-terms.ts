import { sql } from 'kysely'
import { fieldText } from '#texts/fields.ts'
import { myAccount, namesOf } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import { invalid, notFound, ok } from '../http/refuse.ts'
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

/** A row from a day on; what was said of days that are over stays as it was. */
export const staffSetPromoterTerms = handle('staffSetPromoterTerms', async (ask, context) => {
  const { db, clock, me, locale } = context
  const { id, from, dayGoal, payPercent } = ask
  if (from < clock.today()) throw invalid([{ path: 'from', message: fieldText('invalid', locale) }])
  const administrator = await myAccount(db, me())
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const promoter = await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', id)
      .where('realm', '=', 'promoter')
      .forUpdate()
      .executeTakeFirst()
    if (!promoter) throw notFound()
    await tx
      .insertInto('promoter_terms')
      .values({
        account_id: id,
        effective_from: from,
        day_goal: dayGoal,
        pay_percent: payPercent,
        set_at: now,
        set_by: administrator.id,
      })
      .execute()
    await audit(tx, now, {
      actor: `staff:${administrator.id}`,
      action: 'user.terms_set',
      object: { kind: 'account', id },
      details: { from, goal: dayGoal, percent: payPercent },
    })
  })
  return { success: true as const }
})
