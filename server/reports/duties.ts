import { sql } from 'kysely'
import {
  type DutyName,
  dueOf,
  duties,
  dutiesOf,
  exampleOf,
  sourceOf,
} from '#domain/books/duties.ts'
import { addDays, type Day, isDay, startOfDay } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount, namesOf } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql, Tx } from '../db/connect.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { movedDays } from '../reference/reference.ts'
import { actor } from './books-lock.ts'
import { signedStart } from './books-start.ts'
import { statementPerInsurer } from './insurers.ts'
import { coveredDays } from './overview.ts'
import { daysOfMonth, nextMonth } from './reports.ts'

/** Duties by deadline, with what each still lacks. */

/** Days a finished duty stays in the list after its deadline. */
const KEPT_DAYS = 45

const marksIn = (db: Sql) =>
  db.selectFrom('duty_marks').selectAll().where('undone_at', 'is', null).execute()

/** Returns confirmed deadlines whose value in the program has not changed since. */
async function confirmedTerms(db: Sql) {
  const rows = await db
    .selectFrom('confirmed_terms')
    .selectAll()
    .where('undone_at', 'is', null)
    .execute()
  return rows.filter(
    ({ duty, example }) => duty in duties && exampleOf(duty as DutyName) === example,
  ) // a name of the table
}

export const reportDuties = handle('reportDuties', async (_ask, { db, clock }) => {
  const start = await signedStart(db)
  const today = clock.today()
  const [marks, days, terms] = [await marksIn(db), await movedDays(db), await confirmedTerms(db)]
  const name = await namesOf(db, [
    ...marks.map(({ marked_by }) => actor(marked_by)),
    ...terms.map(({ confirmed_by }) => actor(confirmed_by)),
  ])
  const termOf = (duty: DutyName, period: string) => {
    const { sure } = duties[duty]
    const source = sourceOf(duty, period)
    const term = terms.find((one) => one.duty === duty)
    if (!term) return { source, sure, confirmed: null }
    return {
      source,
      sure: 'confirmed' as const,
      confirmed: {
        source: term.source,
        by: name(actor(term.confirmed_by)),
        at: term.confirmed_at.toISOString(),
      },
    }
  }
  const markOf = (duty: string, period: string) => {
    const mark = marks.find((one) => one.duty === duty && one.period === period)
    return mark
      ? {
          how: mark.how,
          at: mark.marked_at,
          shown: {
            note: mark.note,
            by: name(actor(mark.marked_by)),
            at: mark.marked_at.toISOString(),
          },
        }
      : null
  }
  const watch = (await watchList(db, today)).map(({ day, count, last }) => {
    const mark = markOf('watch_list', day)
    const { due, moved } = dueOf('watch_list', day, days)
    return {
      duty: 'watch_list' as const,
      period: day,
      due,
      moved,
      ...termOf('watch_list', day),
      missing: count,
      // A match found after the mark is not part of it.
      state: stateOf(mark && mark.at >= last ? mark.how : null, due < today),
      mark: mark?.shown ?? null,
    }
  })
  if (!start) return ok(watch)
  const closed = new Set(
    (await db.selectFrom('closed_periods').select('month').execute()).map(({ month }) => month),
  )
  const rows = []
  for (let month = start.month; month <= today.slice(0, 7); month = nextMonth(month)) {
    for (const { duty, period, due, moved } of dutiesOf(month, days)) {
      const mark = markOf(duty, period)
      const isOld = due < addDays(today, -KEPT_DAYS)
      const missing = duties[duty].byHand
        ? null
        : isOld && closed.has(month)
          ? 0
          : await missingOf(db, duty, month, closed)
      const isDone = missing === null ? mark !== null : missing === 0
      if (isDone && isOld) continue
      rows.push({
        duty,
        period,
        due,
        moved,
        ...termOf(duty, period),
        missing,
        state: stateOf(isDone ? (mark?.how ?? 'done') : null, due < today),
        mark: mark?.shown ?? null,
      })
    }
  }
  return ok([...watch, ...rows].toSorted((one, other) => one.due.localeCompare(other.due)))
})

const stateOf = (how: string | null, late: boolean) => {
  if (how !== null) return how === 'not_needed' ? ('not_needed' as const) : ('done' as const)
  return late ? ('late' as const) : ('open' as const)
}

/** Counts what a month's duty still lacks. */
async function missingOf(
  db: Sql,
  duty: string,
  month: string,
  closed: ReadonlySet<string>,
): Promise<number> {
  if (duty === 'close') return closed.has(month) ? 0 : 1
  const { from, to } = daysOfMonth(month)
  const span = { since: startOfDay(from), until: startOfDay(addDays(to, 1)) }
  if (duty === 'statements') {
    const { days, covered } = await coveredDays(db, span)
    return days - covered
  }
  const insurers = (await statementPerInsurer(db, span.since, span.until)).filter(
    ({ insurer, premium, toPassOn }) => insurer && (premium !== 0 || toPassOn !== 0),
  )
  const papers = await db
    .selectFrom('insurer_papers')
    .select(['insurer_code', 'kind'])
    .where('month', '=', month)
    .where('state', '=', 'issued')
    .execute()
  return insurers
    .flatMap(({ insurer }) => ['services', 'settlement'].map((kind) => ({ insurer, kind })))
    .filter(
      ({ insurer, kind }) =>
        !papers.some((paper) => paper.insurer_code === insurer && paper.kind === kind),
    ).length
}

/**
 * Returns matches with the lists by the day they were found, of people still blocked: each is
 * reported within 24 hours, by the authority's own channel.
 */
async function watchList(db: Sql, today: Day) {
  const { rows } = await sql<{ day: Day; count: number; last: Date }>`
    select (opened_at at time zone 'Asia/Almaty')::date::text as day, count(*)::int as count, max(opened_at) as last
    from kyc_cases where status = 'blocked' and opened_at >= ${startOfDay(addDays(today, -KEPT_DAYS))}
    group by 1 order by 1`.execute(db)
  return rows
}

/** A match of the day that its mark does not cover: the mark gives way. */
const foundSince = (day: Day) => sql`exists (
  select from kyc_cases where status = 'blocked' and opened_at > duty_marks.marked_at
    and opened_at >= ${startOfDay(day)} and opened_at < ${startOfDay(addDays(day, 1))})`

export const reportMarkDuty = handle('reportMarkDuty', async (ask, context) => {
  const { duty, period, how, note } = ask
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const { every } = duties[duty]
  const isPeriod = {
    day: isDay(period),
    month: /^\d{4}-\d\d$/.test(period),
    quarter: /-Q/.test(period),
    year: /^\d{4}$/.test(period),
  }[every]
  if (!isPeriod) throw invalid([{ path: 'period', message: fieldText('day', locale) }])
  const isMade = await db.transaction().execute(async (tx) => {
    if (duty === 'watch_list')
      await sql`
        update duty_marks set undone_by = ${account.id}, undone_at = ${now}
        where duty = ${duty} and period = ${period} and undone_at is null and ${foundSince(period)}`.execute(
        tx,
      )
    const made = await tx
      .insertInto('duty_marks')
      .values({ duty, period, how, note, marked_by: account.id, marked_at: now })
      .onConflict((conflict) =>
        conflict.columns(['duty', 'period']).where('undone_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (made)
      await audit(tx, now, {
        actor: actor(account.id),
        action: 'period.duty_marked',
        object: { kind: 'period', id: period },
        details: { duty, how },
      })
    return made !== undefined
  })
  return isMade ? { success: true as const } : refuse(locale, refusals.claimChanged)
})

export const reportUnmarkDuty = handle('reportUnmarkDuty', async (ask, context) => {
  const { duty, period } = ask
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const isTaken = await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('duty_marks')
      .set({ undone_by: account.id, undone_at: now })
      .where('duty', '=', duty)
      .where('period', '=', period)
      .where('undone_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (taken)
      await audit(tx, now, {
        actor: actor(account.id),
        action: 'period.duty_unmarked',
        object: { kind: 'period', id: period },
        details: { duty },
      })
    return taken !== undefined
  })
  return isTaken ? { success: true as const } : refuse(locale, refusals.claimChanged)
})

type TermAct = 'period.term_confirmed' | 'period.term_unconfirmed'
const termSaid = (tx: Tx, now: Date, by: string, action: TermAct, duty: DutyName) =>
  audit(tx, now, {
    actor: actor(by),
    action,
    object: { kind: 'period', id: duty },
    details: { duty },
  })

export const reportConfirmTerm = handle('reportConfirmTerm', async ({ duty, source }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const isMade = await db.transaction().execute(async (tx) => {
    // A confirmation of another deadline gives way.
    await tx
      .updateTable('confirmed_terms')
      .set({ undone_by: account.id, undone_at: now })
      .where('duty', '=', duty)
      .where('undone_at', 'is', null)
      .where('example', '<>', exampleOf(duty))
      .execute()
    const made = await tx
      .insertInto('confirmed_terms')
      .values({
        duty,
        source,
        example: exampleOf(duty),
        confirmed_by: account.id,
        confirmed_at: now,
      })
      .onConflict((conflict) => conflict.column('duty').where('undone_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) await termSaid(tx, now, account.id, 'period.term_confirmed', duty)
    return made !== undefined
  })
  return isMade ? { success: true as const } : refuse(locale, refusals.claimChanged)
})

export const reportUnconfirmTerm = handle('reportUnconfirmTerm', async ({ duty }, context) => {
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const isTaken = await db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('confirmed_terms')
      .set({ undone_by: account.id, undone_at: now })
      .where('duty', '=', duty)
      .where('undone_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (taken) await termSaid(tx, now, account.id, 'period.term_unconfirmed', duty)
    return taken !== undefined
  })
  return isTaken ? { success: true as const } : refuse(locale, refusals.claimChanged)
})
