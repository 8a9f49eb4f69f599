import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { checksOf, openChecks } from '#domain/books/closing.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import { namesOf } from '../accounts/accounts.ts'
import { areTwoPeople } from '../accounts/second-person.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { heldOrGoes } from '../signatures/held.ts'
import { actor } from './books-lock.ts'
import { figuresOf } from './overview.ts'
import { closable, Figures, onNextMonth, preparedMonth } from './periods.ts'
import { daysOfMonth } from './reports.ts'

/** The closing of a month: prepared by one, signed by another. */

/**
 * Returns a mark of the ledger and the acts of a month, cheap enough to compute while sales wait.
 * Other sources of its checks (statements, refunds, receipts, settled differences) may change
 * without it: closing recomputes everything under the lock.
 */
async function markOf(db: Sql, month: string): Promise<string> {
  const { from, to } = daysOfMonth(month)
  const { rows } = await sql<{ mark: string }>`select concat_ws(' ',
    (select count(*) || ':' || coalesce(max(id), 0) from ledger
      where at >= ${startOfDay(from)} and at < ${startOfDay(addDays(to, 1))}),
    (select coalesce(max(id), 0) from insurer_acts where month = ${month})) as mark`.execute(db)
  return rows[0]?.mark ?? ''
}

/**
 * Records the first signature with the present figures, if all checks pass. Computes them before
 * the lock, because sales wait for it; recomputes them under the lock only if the books changed
 * meanwhile.
 */
export const reportPreparePeriod = handle('reportPreparePeriod', async ({ month }, context) => {
  if ((await closable(context.db, context.clock.today())) !== month)
    return refuse(context.locale, refusals.periodNotClosable)
  const mark = await markOf(context.db, month)
  const before = await figuresOf(context.db, month)
  const refused = await onNextMonth(context, month, async (tx, me, now) => {
    const { insurers, figures } =
      (await markOf(tx, month)) === mark ? before : await figuresOf(tx, month)
    if (openChecks(checksOf(figures)) > 0) return refusals.periodChecksOpen
    const signed = {
      figures: JSON.stringify(insurers),
      prepared_at: now,
      prepared_by: me.id,
    }
    await tx
      .insertInto('prepared_periods')
      .values({ month, ...signed })
      .onConflict((conflict) => conflict.column('month').doUpdateSet(signed))
      .execute()
    await audit(tx, now, {
      actor: actor(me.id),
      action: 'period.prepared',
      object: { kind: 'period', id: month },
    })
    return null
  })
  return refused ? refuse(context.locale, refused) : { success: true as const }
})

/**
 * Withdraws the first signature, by its author or by a second accountant who refuses to sign; the
 * audit log records who. The month must be prepared anew.
 */
export const reportWithdrawPeriod = handle('reportWithdrawPeriod', async ({ month }, context) => {
  const refused = await onNextMonth(context, month, async (tx, me, now) => {
    const { numDeletedRows } = await tx
      .deleteFrom('prepared_periods')
      .where('month', '=', month)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return refusals.periodNotClosable
    await audit(tx, now, {
      actor: actor(me.id),
      action: 'period.withdrawn',
      object: { kind: 'period', id: month },
    })
    return null
  })
  return refused ? refuse(context.locale, refused) : { success: true as const }
})

/**
 * Closes a month by its second signature, of another person than the first. Waits for open ledger
 * writes and stores the statement; from then on the database refuses lines dated in the month
 * (migration 080). Later corrections have later dates, so they fall in the open period.
 */
export const reportClosePeriod = handle('reportClosePeriod', async ({ month, hold }, context) => {
  const closed = await onNextMonth(context, month, async (tx, me, now) => {
    const prepared = await preparedMonth(tx, month)
    if (!prepared || prepared.prepared_by === me.id) return refusals.periodNotPrepared
    if (!(await areTwoPeople(tx, prepared.prepared_by, me.id))) return refusals.secondPersonNotApart
    const { insurers, figures } = await figuresOf(tx, month)
    if (openChecks(checksOf(figures)) > 0) return refusals.periodChecksOpen
    if (!isDeepStrictEqual(Figures.parse(prepared.figures), insurers))
      return refusals.periodNotPrepared
    const held = await heldOrGoes(tx, context, {
      kind: 'period',
      subject: month,
      call: 'reportClosePeriod',
      hold,
      body: { month },
    })
    if (held !== null) return held
    await tx
      .insertInto('closed_periods')
      .values({
        month,
        figures: JSON.stringify(insurers),
        checks: JSON.stringify(checksOf(figures)),
        closed_at: now,
        closed_by: me.id,
        prepared_at: prepared.prepared_at,
        prepared_by: prepared.prepared_by,
      })
      .execute()
    await tx.deleteFrom('prepared_periods').where('month', '=', month).execute()
    await audit(tx, now, {
      actor: actor(me.id),
      action: 'period.closed',
      object: { kind: 'period', id: month },
      details: { policies: insurers.reduce((sum, { policies }) => sum + policies, 0) },
    })
    const name = await namesOf(tx, [actor(prepared.prepared_by), actor(me.id)])
    return {
      month,
      closedAt: now.toISOString(),
      by: [prepared.prepared_by, me.id].map((id) => name(actor(id))),
      figures: insurers,
    }
  })
  if (closed === 'held') return ok(null)
  return typeof closed === 'number' ? refuse(context.locale, closed) : ok(closed)
})
