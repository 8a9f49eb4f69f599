import { duties, dutiesOf } from '#domain/books/duties.ts'
import { addDays, startOfDay } from '#domain/calendar.ts'
import * as refusals from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { myAccount, namesOf } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import type { Sql } from '../db/connect.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { actor } from './books-lock.ts'
import { signedStart } from './books-start.ts'
import { statementPerInsurer } from './insurers.ts'
import { coveredDays } from './overview.ts'
import { daysOfMonth, nextMonth } from './reports.ts'

/** What is due when, with what is missing of it. */

/** What is done stands so long after its day. */
const KEPT_DAYS = 45

const marksIn = (db: Sql) =>
  db.selectFrom('duty_marks').selectAll().where('undone_at', 'is', null).execute()

export const reportDuties = handle('reportDuties', async (_ask, { db, clock }) => {
  const start = await signedStart(db)
  const today = clock.today()
  const watch = await watchList(db)
  if (!start) return ok([watch])
  const closed = new Set(
    (await db.selectFrom('closed_periods').select('month').execute()).map(({ month }) => month),
  )
  const marks = await marksIn(db)
  const name = await namesOf(
    db,
    marks.map(({ marked_by }) => actor(marked_by)),
  )
  const rows = []
  for (let month = start.month; month <= today.slice(0, 7); month = nextMonth(month)) {
    for (const { duty, period, due } of dutiesOf(month)) {
      const mark = marks.find((one) => one.duty === duty && one.period === period)
      const isOld = due < addDays(today, -KEPT_DAYS)
      const missing = duties[duty].byHand
        ? null
        : isOld && closed.has(month)
          ? 0
          : await missingOf(db, duty, month, closed)
      const isDone = missing === null ? mark !== undefined : missing === 0
      if (isDone && isOld) continue
      const { source, sure } = duties[duty]
      rows.push({
        duty,
        period,
        due,
        source,
        sure,
        missing,
        state: isDone
          ? mark?.how === 'not_needed'
            ? ('not_needed' as const)
            : ('done' as const)
          : due < today
            ? ('late' as const)
            : ('open' as const),
        mark: mark
          ? {
              note: mark.note,
              by: name(actor(mark.marked_by)),
              at: mark.marked_at.toISOString(),
            }
          : null,
      })
    }
  }
  return ok([watch, ...rows.toSorted((one, other) => one.due.localeCompare(other.due))])
})

/** How many things of a month's duty are missing. */
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

/** Matches with the lists that nobody has decided yet: each is told about within 24 hours. */
async function watchList(db: Sql) {
  const row = await db
    .selectFrom('kyc_cases')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('status', '=', 'blocked')
    .where('decided_at', 'is', null)
    .executeTakeFirst()
  const missing = Number(row?.n ?? 0)
  return {
    duty: 'watch_list' as const,
    period: '',
    due: null,
    missing,
    mark: null,
    source: 'law191' as const,
    sure: 'confirmed' as const,
    state: missing > 0 ? ('open' as const) : ('done' as const),
  }
}

export const reportMarkDuty = handle('reportMarkDuty', async (ask, context) => {
  const { duty, period, how, note } = ask
  const { db, clock, locale, me } = context
  const account = await myAccount(db, me())
  const now = clock.now()
  const { every } = duties[duty]
  const shape = { month: /^\d{4}-\d\d$/, quarter: /-Q/, year: /^\d{4}$/ }[every]
  if (!shape.test(period)) throw invalid([{ path: 'period', message: fieldText('day', locale) }])
  const isMade = await db.transaction().execute(async (tx) => {
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
