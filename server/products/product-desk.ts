import type { z } from 'zod'
import type { order, orders } from '#contract/staff-orders.ts'
import type { AuditAct } from '#domain/audit-acts.ts'
import type { Day } from '#domain/calendar.ts'
import type { RefusalCode } from '#domain/finding.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Context } from '../http/context.ts'
import type { ContractPage } from './product.ts'

/** Matches of a search word: IINs of clients, and ids of sales. */
export type Found = { iins: string[]; sales: string[] }
export const nothingFound: Found = { iins: [], sales: [] }

/** A sale the search found. */
export type FoundSale = {
  id: string
  number: string
  state: string
  created_at: Date
  paid_at: Date | null
}

/** Request for a list of sales: a page of a view, after a position, in a direction. */
export type ListAsked = {
  /**
   * `human`, sales that need staff, is several views: the desk requests each. `bills`: the bank did
   * not confirm that they were sent; `letters`: did not reach the client; `charges`: a month
   * charged some time ago with an unknown outcome.
   */
  view: Exclude<z.output<typeof orders.body>['view'], 'human'> | 'bills' | 'letters' | 'charges'
  after: { at: Date; id: string } | null
  direction: 'asc' | 'desc'
  today: Day
  /** For `charges`: those requested from the card before it. */
  askedBefore?: Date | undefined
  limit: number
  state?: string | undefined
  channel?: string | undefined
}
export type ListedSale = {
  id: string
  number: string
  state: string
  channel: string
  amount: number
  created_at: Date
  paid_at: Date | null
  /** When the payment it waits for was made, or requested from the card. */
  waits_since: Date | null
  issue_attempts: number
  next_attempt_at: Date | null
  /** Why the last try to issue failed. */
  issue_error: unknown
  /** Amount still to refund, as the database sums it. */
  to_refund: string | null
}

/** A sale in the list of its client's sales. */
export type ClientSale = {
  order_id: string
  number: string
  state: string
  channel: string
  amount: number
  email: string | null
  at: string
}
export type SalesOfClient = {
  /** The newest first. */
  sales: ClientSale[]
  /** For rows that name no order: the sale of a policy by the policy's id. */
  ofPolicy: ReadonlyMap<string, string>
}

/** A row of a history of the product: of its sale, or of a policy of it. */
export type HistoryRow = {
  kind: 'order' | 'policy'
  /** Which one, if there are several. */
  about?: string
  state: string
  at: Date
  actor: string
  reason: string
}

type Shown = Extract<z.input<typeof order.reply>, { success: true }>['data']
/** Fields common to every product. */
type Common =
  | 'order_id'
  | 'about'
  | 'papers'
  | 'acted'
  | 'notes'
  | 'refunds'
  | 'give_back'
  | 'unclear_bills'
  | 'ending_documents'
  | 'unreachable'
  | 'events'
  | 'cut'

/** A sale as staff look at it; its refunds, payments, calls, jobs and messages are common. */
export type SaleView = {
  id: string
  shown: Omit<Shown, Common>
  history: HistoryRow[]
  /** Its ids in outside systems, beside its payments, refunds and messages. */
  keys: (string | null | undefined)[]
  /** Ids of the reports to partners. */
  reports: string[]
  /** Addresses of its messages. */
  contact: { phone: string | null; email: string | null }
}

export type Rerun = 'issue' | 'documents' | 'notify'

/** The actor of a refund and the reason; `keep` records the act in the same transaction. */
export type UnissuedRefund = {
  actor: string
  reason: string
  keep(tx: Tx, action: AuditAct): Promise<void>
}

/**
 * What a product shows and does at staff's desks: search, lists, a sale with its permitted acts,
 * its contract. The desks record viewers, acts and reasons for all products alike; they mask the
 * histories they show.
 */
export type Desk = {
  /** The audit log's kind of a sale. */
  auditKind: 'order' | 'home'
  /** Each by an index. A number is whole. */
  find: {
    iin(sql: Sql, iin: string, atMost: number): Promise<Found>
    phone(sql: Sql, phone: string, atMost: number): Promise<Found>
    plate(sql: Sql, plate: string, atMost: number): Promise<Found>
    number(sql: Sql, text: string): Promise<Found>
    /** An address of e-mail in small letters. */
    email(sql: Sql, email: string, atMost: number): Promise<Found>
    /** The newest sale of each of these people. */
    newest(sql: Sql, iins: string[]): Promise<{ iin: string; id: string }[]>
  }
  /** The sales of ids that the search shows, the newest first. */
  found(sql: Sql, ids: string[]): Promise<FoundSale[]>
  list(sql: Sql, asked: ListAsked): Promise<ListedSale[]>
  /** Finds a sale by its id, its number or its policy's Global ID; null if there is none. */
  sale(wanted: string, context: Context): Promise<SaleView | null>
  ofClient(sql: Sql, account: { id: string; iin: string }, atMost: number): Promise<SalesOfClient>
  /**
   * What the sales of these ids were sold by, and their buyers' contacts; policyholder, cars and
   * insurer have one shape in all.
   */
  facts(
    sql: Sql,
    ids: string[],
  ): Promise<{ id: string; facts: unknown; phone: string | null; locale: string }[]>
  /** Numbers of the sales among ids. */
  numbers(sql: Sql, ids: string[]): Promise<{ id: string; number: string }[]>
  /**
   * Enqueues the ordinary job at once, which determines the remaining work itself; returns false if
   * there is none.
   */
  rerun(tx: Tx, context: Context, id: string, what: Rerun): Promise<boolean>
  /**
   * Refunds a paid, unissued sale, or returns why not; null for a product that only refunds by
   * itself.
   */
  refundUnissued:
    | ((context: Context, id: string, of: UnissuedRefund) => Promise<RefusalCode | null>)
    | null
  /**
   * Changes the address for the documents of a client's sale, 404 for another client's; null if
   * they go to the client's own address.
   */
  correctEmail:
    | ((
        tx: Tx,
        context: Context,
        sale: { id: string; iin: string; email: string },
      ) => Promise<void>)
    | null
  contract: ContractPage
}
