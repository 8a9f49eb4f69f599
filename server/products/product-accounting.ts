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
 * What a product plugs into the accountant's reports, as SQL: its lines stand beside those of the
 * other products. Money is the ledger's.
 */
export type Accounting = {
  /**
   * A page of the orders' report, every product's columns in the same order; by its own index. Null
   * where the filter leaves nothing of the product. Of its money only what is to be paid: the rest
   * is the ledger's, by `sale_id` and `period` (payments/record.ts).
   */
  page(db: Sql, filter: LineFilter, page: LinePage): Expression<unknown> | null
  /**
   * Every line, for counting and sums: `id`, `sale_id`, `period` (null where a sale is one line),
   * `state`, `amount`. Null as above.
   */
  lines(db: Sql, filter: LineFilter): Expression<unknown> | null
  /**
   * A sale joined by its id, from `left join` on, and what it then has: all null for a sale of
   * another product.
   */
  sale: {
    join(id: RawBuilder<unknown>): RawBuilder<unknown>
    /** What people know it by. */
    number: RawBuilder<string | null>
    insurer: RawBuilder<string | null>
    commission: RawBuilder<number | null>
    /** The IIN of who bought it: a bank's line names it too. */
    buyer: RawBuilder<string | null>
    /** Which door sold it (domain/source.ts); null for a product that has one door of its own. */
    channel: RawBuilder<string | null>
    source: RawBuilder<string | null>
    /** The promoter's IIN. */
    promoter: RawBuilder<string | null>
    /** The IIN of whose contract it is; null while only a promoter knows them. */
    client: RawBuilder<string | null>
    /** What it was made from: the policyholder, the cars. */
    facts: RawBuilder<unknown>
    /** Which period of it an event of the ledger is of, by what its key ends with; 0 where there is one. */
    period(event: RawBuilder<unknown>): RawBuilder<number | null>
    /** The policy that was made of it, by its id. */
    policy: RawBuilder<string | null>
    /**
     * `policy` where what was paid for is or was in force, `waiting` where it is still to be made,
     * `returning` and `returned` where its money goes back; null for anything else.
     */
    stands: RawBuilder<string | null>
  }
  /**
   * How far purchases that began in a time came, one row: `quoted`, `ordered`, `paid`, `issued`,
   * and of those that came no further `expired`, `rejected`, `cancelled`, `awaiting`, `waiting`,
   * `returned`.
   */
  funnel(span: Span): RawBuilder<unknown>
  /**
   * What was sold in a time, by the key its premium has in the ledger: `id, order_id, period, at,
   * amount, premium, state, issued, booked`. `booked`: its premium is to stand there.
   */
  sold(span: Span): RawBuilder<unknown>
  /** How many of them. */
  soldCount(span: Span): RawBuilder<number>
  /**
   * What was paid in a time and stands without a policy: `id, order_id, at, ours, theirs, note`.
   */
  paidNotIssued(span: Span): RawBuilder<unknown>
  /** Whether a policy is being made of a contract's money, so that it is not spoken for yet. */
  goingOn(contract: RawBuilder<unknown>): RawBuilder<boolean>
}

/** What lines are sorted by, and what stands for nothing there: a place is never null. */
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

/** A page of rows by their place and id, as `LinePage` asks. */
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
