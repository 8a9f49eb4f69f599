import { type RawBuilder, sql } from 'kysely'
import { kindMissing, type MissingSide, missingOn, unknownHere } from '#domain/books/settle.ts'
import type { Day } from '#domain/calendar.ts'
import { pastReasons } from '#domain/contract/facts.ts'
import { exceptionKinds } from '#domain/report.ts'
import { doneVerdicts } from '#domain/statement.ts'
import { isOverdrawn, overdrawnAmount } from '../contracts/overdrawn.ts'
import type { Sql } from '../db/connect.ts'
import type { Accounting } from '../products/product-accounting.ts'
import { allAccounting } from '../products/products.ts'

/** Each kind of difference as a query. */

export type Kind = (typeof exceptionKinds)[number]
export type Period = { since: Date; until: Date; from: Day; to: Day }

/**
 * True for a `line` of the ledger with its `attempt` if a statement of its system covers its day.
 */
export const paymentCovered = sql<boolean>`exists (select from statements where statements.system = attempt.system
  and (line.at at time zone 'UTC' + interval '5 hours')::date between statements.day_from and statements.day_to)`

const moneyCame = sql`('paid', 'refunding', 'refunded')`

/** The same of every product, one after another. */
const ofProducts = (of: (accounting: Accounting) => RawBuilder<unknown>) =>
  sql.join(allAccounting().map(of), sql` union all `)
const sold = (period: Period) => sql`(${ofProducts((accounting) => accounting.sold(period))})`

/** A line of the ledger beside the commission its sale was to bring. */
const sales = () => allAccounting().map(({ sale }) => sale)
const agreed = () => sql`coalesce(${sql.join(sales().map(({ commission }) => commission))})`
const joined = () =>
  sql.join(
    sales().map(({ join }) => join(sql`line.order_id`)),
    sql` `,
  )

/** The query of each kind of difference over a period, for all products. */
const queries: Record<Kind, (period: Period) => RawBuilder<unknown>> = {
  paid_not_issued: (period) => sql`${ofProducts((accounting) => accounting.paidNotIssued(period))}`,
  issued_not_paid: (period) => sql`
    select sale.id, sale.order_id, sale.at, sale.amount as ours, null::int as theirs, sale.state as note from ${sold(period)} as sale
    where sale.issued and sale.amount > 0 and not exists (select from payment_attempts as attempt
      where attempt.order_id = sale.order_id and attempt.period = sale.period and attempt.state in ${moneyCame})`,
  ledger_differs: (period) => sql`
    select attempt.id, attempt.order_id, line.at, attempt.amount as ours, line.amount as theirs, 'payment' as note
    from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id
    where line.at >= ${period.since} and line.at < ${period.until} and line.kind = 'payment'
      and (line.amount <> attempt.amount or attempt.state not in ${moneyCame})
    union all
    select attempt.id, attempt.order_id, attempt.created_at, attempt.amount, null, 'payment'
    from ${sold(period)} as sale join payment_attempts as attempt on attempt.order_id = sale.order_id and attempt.period = sale.period
    where attempt.state in ${moneyCame} and not exists (select from ledger where ledger.key = 'payment:' || attempt.id)
    union all
    select sale.id, sale.order_id, sale.at, sale.premium, line.amount, 'premium'
    from ${sold(period)} as sale left join ledger as line on line.key = 'premium:' || sale.id
    where sale.booked and coalesce(line.amount, 0) <> sale.premium`,
  contract_differs: (period) => unspoken(period),
  registered_differs: ({ since, until }) => sql`
    select found.number as id, found.sale_id as order_id, found.found_at as at, null::int as ours, null::int as theirs,
      'registered_' || found.what as note
    from registered_differences as found left join policies on policies.global_id = found.global_id
    where found.found_at >= ${since} and found.found_at < ${until}
      and case found.what when 'policy' then policies.id is null else policies.state in ('pending', 'active') end`,
  refund_failed: ({ since, until }) => sql`
    select id, order_id, created_at as at, amount as ours, null::int as theirs, coalesce(error, reason) as note
    from refunds where created_at >= ${since} and created_at < ${until} and state = 'failed'`,
  // The note of a refused sale is the key it is settled by; people read `refused`.
  commission_mismatch: ({ since, until, from, to }) => sql`
    select substr(line.key, length('commission:') + 1) as id, line.order_id, line.at, ${agreed()} as ours,
      line.amount as theirs, 'ledger' as note, null::jsonb as refused
    from ledger as line ${joined()}
    where line.at >= ${since} and line.at < ${until} and line.kind = 'commission' and line.credit = 'commission'
      and line.amount <> ${agreed()}
    union all
    select insurer_code, null, day::timestamp at time zone 'Asia/Almaty', null, null,
      '12010 · ' || coalesce(ours::text || ' %', '–') || ' / ' || coalesce(theirs::text || ' %', '–') || ' · ×' || times,
      jsonb_build_object('ours', ours, 'theirs', theirs, 'times', times)
    from commission_mismatches where day between ${from} and ${to}`,
  statement_unmatched: ({ from, to }) => sql`
    select line.key as id, line.statement_id || ':' || line.line as key, attempt.order_id,
      coalesce(paid.at, refunds.created_at, line.day::timestamp at time zone 'Asia/Almaty') as at,
      attempt.amount as ours, line.amount as theirs, line.verdict, line.verdict || ' · ' || statements.file_name || ':' || line.line as note
    from judged_lines as line join statements on statements.id = line.statement_id
    left join payment_attempts as attempt on attempt.id = line.key
    left join ledger as paid on paid.key = 'payment:' || attempt.id
    left join refunds on refunds.id = line.key
    where line.verdict not in (${sql.join(doneVerdicts)}) and line.day between ${from} and ${to}`,
  not_in_statement: ({ since, until }) => sql`
    select attempt.id, attempt.order_id, line.at, line.amount as ours, null::int as theirs, attempt.system as note
    from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id
    where line.at >= ${since} and line.at < ${until} and line.kind = 'payment'
      and ${paymentCovered}
      and not exists (select from judged_lines as said where said.key = attempt.id and said.operation = 'payment'
        and said.system in (attempt.system, 'account'))
      and not exists (select from settled_differences where linked = attempt.id and undone_at is null)`,
  receipt_refused: ({ since, until }) => sql`
    select id, order_id, created_at as at, amount as ours, null::int as theirs, coalesce(error, '') as note
    from fiscal_receipts where created_at >= ${since} and created_at < ${until} and state = 'refused'`,
  refunded: ({ since, until }) => sql`
    select id, order_id, created_at as at, amount as ours, null::int as theirs, reason as note
    from refunds where created_at >= ${since} and created_at < ${until} and state = 'done'`,
}

/**
 * Finds contracts at rest, changed in the period, whose money is not fully allocated: a paid sum is
 * neither the insurer's nor returned to the client, or more is allocated than was paid. The note is
 * set if all of it was returned past us.
 */
const unspoken = ({ since, until }: Period): RawBuilder<unknown> => sql`
    select held.contract_id as id, held.contract_id as order_id, held.at, 0 as ours, held.amount::int as theirs,
      case when outside.amount = -held.amount then outside.reasons else 'balance' end as note
    from (
      select contract_id, max(at) filter (where at >= ${since} and at < ${until}) as at,
        sum(case when credit = 'client' then amount when debit = 'client' then -amount else 0 end) as amount
      from ledger where contract_id in (select contract_id from ledger where at >= ${since} and at < ${until})
      group by contract_id
    ) as held left join lateral (
      select sum(amount) as amount, string_agg(distinct reason, ' · ') as reasons from (
        select amount, reason from refunds
        where refunds.contract_id = held.contract_id and reason in (${sql.join(pastReasons)})
        union all
        select ${overdrawnAmount}, 'overdrawn' from ledger
        where ledger.contract_id = held.contract_id and ${isOverdrawn}
      ) as past
    ) as outside on true
    where held.amount <> 0
      and not exists (select from refunds where refunds.contract_id = held.contract_id and state <> 'done')
      and not exists (select from payment_attempts where payment_attempts.contract_id = held.contract_id and state = 'refunding')
      and ${sql.join(
        allAccounting().map((accounting) => sql`not ${accounting.goingOn(sql`held.contract_id`)}`),
        sql` and `,
      )}`

export type Found = {
  id: string
  /** Key it is settled by, unique within its kind. */
  key: string
  order_id: string | null
  at: Date | null
  ours: number | null
  theirs: number | null
  note: string
  /** Verdict of a statement's line, if the difference is one. */
  verdict?: string
  /**
   * Sales of a day refused for their commission, if it is that kind: per cent by the contract, and
   * by the quotes.
   */
  refused?: { ours: number | null; theirs: number | null; times: number } | null
}

/** Kinds whose rows name their key; for others it is the row, its note and time. */
const ownKey: ReadonlySet<Kind> = new Set(['statement_unmatched'])
const namedBy = sql`base.id || ' ' || base.note || ' ' || coalesce(extract(epoch from base.at)::bigint::text, '')`

/** Open differences; a postponed one returns after its day. */
const open = (kind: Kind, period: Period, today: Day): RawBuilder<Found> => sql`
  select found.* from (
    select base.*, ${ownKey.has(kind) ? sql`base.key` : namedBy} as settled_by
    from (${queries[kind](period)}) as base
  ) as found
  where not exists (select from settled_differences as settled where settled.kind = ${kind}
    and settled.key = found.settled_by and settled.undone_at is null
    and (settled.wait_until is null or settled.wait_until >= ${today}))`

/** Some of a kind, how many there are, and of how many of them our books have nothing. */
type Differences = { kind: Kind; rows: Found[]; count: number; here: number }

/**
 * Returns the newest differences of a kind in a period, at most `limit` (none for 0), and their
 * number; with a side, only those missing on that side.
 */
export async function findDifferences(
  db: Sql,
  kind: Kind,
  period: Period,
  today: Day,
  limit: number,
  side?: MissingSide,
): Promise<Differences> {
  const here = kind === kindMissing.here ? sql`verdict = any(${[...unknownHere]})` : sql`false`
  const first = side === 'here' && kind === kindMissing.here ? sql`${here} desc,` : sql``
  const { rows } = await sql<Found & { settled_by: string; count: number; here: number }>`
    select *, count(*) over ()::int as count, count(*) filter (where ${here}) over ()::int as here
    from (${open(kind, period, today)}) as found
    order by ${first} at desc nulls last, id limit ${Math.max(limit, 1)}`.execute(db)
  const found = rows.map((row) => ({ ...row, key: row.settled_by }))
  return {
    kind,
    rows: found
      .slice(0, limit)
      .filter((row) => !side || missingOn(kind, row.verdict ?? null) === side),
    count: rows[0]?.count ?? 0,
    here: rows[0]?.here ?? 0,
  }
}

/** Returns the differences of these keys that still exist. */
export async function findNamed(
  db: Sql,
  kind: Kind,
  keys: readonly string[],
  period: Period,
  today: Day,
): Promise<Found[]> {
  const { rows } = await sql<Found & { settled_by: string }>`
    select distinct on (settled_by) * from (${open(kind, period, today)}) as found
    where settled_by = any(${[...keys]}::text[])`.execute(db)
  return rows.map((row) => ({ ...row, key: row.settled_by }))
}

/**
 * Counts open differences of each kind that people must settle; purely informative kinds are
 * omitted.
 */
export async function countDifferences(db: Sql, period: Period, today: Day) {
  const counts: { kind: Kind; count: number }[] = []
  for (const kind of exceptionKinds) {
    if (kind === 'refunded') continue
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from (${open(kind, period, today)}) as found`.execute(db)
    if (rows[0]?.count) counts.push({ kind, count: rows[0].count })
  }
  return counts
}
