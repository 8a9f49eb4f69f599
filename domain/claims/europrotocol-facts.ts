import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import type { Basis } from './basis.ts'

/** What decides whether the police may stay away; null where nobody knows yet. */
export type EuroprotocolFacts = {
  happenedOn: Day
  /** Vehicles that touched; a trailer counts with its car. */
  vehicles: number | null
  /** Somebody's life or health was harmed. */
  injured: boolean | null
  /** A fence, a post, a load, a third car: anything but the two vehicles. */
  otherProperty: boolean | null
  /** Both say the same about the way of it, the damage and whose fault it was. */
  agreed: boolean | null
  /** By the unified database, on the day of the accident. */
  ownInsured: boolean | null
  otherInsured: boolean | null
  /** What the repair will cost, as the drivers think; tenge. */
  estimate: Tenge | null
  /** The drivers take the limit as all there is, though the repair may cost more (22-2 § 7). */
  limitTaken: boolean
}

export type Condition =
  | 'in_force'
  | 'two_vehicles'
  | 'both_insured'
  | 'nobody_hurt'
  | 'only_vehicles'
  | 'no_dispute'
  | 'within_sum'
export const answers = ['yes', 'no', 'unknown'] as const
export type Answer = (typeof answers)[number]
export const europrotocolVerdicts = ['possible', 'impossible', 'unknown'] as const
export type Europrotocol = {
  /** `possible`: all conditions are met; `unknown`: none fails and something is not known. */
  verdict: (typeof europrotocolVerdicts)[number]
  conditions: { condition: Condition; answer: Answer; basis: Basis }[]
  /** Most that is paid so, tenge; after it nothing more may be asked (22-2 § 7). */
  limit: Tenge | null
  /**
   * The second way: nobody hurt, both agree, at most 50 MRP: they draw the scheme themselves and
   * bring it to the nearest post of the police (22-1).
   */
  ownScheme: Answer
}
