import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { InsurerLine } from '#contract/reports.ts'
import { checksOf } from '#domain/books/closing.ts'
import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { namesOf } from '../accounts/staff-actors.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { figuresOf } from './month-figures.ts'
import { daysOfMonth, monthOf, nextMonth } from './period.ts'

export const Figures = z.array(InsurerLine)
export const actor = (account: string) => `accountant:${account}`

/**
 * The month that may be closed next: the one after the last closed, or the ledger's first; null
 * until it is over.
 */
export async function closable(db: Sql, today: string): Promise<string | null> {
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

export const reportPeriods = handle('reportPeriods', async (_ask, { db, clock, me }) => {
  const rows = await db
    .selectFrom('closed_periods')
    .selectAll()
    .orderBy('month', 'desc')
    .limit(24)
    .execute()
  const month = await closable(db, clock.today())
  const prepared = month ? await preparedMonth(db, month) : undefined
  const name = await namesOf(
    db,
    [...rows, ...(prepared ? [{ ...prepared, closed_by: prepared.prepared_by }] : [])].flatMap(
      ({ closed_by, prepared_by }) => [actor(closed_by), prepared_by ? actor(prepared_by) : null],
    ),
  )
  const closed = rows.map((row) => ({
    month: row.month,
    closedAt: row.closed_at.toISOString(),
    by: [...(row.prepared_by ? [row.prepared_by] : []), row.closed_by].map((id) => name(actor(id))),
    figures: Figures.parse(row.figures),
  }))
  if (!month) return ok({ closed, next: null })
  const { insurers, figures } = await figuresOf(db, month)
  return ok({
    closed,
    next: {
      month,
      checks: checksOf(figures),
      figures: insurers,
      acts: [...figures.acts],
      prepared: prepared
        ? {
            by: name(actor(prepared.prepared_by)),
            at: prepared.prepared_at.toISOString(),
            mine: prepared.prepared_by === (await myAccount(db, me())).id,
            stale: !isDeepStrictEqual(Figures.parse(prepared.figures), insurers),
          }
        : null,
    },
  })
})

export const preparedMonth = (db: Sql, month: string) =>
  db.selectFrom('prepared_periods').selectAll().where('month', '=', month).executeTakeFirst()

/** Whoever writes a line of the ledger is waited for, and waits for what is done here. */
export const lockPeriods = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ledger-period', 0))`.execute(tx)

/**
 * An act on the next month, under the lock of the books; refuses (`periodNotClosable`) for any
 * other month.
 */
export async function onNextMonth<Done>(
  { db, clock, me }: Context,
  month: string,
  act: (tx: Tx, me: { id: string }, now: Date) => Promise<Done>,
): Promise<Done | typeof refusals.periodNotClosable> {
  const account = await myAccount(db, me())
  return db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    if ((await closable(tx, clock.today())) !== month) return refusals.periodNotClosable
    return act(tx, account, clock.now())
  })
}

/** The last act of an insurer about a month counts; each stays with who wrote it down. */
export const reportRecordAct = handle('reportRecordAct', async (ask, context) => {
  const { month, insurer, amount, number } = ask
  const refused = await onNextMonth(context, month, async (tx, me, now) => {
    const row = await tx
      .insertInto('insurer_acts')
      .values({
        ...{ month, amount, number, insurer_code: insurer },
        recorded_at: now,
        recorded_by: me.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, now, {
      actor: actor(me.id),
      action: 'period.act_recorded',
      object: { kind: 'period', id: month },
      details: { insurer, amount, act: String(row.id) },
    })
    return null
  })
  return refused ? refuse(context.locale, refused) : { success: true as const }
})
