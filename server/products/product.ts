import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { Application, CabinetPolicy } from '#contract/cabinet.ts'
import type { Purchase } from '#contract/policies.ts'
import type { Day } from '#domain/calendar.ts'
import type { Act } from '#domain/contract/acts.ts'
import type { Effect } from '#domain/contract/effects.ts'
import type { Common, Contract } from '#domain/contract/facts.ts'
import type { Screened } from '#domain/kyc/kyc.ts'
import type { Locale } from '#domain/locale.ts'
import type { Db, Sql, Tx } from '../db/connect.ts'
import type { Orders, Policies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Identity } from '../http/identity.ts'
import type { Accounting } from './product-accounting.ts'

/** A product's facts of its contract beside the money. */
export type Part = OwnOf<Contract>
type OwnOf<C> = C extends Contract ? Omit<C, keyof Common> : never

/** Who acts on a contract and when, and what of the outside system's reply to store with it. */
export type Doing = {
  actor: string
  at: Date
  /** Replaces the rule's own words in the histories. */
  reason?: string
  /** Their number of the payment or of the refund. */
  outsideId?: string | null
  /** The policy as it was registered, for `issued`. */
  policy?: Insertable<Policies>
  /** Queries to the unified database for the policy begin, for `begin_issue`. */
  asks?: boolean
  /** The order as just read: the partner's report of it does not change. */
  order?: Selectable<Orders>
}

/** What payments, receipts and messages need of a sale of any product. */
export type Sale = {
  product: string
  id: string
  contractId: string
  buyerIin: string
  /** The number people see: on bills, receipts and in SMS. */
  number: string
  locale: Locale
  phone: string | null
  email: string | null
  /** It waits for its payment: a bill or a page may be opened. */
  waits: boolean
  /** Channel that notifies watchers of this sale; absent if it cannot be watched. */
  watchedBy?: string
}

export type MessageKind = 'sms' | 'mail'

export type Attachment = { name: string; content: Buffer; type: string }
export type Letter = {
  subject: string
  text: string
  html: string
  /** Called when the letter is sent: papers not requested before are made then. */
  attachments(): Promise<Attachment[]>
}
/** The message per channel; null if the client has no address for it. */
export type Words = {
  sms: { to: string; text: string } | null
  mail: ({ to: string } & Letter) | null
}

/** `policy`: no sale of ours has it; `ended`: in force here, rescinded there. */
export type RegisteredOtherwise = {
  what: 'policy' | 'ended'
  globalId: string
  number: string
  saleId: string | null
}

/** A product's part of the core of contracts, payments and messages: one per product. */
export type Product = {
  /** The product's own part of a contract's facts. */
  facts(tx: Sql, contractId: string): Promise<Part>
  /** Writes an effect that is the product's own; throws for one it does not know. */
  carry(tx: Tx, deps: Deps, effect: Effect, doing: Doing): Promise<void>
  sale(sql: Sql, id: string): Promise<Sale | undefined>
  /** Everybody a sale is about, as the lists are compared with them. */
  people(sql: Sql, id: string): Promise<readonly (Screened & { typed?: boolean | undefined })[]>
  /** Unpaid sales about any of these people, each with the act that closes it. */
  unpaid(sql: Sql, iins: readonly string[]): Promise<{ contractId: string; closes: Act }[]>
  /** Text on a bill, a card's page and a receipt. */
  purpose(sale: Sale): string
  receipt(sale: Sale): string
  /**
   * The return address of the acquirer's page, its other parameters, and the script its notices are
   * signed for.
   */
  page(deps: Deps, sale: Sale): Promise<{ backUrl: string; bindFor?: string }>
  script: string
  /** Wakes the sale's watchers, if any. */
  wake(tx: Tx, sale: Pick<Sale, 'id'>): Promise<void>
  /** Handles the bank's decline of a saved card. */
  declined?(deps: Deps, attemptId: string, reason: string): Promise<void>
  /**
   * Lists the policies concluded since then that the unified database holds otherwise than we do,
   * for people to settle; absent if it has no list. Throws `Unavailable`.
   */
  registered?(deps: Deps, since: Date): Promise<RegisteredOtherwise[]>
  /** Channels of a purpose. */
  kinds(tx: Sql, id: string, purpose: string): Promise<readonly MessageKind[]>
  /**
   * Whether a purpose's message can wait for the morning instead of waking the client. If absent,
   * all go at once.
   */
  canWait?(purpose: string): boolean
  words(deps: Deps, id: string, purpose: string): Promise<Words | null>
  /** Called when all messages of a purpose are sent: recorded with the last of them. */
  notified?(tx: Tx, deps: Deps, id: string, purpose: string): Promise<void>
}

/** A sale of a contract. */
export type ContractSale = {
  id: string
  number: string
  state: string
  amount: number
  premium: number
  ogpo_plus: number
  commission: number
  replaces: string | null
  taken_over: number
  created_at: Date
}
/** A period of a contract that is paid by periods. */
export type ContractMonth = {
  id: string
  period: number
  state: string
  amount: number
  created_at: Date
}
/** A row of a history; `about`: its order, month, payment or policy. */
export type Move = {
  state: string
  at: Date
  actor: string
  reason: string
  about: string
  amount: number | null
}

/** A product's part of the page of a contract, as SQL by the contract's id. */
export type ContractPage = {
  /** The contracts that a text names, as `id`; `upper` is the text as numbers are written. */
  named(text: string, upper: string): RawBuilder<{ id: string }>
  /** The oldest first. */
  sales(id: string): RawBuilder<ContractSale>
  /** Null for a product that is not paid by periods. */
  months: ((id: string) => RawBuilder<ContractMonth>) | null
  saleMoves(id: string): RawBuilder<Move>
  monthMoves: ((id: string) => RawBuilder<Move>) | null
}

/** The reader, the time and the language. */
export type Reading = {
  db: Db
  iin: string
  now: Date
  locale: Locale
  reference: Deps['reference']
}

export type Listed = z.input<typeof CabinetPolicy>
export type Applied = z.input<typeof Application>
/** Failed applications are shown this much longer. */
export const overShownMs = 3 * 86_400_000

/**
 * A purchase as the product describes it: the cabinet reads payments and accepted texts for all
 * products at once.
 */
export type Bought = Omit<z.input<typeof Purchase>, 'payments' | 'texts' | 'acceptedAt'> & {
  accepted: unknown
}

/** A sale and its payment attempt in the client's view, as `checkOrderPaid` judges them. */
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

/** Replaces an IIN in rows that money and reports need. */
export const erased = 'erased'
/**
 * Actors of the histories who are people at a desk, as a pattern of PostgreSQL: their reasons are
 * free words and may name a client.
 */
export const atConsole = '^(staff|accountant):'
/** The person to erase, and the anonymous facts that overwrite theirs. */
type Gone = { id: string; iin: string; now: Date; facts: string }

/**
 * A product's data of a client: for the client's own copy, and for erasure when the law permits it.
 */
export type OwnData = {
  /** The rows by the name they have in the copy. */
  copy(sql: Sql, iin: string): Promise<Record<string, unknown>>
  /** SQL: a query of the ids of the client's sales. */
  sales(iin: string): RawBuilder<unknown>
  /** SQL: the last day the law requires data beside the policies; null if there are none. */
  last(iin: string): RawBuilder<Day | null>
  /** SQL: whether something is still going on. */
  goingOn(iin: string): RawBuilder<boolean>
  /**
   * SQL: statements that remove the client from the product's rows, in their order, before the
   * policies.
   */
  erase(gone: Gone): RawBuilder<unknown>[]
}

/**
 * A product's part of the common readers: lists of the cabinet, reports, figures. Only the product
 * knows its rows; money comes from the ledger and the payments, for all products alike.
 */
export type Reads = {
  /** The client's policies as the cabinet lists them, the newest first. */
  policies(reading: Reading): Promise<Listed[]>
  /** Sales not issued yet, and for three days failed ones. */
  applications(reading: Reading): Promise<Applied[]>
  /** Sales with money or a policy, newest first. */
  purchases(reading: Reading): Promise<Bought[]>
  /** The caller's own sale of this id and its payment; null if the client or promoter has none. */
  payment(deps: Pick<Deps, 'db'>, id: string, me: Identity): Promise<PaymentOf | null>
  /**
   * The calculation a row of `policies` was sold by: an SQL expression, null for a policy of
   * another product.
   */
  calculation: RawBuilder<string | null>
  papers: readonly PolicyDocument[]
  /** Its name wherever a policy is shown to a person looking it up. */
  title: Record<Locale, string>
  /** Cover begins at a given minute, not with a day: until then a policy is pending. */
  beginsAtMinute: boolean
  ownData: OwnData
  accounting: Accounting
  /** SQL: the sales that are paid and not issued, from `from` on; each has its `paid_at`. */
  toIssue: RawBuilder<unknown>
  /** The name of a sale's id in a job's data, and SQL: the trace of a sale. */
  trace: { jobKey: string; kept(sale: RawBuilder<unknown>): RawBuilder<Kept> }
}
