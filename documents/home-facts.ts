import type { Day } from '#domain/calendar.ts'
import type { Localized } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import type { BrokerFacts, Instant, InsurerFacts } from './facts.ts'

/**
 * Everything the policy of a Home subscription says. Plain data; nothing is looked up while the
 * paper is made.
 */
export type HomePolicyFacts = {
  /** Number of the contract in the unified insurance database. */
  globalId: string
  registeredAt: Instant
  /** Date of the file itself (metadata): the same facts give the same bytes. */
  documentDate: Date
  broker: BrokerFacts
  insurer: InsurerFacts
  policyholder: { fullName: string; iin: string; phone: string | null }
  plan: Readonly<Localized>
  address: Readonly<Localized>
  addressCode: string
  insuranceAmount: Tenge
  interiorFinishing: Tenge
  neighbourCompensation: Tenge
  monthlyPayment: Tenge
  commission: Tenge
  /** The exact minute the protection begins. */
  protectionFrom: Instant
  /** The first paid period, both days included, and the first billing date. */
  firstPeriod: { start: Day; end: Day }
  nextBillingOn: Day
  checkUrl: string
  checkPage: string
}
