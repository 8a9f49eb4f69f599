import { type RawBuilder, sql } from 'kysely'
import { kindMissing, type MissingSide, missingOn, unknownHere } from '#domain/books/settle.ts'
import type { Day } from '#domain/calendar.ts'
import { exceptionKinds } from '#domain/report.ts'
import type { Sql } from '../db/connect.ts'
import { type Kind, type Period, queries } from './difference-queries.ts'

export type Found = {
  id: string
  /** What it is settled by, one of its kind. */
  key: string
  order_id: string | null
  at: Date | null
  ours: number | null
  theirs: number | null
  note: string
  /** What a statement's line was judged to be, where it is one. */
  verdict?: string
  /**
   * Sales of a day refused for their commission, where it is that: per cent by the contract, and by
   * the quotes.
   */
  refused?: { ours: number | null; theirs: number | null; times: number } | null
}

/**
 * Kinds whose rows name what they are settled by; of the others it is the row, its note and time.
 */
const ownKey: ReadonlySet<Kind> = new Set(['statement_unmatched'])
const namedBy = sql`base.id || ' ' || base.note || ' ' || coalesce(extract(epoch from base.at)::bigint::text, '')`

/** What people have not settled yet; what waits for a day is back when the day is over. */
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
 * The newest of a kind in a period, at most `limit` (none for 0), and how many there are; with a
 * side only what is missing on it.
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

/** Of a kind those of these keys, as they are found now; what is no difference any more is not. */
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

/** How many there are of each kind that people have to settle; what is only told is left out. */
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
