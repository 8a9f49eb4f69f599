import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { Check } from '#contract/report-books.ts'
import { InsurerLine } from '#contract/reports.ts'
import { toPassOnOf } from '#domain/books/booked.ts'
import { checksOf, openChecks } from '#domain/books/closing.ts'
import { monthState } from '#domain/books/months.ts'
import { startOfDay } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import { myAccount, namesOf } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedDay, bookedIn } from '../payments/record.ts'
import { heldAbout } from '../signatures/held.ts'
import { actor, lockPeriods } from './books-lock.ts'
import { signedStart, startsFor } from './books-start.ts'
import { figuresOf } from './overview.ts'
import { lastClosed } from './reopen-period.ts'
import { daysOfMonth, nextMonth } from './reports.ts'

export const Figures = z.array(InsurerLine)
const Checks = z.array(Check)

/**
 * Returns the month that may be closed next: the one after the last closed, or the first of the
 * books; null until it is over, and before the start of the books.
 */
export async function closable(db: Sql, today: string): Promise<string | null> {
  const start = await signedStart(db)
  if (!start) return null
  const last = await lastClosed(db)
  const month = last ? nextMonth(last.month) : start.month
  return daysOfMonth(month).to < today ? month : null
}

/** Number of finished open months whose checks the list computes. */
const LOOKED_AT = 3

export const reportPeriods = handle('reportPeriods', async (_ask, { db, clock, me }) => {
  const mine = await myAccount(db, me())
  const rows = await db.selectFrom('closed_periods').selectAll().orderBy('month', 'desc').execute()
  const month = await closable(db, clock.today())
  const prepared = month ? await preparedMonth(db, month) : undefined
  const name = await namesOf(
    db,
    [...rows, ...(prepared ? [{ ...prepared, closed_by: prepared.prepared_by }] : [])].flatMap(
      ({ closed_by, prepared_by }) => [actor(closed_by), prepared_by ? actor(prepared_by) : null],
    ),
  )
  const signers = (row: (typeof rows)[number]) =>
    [...(row.prepared_by ? [row.prepared_by] : []), row.closed_by].map((id) => name(actor(id)))
  const closed = rows.map((row) => ({
    month: row.month,
    closedAt: row.closed_at.toISOString(),
    by: signers(row),
    figures: Figures.parse(row.figures),
    checks: row.checks === null ? null : Checks.parse(row.checks),
  }))
  const start = await startsFor(db, mine.id)
  const now = clock.today().slice(0, 7)
  const openMonths = monthsFrom(
    rows[0] ? nextMonth(rows[0].month) : (start.signed?.month ?? nextMonth(now)),
    now,
  )
  const openings = new Map(
    (
      await db
        .selectFrom('reopened_periods')
        .select(['month', ({ fn }) => fn.countAll().as('n')])
        .groupBy('month')
        .execute()
    ).map((row) => [row.month, Number(row.n)]),
  )
  const looked = new Map<string, Awaited<ReturnType<typeof figuresOf>>>()
  for (const one of openMonths.filter((one) => one < now).slice(0, LOOKED_AT))
    looked.set(one, await figuresOf(db, one))
  const sums = await sumsByMonth(db, openMonths)
  const list = [
    ...openMonths.map((one) => {
      const figures = looked.get(one)?.figures
      const checks = figures ? checksOf(figures) : null
      const open = checks ? openChecks(checks) : null
      return {
        month: one,
        state: monthState({
          month: one,
          now,
          closed: false,
          openings: openings.get(one) ?? 0,
          next: one === month,
          prepared: one === month && prepared !== undefined,
          open,
        }),
        ...(sums.get(one) ?? { policies: 0, premium: 0, commission: 0, toPassOn: 0 }),
        open,
        checks: checks?.map(({ check, ok }) => ({ check, ok })) ?? null,
        closedAt: null,
        by: [],
      }
    }),
    ...closed.toReversed().map(({ month: one, closedAt, by, figures, checks }) => ({
      month: one,
      state: (openings.get(one) ?? 0) > 0 ? ('closed_again' as const) : ('closed' as const),
      ...sumsOfLines(figures),
      open: 0,
      checks: checks?.map(({ check, ok }) => ({ check, ok })) ?? null,
      closedAt,
      by,
    })),
  ].toSorted((one, other) => other.month.localeCompare(one.month))
  const shown = {
    start,
    months: list,
    closed: closed.slice(0, 24).map(({ checks: _checks, ...row }) => row),
  }
  const next = month ? (looked.get(month) ?? (await figuresOf(db, month))) : null
  if (!month || !next) return ok({ ...shown, next: null })
  const { insurers, figures } = next
  return ok({
    ...shown,
    next: {
      month,
      checks: checksOf(figures),
      figures: insurers,
      acts: [...figures.acts],
      prepared: prepared
        ? {
            by: name(actor(prepared.prepared_by)),
            at: prepared.prepared_at.toISOString(),
            mine: prepared.prepared_by === mine.id,
            stale: !isDeepStrictEqual(Figures.parse(prepared.figures), insurers),
            held:
              (await heldAbout(db, { kind: 'period', subject: month }, actor(mine.id)))?.shown ??
              null,
          }
        : null,
    },
  })
})

const sumsOfLines = (lines: readonly z.infer<typeof InsurerLine>[]) =>
  lines.reduce(
    (sum, line) => ({
      policies: sum.policies + line.policies,
      premium: sum.premium + line.premium,
      commission: sum.commission + line.commission,
      toPassOn: sum.toPassOn + line.toPassOn,
    }),
    { policies: 0, premium: 0, commission: 0, toPassOn: 0 },
  )

/** The sums of months that are open, by the ledger. */
async function sumsByMonth(db: Sql, months: readonly string[]) {
  const [first] = months
  if (!first) return new Map<string, ReturnType<typeof sumsOfLines>>()
  const rows = await bookedBy(db, {
    where: bookedIn({ since: startOfDay(`${first}-01`) }),
    by: { month: sql<string>`substr(${bookedDay}, 1, 7)` },
  })
  return new Map(
    rows.map((row) => [
      row.month,
      {
        policies: row.policies,
        premium: row.premium,
        commission: row.commission,
        toPassOn: toPassOnOf(row),
      },
    ]),
  )
}

/** Months from one to another, both included. */
function monthsFrom(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

export const reportMonth = handle('reportMonth', async ({ month }, context) => {
  const { db, clock, locale, me } = context
  const start = await signedStart(db)
  const now = clock.today().slice(0, 7)
  if (!start || month < start.month || month > now)
    return refuse(locale, refusals.periodNotClosable)
  const mine = await myAccount(db, me())
  const closed = await db
    .selectFrom('closed_periods')
    .selectAll()
    .where('month', '=', month)
    .executeTakeFirst()
  const before = await db
    .selectFrom('reopened_periods')
    .selectAll()
    .where('month', '=', month)
    .orderBy('id')
    .execute()
  const waiting = (await waitingForMonth(db, month)) ?? null
  const name = await namesOf(db, [
    ...[...before, ...(closed ? [closed] : [])].flatMap(({ closed_by, prepared_by }) => [
      actor(closed_by),
      prepared_by ? actor(prepared_by) : null,
    ]),
    ...before.flatMap(({ asked_by, opened_by }) => [actor(asked_by), actor(opened_by)]),
    waiting?.asked_by ?? null,
  ])
  const closings = [
    ...before.map((row) => ({
      row,
      opened: {
        reason: row.reason,
        by: [row.asked_by, row.opened_by].map((id) => name(actor(id))),
        at: row.opened_at.toISOString(),
      },
    })),
    ...(closed ? [{ row: closed, opened: null }] : []),
  ].map(({ row, opened }) => ({
    closedAt: row.closed_at.toISOString(),
    by: [...(row.prepared_by ? [row.prepared_by] : []), row.closed_by].map((id) => name(actor(id))),
    figures: Figures.parse(row.figures),
    checks: row.checks === null ? null : Checks.parse(row.checks),
    opened,
  }))
  const open = closed ? null : await figuresOf(db, month)
  const checks = open ? checksOf(open.figures) : (closings.at(-1)?.checks ?? [])
  const next = await closable(db, clock.today())
  return ok({
    month,
    state: monthState({
      month,
      now,
      closed: closed !== undefined,
      openings: before.length,
      next: next === month,
      prepared: next === month && (await preparedMonth(db, month)) !== undefined,
      open: openChecks(checks),
    }),
    checks,
    figures: open?.insurers ?? closings.at(-1)?.figures ?? [],
    closings,
    mayReopen: (await lastClosed(db))?.month === month,
    reopening: waiting
      ? {
          id: waiting.id,
          reason: waiting.reason,
          by: name(waiting.asked_by),
          at: waiting.asked_at.toISOString(),
          mine: waiting.asked_by === actor(mine.id),
          held:
            (await heldAbout(db, { kind: 'period', subject: month }, actor(mine.id)))?.shown ??
            null,
        }
      : null,
  })
})

const waitingForMonth = (db: Sql, month: string) =>
  db
    .selectFrom('signatures')
    .select(['id', 'reason', 'asked_by', 'asked_at'])
    .where('kind', '=', 'period')
    .where('subject', '=', month)
    .where('state', '=', 'waiting')
    .executeTakeFirst()

export const preparedMonth = (db: Sql, month: string) =>
  db.selectFrom('prepared_periods').selectAll().where('month', '=', month).executeTakeFirst()

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
        month,
        amount,
        number,
        insurer_code: insurer,
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
