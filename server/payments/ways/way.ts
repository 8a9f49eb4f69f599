import type { FastifyInstance } from 'fastify'
import type { Selectable } from 'kysely'
import type { TheirLine } from '#domain/card-refunds.ts'
import type { WayName } from '#domain/payment-ways.ts'
import type { Refunds } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Config } from '../../settings/config.ts'
import type { Attempt } from '../attempts.ts'
import type { About, Opened } from '../record.ts'

export type Refund = Selectable<Refunds>

/**
 * An attempt's state at the other side. `held`: on the card, not captured yet. `unknown`: they have
 * no such payment. Refunded money did arrive: `paid`.
 */
export type Standing = {
  status: 'awaiting' | 'held' | 'paid' | 'rejected' | 'expired' | 'error' | 'unknown'
  amount: number | null
  /** Their number of the payment, if it differs from the page's. */
  paymentId?: string | null
  /** What its bank has charged back, if anything. */
  gone?: readonly TheirLine[]
}

/** One way to pay. All that differs between ways is here; everything around it knows `Way` only. */
export type Way<Name extends WayName = WayName> = {
  name: Name
  /** The settings have what this way needs; else it is not offered. */
  isOffered(config: Config): boolean
  /**
   * Requests the money of a stored attempt. `isFresh`: this request has stored it, and no job can
   * have started on it. Throws `Unavailable`; the attempt stays `created` and the job retries.
   */
  open(deps: Deps, about: About, isFresh: () => boolean): Promise<Opened>
  /** Queries the state. `told`: their number, by a notice. Throws `Unavailable`. */
  status(deps: Deps, attempt: Attempt, told?: string): Promise<Standing>
  /**
   * Sends a due refund, records the outcome, and enqueues its own repeat while it is not over.
   * Throws `Unavailable`.
   */
  refund(deps: Deps, refund: Refund, attempt: Attempt): Promise<void>
  /**
   * Checks if money of a payment our database lost went back: `number` is theirs. Throws
   * `Unavailable`.
   */
  wentBack(
    deps: Deps,
    payment: { id: string; number: string; invoice: string | null },
  ): Promise<boolean>
  /** Returns the address that opens it in the payer's application; null without one. */
  link?(config: Config, attempt: Attempt): string | null
  /** Withdraws a request that must not be paid any more. */
  withdraw?(deps: Deps, attempt: Attempt): Promise<void>
  /** Captures or releases a hold. Throws `Unavailable`. */
  settle?(deps: Deps, attempt: Attempt, held: Standing): Promise<Standing>
  /** Brings our books of a paid payment to what they hold of it. Throws `Unavailable`. */
  compare?(deps: Deps, attempt: Attempt): Promise<unknown>
  /** Mounts the addresses of their notices. */
  notices?(app: FastifyInstance, deps: Deps): void
}
