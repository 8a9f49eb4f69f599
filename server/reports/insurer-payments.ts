import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { invalid, notFound } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { actor, lockPeriods } from './books-lock.ts'
import { signedStart } from './books-start.ts'
import { lastClosed } from './reopen-period.ts'

/** Payments to insurers, entered by hand: their acts settle by them. */

/** Refuses, at its field, a day in no open month of the books. */
async function openDay(db: Sql, day: string, { clock, locale }: Context): Promise<void> {
  const start = await signedStart(db)
  const last = await lastClosed(db)
  const month = day.slice(0, 7)
  const isOpen =
    start && month >= start.month && !(last && month <= last.month) && day <= clock.today()
  if (!isOpen) throw invalid([{ path: 'day', message: fieldText('open_month', locale) }])
}

export const reportRecordPayment = handle('reportRecordPayment', async (ask, context) => {
  const { db, clock, locale, me } = context
  const { insurer, day, amount, reference } = ask
  const account = await myAccount(db, me())
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    await openDay(tx, day, context)
    const known = await tx
      .selectFrom('insurers')
      .select('id')
      .where('code', '=', insurer)
      .limit(1)
      .executeTakeFirst()
    if (!known) throw invalid([{ path: 'insurer', message: fieldText('opening_subject', locale) }])
    await tx
      .insertInto('insurer_payments')
      .values({
        day,
        amount,
        reference,
        insurer_code: insurer,
        recorded_by: account.id,
        recorded_at: now,
      })
      .execute()
    await audit(tx, now, {
      actor: actor(account.id),
      action: 'period.paid_insurer',
      object: { kind: 'period', id: day.slice(0, 7) },
      details: { insurer, amount },
    })
  })
  return { success: true as const }
})

export const reportUndoPayment = handle('reportUndoPayment', async ({ id }, context) => {
  const { db, clock, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const row = await tx
      .selectFrom('insurer_payments')
      .select(['id', 'day', 'insurer_code', 'amount'])
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw notFound()
    await openDay(tx, row.day, context)
    await tx
      .updateTable('insurer_payments')
      .set({ undone_by: account.id, undone_at: now })
      .where('id', '=', id)
      .execute()
    await audit(tx, now, {
      actor: actor(account.id),
      action: 'period.payment_undone',
      object: { kind: 'period', id: row.day.slice(0, 7) },
      details: { insurer: row.insurer_code, amount: Number(row.amount) },
    })
  })
  return { success: true as const }
})
