import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import { invalid, notFound } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

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
