import type { Insertable } from 'kysely'
import type { Act } from '#domain/contract/acts.ts'
import type { Effect } from '#domain/contract/effects.ts'
import type { Common, Contract } from '#domain/contract/facts.ts'
import type { Screened } from '#domain/kyc.ts'
import type { Locale } from '#domain/locale.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Policies } from '../db/rows.ts'
import type { Deps } from '../deps.ts'

/** What a product knows of its contract beside the money. */
export type Part = OwnOf<Contract>
type OwnOf<C> = C extends Contract ? Omit<C, keyof Common> : never

/**
 * Who does something with a contract and when, and what of the outside's answer is to be kept with
 * it.
 */
export type Doing = {
  actor: string
  at: Date
  /** Stands in the histories instead of the rule's own words. */
  reason?: string
  /** Their number of the payment or of the refund. */
  outsideId?: string | null
  /** The policy as it was registered, for `issued`. */
  policy?: Insertable<Policies>
}

/**
 * What payments, receipts and messages have to know of an order or a subscription, whatever it is
 * of.
 */
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
  /** By what whoever watches it hears of a change; missing where nobody can. */
  watchedBy?: string
}

export type MessageKind = 'sms' | 'mail'

export type Attachment = { name: string; content: Buffer; type: string }
export type Letter = {
  subject: string
  text: string
  html: string
  /** Asked for when the letter goes: papers that nobody wanted before are made then. */
  attachments(): Promise<Attachment[]>
}
/** What is to be told and to whom; null where there is nobody to tell by that way. */
export type Words = {
  sms: { to: string; text: string } | null
  mail: ({ to: string } & Letter) | null
}

/** `policy`: nobody here knows its sale; `ended`: in force here, rescinded there. */
export type RegisteredOtherwise = {
  what: 'policy' | 'ended'
  globalId: string
  number: string
  saleId: string | null
}

/**
 * What a product plugs into the one core of contracts, payments and messages. Another product is
 * another of these.
 */
export type Product = {
  /** The product's own part of a contract's facts. */
  facts(tx: Sql, contractId: string): Promise<Part>
  /** Writes an effect that is the product's own; throws for one it does not know. */
  carry(tx: Tx, deps: Deps, effect: Effect, doing: Doing): Promise<void>
  sale(sql: Sql, id: string): Promise<Sale | undefined>
  /** Everybody a sale is about, as the lists are compared with them. */
  people(sql: Sql, id: string): Promise<readonly (Screened & { typed?: boolean | undefined })[]>
  /** Sales about any of these people that nobody has paid, with what closes each. */
  unpaid(sql: Sql, iins: readonly string[]): Promise<{ contractId: string; closes: Act }[]>
  /** What stands on a bill, a card's page and a receipt. */
  purpose(sale: Sale): string
  receipt(sale: Sale): string
  /**
   * Where the acquirer's page leads back to, what else it is asked for, and the script its notices
   * are signed for.
   */
  page(deps: Deps, sale: Sale): Promise<{ backUrl: string; bindFor?: string }>
  script: string
  /** Wakes whoever watches the sale; nothing where nobody does. */
  wake(tx: Tx, sale: Pick<Sale, 'id'>): Promise<void>
  /** The bank said no to a saved card. */
  declined?(deps: Deps, attemptId: string, reason: string): Promise<void>
  /**
   * Lists the policies concluded since then that the unified database holds otherwise than we do,
   * for people to settle; absent if it has no list. Throws `Unavailable`.
   */
  registered?(deps: Deps, since: Date): Promise<RegisteredOtherwise[]>
  /** By which ways a purpose is told. */
  kinds(tx: Sql, id: string, purpose: string): Promise<readonly MessageKind[]>
  words(deps: Deps, id: string, purpose: string): Promise<Words | null>
  /** The messages of a purpose have all been sent. */
  notified?(deps: Deps, id: string, purpose: string): Promise<void>
}
