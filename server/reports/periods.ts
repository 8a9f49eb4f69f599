import { sql } from 'kysely'
import { z } from 'zod'
import { InsurerLine } from '#contract/reports.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { statementPerInsurer } from './insurers.ts'
import { daysOfMonth, monthOf, nextMonth } from './period.ts'

const Figures = z.array(InsurerLine)

/**
 * The month that may be closed next: the one after the last closed, or the ledger's first; null
 * until it is over.
 */
async function closable(db: Sql, today: string): Promise<string | null> {
  const last = await db
    .selectFrom('closed_periods')
    .select('month')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = last
    ? undefined
    : await db.selectFrom('ledger').select('at').orderBy('at').limit(1).executeTakeFirst()
  const month = last ? nextMonth(last.month) : first ? monthOf(first.at) : null
  return month && daysOfMonth(month).to < today ? month : null
}

export const reportPeriods = handle('reportPeriods', async (_ask, { db, clock }) => {
  const rows = await db
    .selectFrom('closed_periods')
    .selectAll()
    .orderBy('month', 'desc')
    .limit(24)
    .execute()
  return ok({
    closed: rows.map((row) => ({
      month: row.month,
      closedAt: row.closed_at.toISOString(),
      figures: Figures.parse(row.figures),
    })),
    next: await closable(db, clock.today()),
  })
})

/**
 * Closes a month: whoever writes a line of the ledger is waited for, the statement is kept as it
 * stands, and from here on the database refuses lines dated in the month (migration 080). What
 * comes later is dated later, so corrections are in the open period by themselves.
 */
export const reportClosePeriod = handle('reportClosePeriod', async ({ month }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const closed = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ledger-period', 0))`.execute(tx)
    if ((await closable(tx, clock.today())) !== month) return null
    const { from, to } = daysOfMonth(month)
    const figures = await statementPerInsurer(tx, startOfDay(from), startOfDay(addDays(to, 1)))
    const now = clock.now()
    await tx
      .insertInto('closed_periods')
      .values({ month, figures: JSON.stringify(figures), closed_at: now, closed_by: account.id })
      .execute()
    await audit(tx, now, {
      actor: `accountant:${account.id}`,
      action: 'period.closed',
      object: { kind: 'period', id: month },
      details: { policies: figures.reduce((sum, { policies }) => sum + policies, 0) },
    })
    return { month, closedAt: now.toISOString(), figures }
  })
  return closed ? ok(closed) : refuse(locale, 14081)
})
