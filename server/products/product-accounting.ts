import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Sql } from '../db/connect.ts'

/** Instants of a report: from the first on, before the second. */
export type Span = { since: Date; until: Date }

export type LineFilter = Span & {
  status?: string | undefined
  source?: string | undefined
  insurer?: string | undefined
  /** The promoter's IIN or `NO_PROMOTER`; null for everybody's. */
  promoter: string | null
}
/** A page of lines: sorted by what, and after which place. */
export type LinePage = {
  by: keyof typeof sortedColumns
  order: 'asc' | 'desc'
  after: readonly [key: string, id: string] | null
  limit: number
}

/**
 * A product's part of the accountant's reports, as SQL: its lines join those of the other products.
 * Money is the ledger's.
 */
export type Accounting = {
  /**
   * A page of the orders' report, every product's columns in the same order; by its own index. Null
   * if the filter excludes the whole product. Of its money only the amount due: the ledger has the
   * rest, by `sale_id` and `period` (payments/record.ts).
   */
  page(db: Sql, filter: LineFilter, page: LinePage): Expression<unknown> | null
  /**
   * Every line, for counting and sums: `id`, `sale_id`, `period` (null if a sale is one line),
   * `state`, `amount`. Null as above.
   */
  lines(db: Sql, filter: LineFilter): Expression<unknown> | null
  /** Joins a sale by its id, from `left join` on; all fields null for another product's sale. */
  sale: {
    join(id: RawBuilder<unknown>): RawBuilder<unknown>
    /** What people know it by. */
    number: RawBuilder<string | null>
    insurer: RawBuilder<string | null>
    commission: RawBuilder<number | null>
    /** The IIN of who bought it: a bank's line names it too. */
    buyer: RawBuilder<string | null>
    /** Channel of the sale (domain/source.ts); null for a product with one channel. */
    channel: RawBuilder<string | null>
    source: RawBuilder<string | null>
    /** The promoter's IIN. */
    promoter: RawBuilder<string | null>
    /** The IIN of whose contract it is; null while only a promoter knows them. */
    client: RawBuilder<string | null>
    /** The facts it was made from: the policyholder, the cars. */
    facts: RawBuilder<unknown>
    /** Period of a ledger event, from the end of its key; 0 if there is only one. */
    period(event: RawBuilder<unknown>): RawBuilder<number | null>
    /** The policy that was made of it, by its id. */
    policy: RawBuilder<string | null>
    /**
     * `policy` if the paid policy is or was in force, `waiting` if it is still to be issued,
     * `returning` and `returned` if its money goes back; null for anything else.
     */
    stands: RawBuilder<string | null>
  }
  /**
   * How far purchases begun in a time span got, one row: `quoted`, `ordered`, `paid`, `issued`, and
   * of those that stopped earlier `expired`, `rejected`, `cancelled`, `awaiting`, `waiting`,
   * `returned`.
   */
  funnel(span: Span): RawBuilder<unknown>
  /**
   * Sales of a time span, by their premium's key in the ledger: `id, order_id, period, at, amount,
   * premium, state, issued, booked`. `booked`: the ledger must have its premium.
   */
  sold(span: Span): RawBuilder<unknown>
  /** How many of them. */
  soldCount(span: Span): RawBuilder<number>
  /** Payments of a time span without a policy: `id, order_id, at, ours, theirs, note`. */
  paidNotIssued(span: Span): RawBuilder<unknown>
  /** True while a policy is being made from a contract's money, so that it is not free yet. */
  goingOn(contract: RawBuilder<unknown>): RawBuilder<boolean>
}

/** Columns that sort lines, with the value that replaces null: a position is never null. */
const sortedColumns = {
  created_at: { type: sql`timestamptz`, none: null },
  paid_at: { type: sql`timestamptz`, none: sql`'1970-01-01Z'` },
  amount: { type: sql`integer`, none: null },
  number: { type: sql`text`, none: sql`''` },
  state: { type: sql`text`, none: null },
  insurer_code: { type: sql`text`, none: sql`''` },
  source: { type: sql`text`, none: sql`''` },
  promoter_iin: { type: sql`text`, none: sql`''` },
} as const
/** The place of a line in the order of a column. */
export function placeBy(by: LinePage['by'], column: RawBuilder<unknown>): RawBuilder<unknown> {
  const { none } = sortedColumns[by]
  return none ? sql`coalesce(${column}, ${none})` : column
}

/** Selects a page of rows by position and id, as `LinePage` requests. */
export function paged<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  [place, id]: readonly [place: RawBuilder<unknown>, id: string],
  { by, order, after, limit }: LinePage,
): SelectQueryBuilder<DB, TB, O> {
  const page = rows.orderBy(place, order).orderBy(sql.ref(id), order).limit(limit)
  if (!after) return page
  const than = order === 'desc' ? sql`<` : sql`>`
  return page.where(
    sql<boolean>`(${place}, ${sql.ref(id)}) ${than} (${after[0]}::${sortedColumns[by].type}, ${after[1]})`,
  )
}
