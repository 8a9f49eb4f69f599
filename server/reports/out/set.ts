import type { AuditAct } from '#domain/audit-acts.ts'
import { accountPattern } from '#domain/books/entries.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount } from '../../accounts/accounts.ts'
import { audit } from '../../audit/audit.ts'
import type { Tx } from '../../db/connect.ts'
import type { Context } from '../../http/context.ts'
import { invalid } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { lockPeriods } from '../books-lock.ts'
import { lastClosed } from '../reopen-period.ts'
import { daysOfMonth } from '../reports.ts'
import { vatOn, vatRows } from './settings.ts'

/** Records the accountant's settings of accounts and tax; earlier rows stay. */

async function said(
  { db, clock, me }: Context,
  action: AuditAct,
  details: Record<string, string | number | boolean>,
  write: (tx: Tx, by: { set_at: Date; set_by: string }) => Promise<unknown>,
) {
  const account = await myAccount(db, me())
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    await write(tx, { set_at: now, set_by: account.id })
    await audit(tx, now, {
      actor: `accountant:${account.id}`,
      action,
      object: { kind: 'reference', id: action.replace('_set', '') },
      details,
    })
  })
  return { success: true as const }
}

export const reportSetChart = handle('reportSetChart', async (ask, context) => {
  const { entry, leftOut } = ask
  const sides = { debit: ask.debit.replaceAll(/\s/g, ''), credit: ask.credit.replaceAll(/\s/g, '') }
  const wrong = Object.entries(sides).filter(
    ([, account]) => !leftOut && !accountPattern.test(account),
  )
  if (wrong.length > 0)
    throw invalid(
      wrong.map(([path]) => ({ path, message: fieldText('book_account', context.locale) })),
    )
  const { debit, credit } = sides
  return said(context, 'books.chart_set', { entry, debit, credit, leftOut }, (tx, by) =>
    tx
      .insertInto('chart_rows')
      .values({ entry, debit: leftOut ? null : debit, credit: leftOut ? null : credit, ...by })
      .execute(),
  )
})

export const reportSetVat = handle('reportSetVat', async (ask, context) => {
  const { kind, percent, from, source } = ask
  if ((kind === 'payer') !== percent > 0)
    throw invalid([{ path: 'percent', message: fieldText('invalid', context.locale) }])
  return said(context, 'books.vat_set', { kind, percent, from }, async (tx, by) => {
    // A month closed with no tax set still takes the first one; a set tax stays.
    const last = (await lastClosed(tx))?.month
    if (last && from <= daysOfMonth(last).to && vatOn(await vatRows(tx), daysOfMonth(last).to))
      throw invalid([{ path: 'from', message: fieldText('closed_month', context.locale) }])
    await tx
      .insertInto('commission_vat')
      .values({ kind, percent: String(percent), source, effective_from: from, ...by })
      .execute()
  })
})
