import { sql } from 'kysely'
import { holds } from '#domain/books/balance.ts'
import { totalOf } from '#domain/books/booked.ts'
import { kindMissing, waysOf, waysToSettle } from '#domain/books/settle.ts'
import type { Day } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { exceptionKinds } from '#domain/report.ts'
import { namesOf as actorsIn } from '../accounts/accounts.ts'
import type { Sql } from '../db/connect.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { bookedBy, bookedDay, bookedIn } from '../payments/record.ts'
import { allAccounting } from '../products/products.ts'
import { type Found, findDifferences, type Kind, type Period } from './differences.ts'
import { namesOf } from './names.ts'
import { balanceIn } from './overview.ts'
import { instantsOf, LONGEST_COMPARED } from './reports.ts'
import { matchedIn } from './settle.ts'
import { likelyPayments, linesOf, statementsIn } from './statement-lines.ts'

const FEW = 20
const MANY = 200

/**
 * Orders, payments, policies and statements against one another, the gravest kind first, with how
 * each difference may be settled.
 */
export const reportReconciliation = handle('reportReconciliation', async (ask, context) => {
  const { db, clock, locale } = context
  const { since, until } = instantsOf(ask, context, LONGEST_COMPARED)
  const period = { since, until, from: ask.from, to: ask.to }
  const { side } = ask
  const only = side ? kindMissing[side] : ask.kind
  const few = (kind: Kind) => (only === undefined ? FEW : only === kind ? MANY : 0)
  const found: Awaited<ReturnType<typeof findDifferences>>[] = []
  for (const kind of exceptionKinds)
    found.push(await findDifferences(db, kind, period, clock.today(), few(kind), side))
  const of = (kind: Kind) => found.find((one) => one.kind === kind)
  const balance = await balanceIn(db, period)
  return ok({
    checked: await checkedIn(db, period),
    balance: { ...balance, holds: holds(balance) },
    matched: (await matchedIn(db, period)).count,
    statements: await statementsIn(db, ask),
    exceptions: await exceptionsOf(
      db,
      locale,
      found.flatMap(({ kind, rows }) => rows.map((row) => ({ kind, ...row }))),
    ),
    counts: found.filter(({ count }) => count > 0).map(({ kind, count }) => ({ kind, count })),
    missing: {
      here: of(kindMissing.here)?.here ?? 0,
      there: of(kindMissing.there)?.count ?? 0,
    },
    settled: await settledIn(db, period, clock.today()),
  })
})

async function checkedIn(db: Sql, period: Period) {
  const { since, until } = period
  const { rows } = await sql<{ orders: number; payments: number }>`
    select ${sql.join(
      allAccounting().map((accounting) => accounting.soldCount(period)),
      sql` + `,
    )} as orders,
      (select count(*)::int from ledger where at >= ${since} and at < ${until} and kind = 'payment') as payments`.execute(
    db,
  )
  const booked = await bookedBy(db, { where: bookedIn(period), by: { day: bookedDay } })
  return {
    orders: rows[0]?.orders ?? 0,
    payments: rows[0]?.payments ?? 0,
    policies: totalOf(booked).policies,
  }
}

/** Returns each difference with its statement line and the likely payment. */
async function exceptionsOf(db: Sql, locale: Locale, found: readonly (Found & { kind: Kind })[]) {
  const lines = await linesOf(
    db,
    found.filter(({ kind }) => kind === 'statement_unmatched').map(({ key }) => key),
  )
  const likely = await likelyPayments(db, [...lines.values()])
  const names = await namesOf(db, locale)
  return found.map((row) => {
    const line = row.kind === 'statement_unmatched' ? lines.get(row.key) : undefined
    const means = likely.get(row.key)
    return {
      kind: row.kind,
      id: row.id,
      key: row.key,
      orderId: row.order_id,
      at: row.at?.toISOString() ?? null,
      ours: row.ours,
      theirs: row.theirs,
      note: row.refused ? '' : row.note,
      refused: row.refused ? { insurer: names.insurer(row.id), ...row.refused } : null,
      ways: [...waysOf(row.kind, line?.verdict ?? null)],
      line: line
        ? {
            system: line.system,
            file: line.file,
            line: line.line,
            day: line.day,
            outsideId: line.outside_id,
            verdict: line.verdict,
          }
        : null,
      likely: means ? { id: means.id, day: means.day, amount: means.amount } : null,
    }
  })
}

/** Returns what people settled in a period, latest first. */
async function settledIn(db: Sql, { since, until }: Period, today: Day) {
  const rows = await db
    .selectFrom('settled_differences')
    .selectAll()
    .where('undone_at', 'is', null)
    // A difference postponed to a past day is open again.
    .where((expression) =>
      expression.or([expression('wait_until', 'is', null), expression('wait_until', '>=', today)]),
    )
    // A difference belongs to the period it arose in, whenever it is settled.
    .where(sql<boolean>`coalesce(came_about, settled_at) >= ${since}`)
    .where(sql<boolean>`coalesce(came_about, settled_at) < ${until}`)
    .orderBy('id', 'desc')
    .limit(MANY)
    .execute()
  const name = await actorsIn(
    db,
    rows.map(({ settled_by }) => `accountant:${settled_by}`),
  )
  return rows.flatMap((row) => {
    const kind = exceptionKinds.find((one) => one === row.kind)
    const how = waysToSettle.find((one) => one === row.how)
    if (!kind || !how) return []
    return {
      kind,
      key: row.key,
      how,
      linked: row.linked,
      until: row.wait_until,
      note: row.note,
      at: row.settled_at.toISOString(),
      by: name(`accountant:${row.settled_by}`),
    }
  })
}
