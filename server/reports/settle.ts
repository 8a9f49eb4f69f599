import { sql } from 'kysely'
import { z } from 'zod'
import { type Way, waitsDays, waysOf } from '#domain/books/settle.ts'
import { addDays, almatyDay, type Day } from '#domain/calendar.ts'
import { isRefused } from '#domain/contract/refusal.ts'
import type { Locale } from '#domain/locale.ts'
import type { WayName } from '#domain/payment-ways.ts'
import { differenceOfClosedMonth } from '#domain/refusals.ts'
import { fieldText } from '#texts/fields.ts'
import { matchedColumns } from '#texts/report-columns.ts'
import { matchedBy, paymentSystems, wordFor } from '#texts/report-words.ts'
import { myAccount } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import { part, readCursor } from '../http/paging.ts'
import { invalid, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import {
  fileColumns,
  type KeptLine,
  type ReportFile,
  reportFile,
  sentLine,
} from '../sheets/report-file.ts'
import { answerFile, type FileAsk } from './answer-file.ts'
import { keepBooked } from './booked-lines.ts'
import { lockPeriods, lockToBook } from './books-lock.ts'
import { type Found, findNamed, type Kind } from './differences.ts'
import {
  batches,
  instantsOf,
  type Keyed,
  LONGEST_COMPARED,
  PAGE,
  type Place,
  pageOf,
} from './reports.ts'
import { likelyPayments, linesOf, movedBy } from './statement-lines.ts'

/** Minimum length of the note that accepts a difference. */
const NOTE = 5

type Named = { kind: Kind; key: string }
type Asked = {
  from: string
  to: string
  how: Way
  note: string
  differences: readonly (Named & { linked?: string | undefined })[]
}

/**
 * Settles differences as they are now, each once. Moves no money, but enters a line of money that a
 * bank moved past us in our books. Links a line only with its likely payment, so that a slip cannot
 * hide a gap. Returns those settled; none if one of them would change the entries of a closed
 * month.
 */
async function settle(
  asked: Asked,
  context: Context,
): Promise<Named[] | typeof differenceOfClosedMonth> {
  const { db, clock, locale, me } = context
  const { how, note, differences } = asked
  if ((how === 'accepted' || how === 'booked') && note.length < NOTE)
    throw invalid([{ path: 'note', message: fieldText('required', locale) }])
  const { since, until } = instantsOf(asked, context, LONGEST_COMPARED)
  const period = { since, until, from: asked.from, to: asked.to }
  const account = await myAccount(db, me())
  return db.transaction().execute(async (tx) => {
    const settled: Named[] = []
    if (how === 'booked') {
      const lines = differences.filter(({ kind, key }) => isLine(kind, key))
      const moved = await Promise.all(lines.map(({ key }) => movedBy(tx, key)))
      await lockToBook(
        tx,
        moved.flatMap((one) => one?.contractId ?? []),
      )
    } else await lockPeriods(tx)
    for (const kind of new Set(differences.map((one) => one.kind))) {
      const linkedTo = new Map(
        differences.filter((one) => one.kind === kind).map(({ key, linked }) => [key, linked]),
      )
      const found = await findNamed(tx, kind, [...linkedTo.keys()], period, clock.today())
      // Money for no order of ours enters the books on the line's own day.
      const isEntry = kind === 'statement_unmatched' && how === 'accepted'
      if (isEntry && (await isAnyClosed(tx, found))) return differenceOfClosedMonth
      for (const row of await settleable(tx, kind, found, how, linkedTo))
        if (
          how === 'booked'
            ? await bookOne(tx, context, { kind, row, note, ...account })
            : await settleOne(tx, context, { kind, row, how, note, ...account })
        )
          settled.push({ kind, key: row.key })
    }
    return settled
  })
}

/** Returns whether one of these days is in a closed month; holds off closing. */
async function isAnyClosed(tx: Tx, rows: readonly { at: Date | null }[]): Promise<boolean> {
  const months = rows.flatMap(({ at }) => (at ? [almatyDay(at).slice(0, 7)] : []))
  if (months.length === 0) return false
  const closed = await tx
    .selectFrom('closed_periods')
    .select('month')
    .where('month', 'in', months)
    .executeTakeFirst()
  return closed !== undefined
}

const isLine = (kind: Kind, key: string): boolean =>
  kind === 'statement_unmatched' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:\d{1,9}$/.test(key)

type Settleable = Found & { linked: string | null }

/** Returns those that may be settled this way, each with its linked payment. */
async function settleable(
  tx: Tx,
  kind: Kind,
  found: readonly Found[],
  how: Way,
  linkedTo: ReadonlyMap<string, string | undefined>,
): Promise<Settleable[]> {
  const lines = await linesOf(tx, kind === 'statement_unmatched' ? found.map(({ key }) => key) : [])
  const likely = how === 'linked' ? await likelyPayments(tx, [...lines.values()]) : new Map()
  // One payment is never linked with two lines, even within one request.
  const taken = new Set<string>()
  return found.flatMap((row): Settleable[] => {
    const linked = linkedTo.get(row.key)
    if (!waysOf(kind, lines.get(row.key)?.verdict ?? null).includes(how)) return []
    if (how !== 'linked') return linked === undefined ? [{ ...row, linked: null }] : []
    if (linked === undefined || likely.get(row.key)?.id !== linked || taken.has(linked)) return []
    taken.add(linked)
    return [{ ...row, linked }]
  })
}

type One = { kind: Kind; row: Settleable; how: Way; note: string; id: string }

async function settleOne(tx: Tx, { clock }: Context, one: One): Promise<boolean> {
  const { kind, row, how, note, id: account } = one
  const { key, linked } = row
  const at = clock.now()
  // A postponement past its day gives way.
  await tx
    .updateTable('settled_differences')
    .set({ undone_at: at, undone_by: account })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('undone_at', 'is', null)
    .where('wait_until', '<', clock.today())
    .execute()
  const kept = await tx
    .insertInto('settled_differences')
    .values({
      kind,
      key,
      how,
      note,
      linked,
      wait_until: how === 'waits' ? addDays(clock.today(), waitsDays) : null,
      settled_at: at,
      settled_by: account,
      came_about: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) return false
  await audit(tx, at, {
    actor: `accountant:${account}`,
    action: 'difference.settled',
    object: { kind: 'difference', id: String(kept.id) },
    details: { kind, key, how, linked },
  })
  return true
}

/**
 * Enters a line of money that a bank moved past us in our books: they then agree with the line, and
 * nothing remains to settle. Removed again with its statement (`unbook`). Returns false if nothing
 * of it is ours to enter.
 */
async function bookOne(
  tx: Tx,
  context: Context,
  { kind, row: { key }, note, id: account }: Omit<One, 'how'>,
): Promise<boolean> {
  const moved = await movedBy(tx, key)
  if (!moved) return false
  const at = context.clock.now()
  const { contractId, orderId, act: what, outsideId } = moved
  const doing = { actor: `accountant:${account}`, at, outsideId }
  const decision = await act(tx, context, contractId, what, doing)
  if (isRefused(decision) || decision.effects.length === 0) return false
  await keepBooked(tx, key, moved, { by: account, at })
  await audit(tx, at, {
    actor: `accountant:${account}`,
    action: 'difference.settled',
    object: { kind: 'order', id: orderId },
    details: { kind, key, how: 'booked', act: what.act, note },
  })
  return true
}

/** Differences that could not be settled are reported and unchanged. */
export const reportSettleMany = handle('reportSettleMany', async (ask, context) => {
  const settled = await settle(ask, context)
  if (settled === differenceOfClosedMonth) return refuse(context.locale, settled)
  const done = new Set(settled.map(({ kind, key }) => `${kind} ${key}`))
  const left = ask.differences
    .filter(({ kind, key }) => !done.has(`${kind} ${key}`))
    .map(({ kind, key }) => ({ kind, key }))
  return ok({ settled, left })
})

/**
 * Withdraws settlements; the rows stay with actor and time. Returns their number; null, and
 * withdraws none, if one is of a closed month: two people signed that nothing was open there.
 */
async function unsettle(differences: readonly Named[], context: Context): Promise<number | null> {
  const { db, clock, me } = context
  const account = await myAccount(db, me())
  return db.transaction().execute(async (tx) => {
    await lockPeriods(tx)
    const standing = await tx
      .selectFrom('settled_differences')
      .select((select) => select.fn.coalesce('came_about', 'settled_at').as('at'))
      .where('undone_at', 'is', null)
      .where((where) =>
        where.or(
          differences.map(({ kind, key }) =>
            where.and([where('kind', '=', kind), where('key', '=', key)]),
          ),
        ),
      )
      .execute()
    if (await isAnyClosed(tx, standing)) return null
    const at = clock.now()
    let count = 0
    for (const { kind, key } of differences) {
      const row = await tx
        .updateTable('settled_differences')
        .set({ undone_at: at, undone_by: account.id })
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('undone_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!row) continue
      count += 1
      await audit(tx, at, {
        actor: `accountant:${account.id}`,
        action: 'difference.reopened',
        object: { kind: 'difference', id: String(row.id) },
        details: { kind, key },
      })
    }
    return count
  })
}

export const reportUnsettleMany = handle('reportUnsettleMany', async ({ differences }, context) => {
  const count = await unsettle(differences, context)
  return count === null ? refuse(context.locale, differenceOfClosedMonth) : ok({ count })
})

type Time = { since: Date; until: Date }
type Row = KeptLine<typeof matchedColumns> &
  Keyed & { statementId: string; system: WayName; how: 'number' | 'linked' }

/** The last row of a page: when it was booked, and its number in the ledger. */
const Cursor = z.tuple([part.storedInstant, z.string().regex(/^\d{1,18}$/)])

/** Days a line may lie from its payment: a bank writes down late, a person links three days away. */
const AWAY = 7

/**
 * The statement line beside its ledger payment (`line`): by our number on it (`matched`), or by a
 * person's link (`linked`). At most one line per payment: a repeated number is a repetition, and a
 * payment is linked once.
 */
const beside = sql`
  left join judged_lines as matched on matched.key = line.attempt_id and matched.operation = 'payment' and matched.verdict = 'matched'
  left join (
    select settled.linked, theirs.* from settled_differences as settled join judged_lines as theirs
      on theirs.statement_id = split_part(settled.key, ':', 1)::uuid and theirs.line = split_part(settled.key, ':', 2)::int
    where settled.kind = 'statement_unmatched' and settled.linked is not null and settled.undone_at is null
  ) as linked on linked.linked = line.attempt_id`
const theirs = (column: string) =>
  sql`coalesce(${sql.ref(`matched.${column}`)}, ${sql.ref(`linked.${column}`)})`

/**
 * Returns the days of a period that statements cover, with a margin at both ends: without a
 * statement no payment is read, however many there are. Null if there is none.
 */
async function spokenOf(db: Sql, { since, until }: Time): Promise<Time | null> {
  const { rows } = await sql<{ first: Day | null; last: Day | null }>`
    select min(day_from)::text as first, max(day_to)::text as last from statements
    where day_to >= (${since}::timestamptz at time zone 'UTC')::date - ${AWAY}::int
      and day_from <= (${until}::timestamptz at time zone 'UTC')::date + ${AWAY}::int`.execute(db)
  const [days] = rows
  if (!days?.first || !days.last) return null
  const [from, to] = [new Date(addDays(days.first, -AWAY)), new Date(addDays(days.last, AWAY + 1))]
  return { since: from > since ? from : since, until: to < until ? to : until }
}

const inTime = ({ since, until }: Time) => sql`
  line.kind = 'payment' and line.at >= ${since} and line.at < ${until}
    and (matched.key is not null or linked.key is not null)`

/** Payments of a time that a statement has as we have them, along the index of the ledger. */
async function matchedPage(
  db: Sql,
  period: Time,
  after: Place | null,
  limit: number,
): Promise<Row[]> {
  const time = await spokenOf(db, period)
  if (!time) return []
  const from = after
    ? sql`and (line.at, line.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`
    : sql``
  const { rows } = await sql<Row>`
    select line.id::text as id, line.at::text as place, line.order_id as "orderId", line.attempt_id as "attemptId", line.at as "paidAt",
      attempt.system, line.amount, case when matched.key is null then 'linked' else 'number' end as how,
      statements.file_name as statement, statements.id as "statementId", ${theirs('line')}::text as line, ${theirs('outside_id')} as "outsideId",
      ${theirs('day')}::text as day, ${theirs('amount')} as theirs, ${theirs('fee_tiyn')} / 100.0::float8 as fee
    from ledger as line ${beside}
    join statements on statements.id = ${theirs('statement_id')}
    join payment_attempts as attempt on attempt.id = line.attempt_id
    where ${inTime(time)} ${from}
    order by line.at desc, line.id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns their number and their sums in tenge, by our ledger and by the statements. */
export async function matchedIn(db: Sql, period: Time) {
  const time = await spokenOf(db, period)
  if (!time) return { count: 0, amount: 0, theirs: 0, fee: 0 }
  const { rows } = await sql<{ count: number; amount: string; theirs: string; fee: string }>`
    select count(*)::int as count, sum(line.amount) as amount, sum(${theirs('amount')}) as theirs,
      sum(${theirs('fee_tiyn')}) as fee
    from ledger as line ${beside} where ${inTime(time)}`.execute(db)
  const [sums] = rows
  return {
    count: sums?.count ?? 0,
    amount: Number(sums?.amount ?? 0),
    theirs: Number(sums?.theirs ?? 0),
    fee: Number(sums?.fee ?? 0) / 100,
  }
}

/** The payments as a file. */
export async function matchedFile(db: Sql, locale: Locale, ask: FileAsk): Promise<ReportFile> {
  const period = instantsOf(ask, { locale }, LONGEST_COMPARED)
  return reportFile({
    name: 'matched',
    locale,
    period: { from: ask.from, to: ask.to },
    columns: fileColumns(matchedColumns, locale, {
      system: (code) => wordFor(paymentSystems[locale], code),
      how: (code) => wordFor(matchedBy[locale], code),
    }),
    rows: batches((after, limit) => matchedPage(db, period, after, limit)),
    count: async () => (await matchedIn(db, period)).count,
  })
}

/** Lists payments on which a statement and the ledger agree, latest first. */
export const reportMatched = handle('reportMatched', async (ask, context) => {
  const { reports: db, locale } = context
  if (ask.format !== 'json')
    return answerFile(context, ask.format, await matchedFile(db, locale, ask))
  const period = instantsOf(ask, context, LONGEST_COMPARED)
  const place = readCursor(ask.cursor, Cursor)
  const { shown, next } = pageOf(await matchedPage(db, period, place, PAGE + 1))
  const lines = shown.map((row) => ({
    id: row.id,
    ...sentLine(matchedColumns, row),
    statementId: row.statementId,
    system: row.system,
    how: row.how,
  }))
  return { ...ok(lines), next, totals: place ? null : await matchedIn(db, period) }
})
