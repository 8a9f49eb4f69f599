import { addDays } from '#domain/calendar.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { myAccount } from '../accounts/accounts.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { keptUntil } from './erase.ts'
import { dropUnneeded } from './erase-rows.ts'

/**
 * Takes the request to delete; contracts, payments and identification are kept for the law's years
 * after the last policy ends.
 */
export const askDeletion = handle(
  'cabinetAskDeletion',
  async (_body, { db, me, clock, locale, config }) => {
    const account = await myAccount(db, me())
    const now = clock.now()
    const kept = await keptUntil(db, account.iin)
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('accounts')
        .set((expression) => ({
          deletion_asked_at: expression.fn.coalesce('deletion_asked_at', expression.val(now)),
          deletion_due_on: kept ? addDays(kept, 1) : clock.today(),
          reminders: false,
        }))
        .where('id', '=', account.id)
        .execute()
      await dropUnneeded(tx, account, { now, signingKey: config.signingKey })
    })
    return ok({
      askedAt: (account.deletion_asked_at ?? now).toISOString(),
      keptUntil: kept,
      message: (kept ? cabinetAnswers.deletion : cabinetAnswers.deletionNow)[locale],
    })
  },
)
