import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Application, CabinetPolicy } from '#contract/cabinet.ts'
import type { Purchase } from '#contract/policies.ts'
import type { Day } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import type { Db, Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Identity } from '../http/identity.ts'
import type { Accounting } from './product-accounting.ts'

/** Who reads, when and in which language. */
export type Reading = {
  db: Db
  iin: string
  now: Date
  locale: Locale
  reference: Deps['reference']
}

export type Listed = z.input<typeof CabinetPolicy>
export type Applied = z.input<typeof Application>
/** Applications that came to nothing are shown this much longer. */
export const overShownMs = 3 * 86_400_000

/**
 * A purchase as the product tells it: its payments and the accepted texts are read by the cabinet,
 * for all products at once.
 */
export type Bought = Omit<z.input<typeof Purchase>, 'payments' | 'texts' | 'acceptedAt'> & {
  accepted: unknown
}

/**
 * A sale and the attempt to pay for it that the client looks at, as `checkOrderPaid` judges them.
 */
export type PaymentOf = {
  sale: { state: string; paid_at: Date | null }
  attempt: { state: string } | undefined
}

/**
 * A document: its kind in the database, the address it is downloaded at (`/{download}/{uuid}`) and
 * its type among the files of a policy.
 */
export type PolicyDocument = { kind: string; download: string; type: string }

/** The trace a sale was ordered in, and when. */
export type Kept = { trace: string | null; at: Date }

/** Stands where an IIN stood, in rows that money and reports need. */
export const erased = 'erased'
/**
 * Actors of the histories who are people at a desk, as a pattern of PostgreSQL: their reasons are
 * free words and may name a client.
 */
export const atConsole = '^(staff|accountant):'
/** Whom nothing may name any more, and the facts of nobody to be put over theirs. */
type Gone = { id: string; iin: string; now: Date; facts: string }

/**
 * What a product holds about a client: for the client's own copy, and for the day the law lets it
 * go.
 */
export type OwnData = {
  /** The rows by the name they have in the copy. */
  copy(sql: Sql, iin: string): Promise<Record<string, unknown>>
  /** SQL: a query of the ids of the client's sales. */
  sales(iin: string): RawBuilder<unknown>
  /**
   * SQL: the last day of what the law makes us keep, beside the policies; null when there is
   * nothing.
   */
  last(iin: string): RawBuilder<Day | null>
  /** SQL: whether something is still going on. */
  goingOn(iin: string): RawBuilder<boolean>
  /**
   * SQL: statements that take the client out of the product's rows, in their order; then the
   * policies are taken care of.
   */
  erase(gone: Gone): RawBuilder<unknown>[]
}

/**
 * What a product plugs into the common readers: lists of the cabinet, reports, figures. Nobody but
 * the product knows its rows; money is read from the ledger and the payments, for all products
 * alike.
 */
export type Reads = {
  /** The client's policies as the cabinet lists them, the newest first. */
  policies(reading: Reading): Promise<Listed[]>
  /** What is on its way to a policy, and for three days what came to nothing. */
  applications(reading: Reading): Promise<Applied[]>
  /** What brought money or made a policy, the newest first. */
  purchases(reading: Reading): Promise<Bought[]>
  /** The own sale of an id and its payment; null where there is none of a client or promoter. */
  payment(deps: Pick<Deps, 'db'>, id: string, me: Identity): Promise<PaymentOf | null>
  /**
   * The calculation a row of `policies` was sold by: an SQL expression, null for a policy of
   * another product.
   */
  calculation: RawBuilder<string | null>
  papers: readonly PolicyDocument[]
  /** What it is called where a policy is shown to whoever asks about it. */
  title: Record<Locale, string>
  /** Cover begins at a minute that is told, not with a day: until then a policy is pending. */
  beginsAtMinute: boolean
  ownData: OwnData
  accounting: Accounting
  /** SQL: the sales that are paid and not issued, from `from` on; each has its `paid_at`. */
  toIssue: RawBuilder<unknown>
  /** What a job's data calls the id of a sale, and SQL: the trace of a sale. */
  trace: { jobKey: string; kept(sale: RawBuilder<unknown>): RawBuilder<Kept> }
}
