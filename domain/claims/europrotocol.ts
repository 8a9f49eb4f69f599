import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'
import type { AtDesk } from './at-desk.ts'
import type { Basis } from './basis.ts'
import { basisOf, simplifiedFrom } from './basis.ts'
import { limitsInMrp, ownSchemeMrp } from './limits.ts'

/** Decides whether the police are needed; null if unknown. */
export type EuroprotocolFacts = {
  happenedOn: Day
  /** Vehicles that touched; a trailer counts with its car. */
  vehicles: number | null
  /** A person's life or health was harmed. */
  injured: boolean | null
  /** A fence, a post, a load, a third car: anything but the two vehicles. */
  otherProperty: boolean | null
  /** Both agree on the course, the damage and the fault. */
  agreed: boolean | null
  /** By the unified database, on the day of the accident. */
  ownInsured: boolean | null
  otherInsured: boolean | null
  /** Repair costs by the drivers' estimate; tenge. */
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
type Answer = (typeof answers)[number]
export const europrotocolVerdicts = ['possible', 'impossible', 'unknown'] as const
export type Europrotocol = {
  /** `possible`: all conditions are met; `unknown`: none fails and something is not known. */
  verdict: (typeof europrotocolVerdicts)[number]
  conditions: { condition: Condition; answer: Answer; basis: Basis }[]
  /** The most that is paid this way, tenge; no further claim is possible (22-2 § 7). */
  limit: Tenge | null
  /**
   * The second way: no injuries, both agree, at most 50 MRP: they draw the scheme themselves and
   * bring it to the nearest police post (22-1).
   */
  ownScheme: Answer
}

const said = (fact: boolean | null): Answer => (fact === null ? 'unknown' : fact ? 'yes' : 'no')
const not = (fact: boolean | null): Answer => said(fact === null ? null : !fact)
const together = (answers: readonly Answer[]): Answer =>
  answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes'

/**
 * Returns whether a repair fits a limit of so many MRP; unknown without the estimate or the MRP.
 */
function within(estimate: Tenge | null, multiple: number, mrp: Tenge | null): Answer {
  if (estimate === null || mrp === null) return 'unknown'
  return estimate <= multiple * mrp ? 'yes' : 'no'
}

/**
 * Decides whether this accident may be settled without the police (22-2 § 1). `mrp`: tenge of the
 * day of payment, null if unknown. The declaration itself goes through the insurer's and the
 * database's systems, and both drivers must stay until the database has answered (22-2 § 2).
 */
export function europrotocol(facts: EuroprotocolFacts, mrp: Tenge | null): Europrotocol {
  const sum = within(facts.estimate, limitsInMrp.simplified, mrp)
  const answers: Record<Condition, Answer> = {
    in_force: said(facts.happenedOn >= simplifiedFrom),
    two_vehicles: said(facts.vehicles === null ? null : facts.vehicles === 2),
    both_insured: together([said(facts.ownInsured), said(facts.otherInsured)]),
    nobody_hurt: not(facts.injured),
    only_vehicles: not(facts.otherProperty),
    no_dispute: said(facts.agreed),
    within_sum: facts.limitTaken ? 'yes' : sum,
  }
  const all = together(Object.values(answers))
  return {
    verdict: all === 'yes' ? 'possible' : all === 'no' ? 'impossible' : 'unknown',
    conditions: conditions.map((condition) => ({
      condition,
      answer: answers[condition],
      basis: condition === 'within_sum' ? basisOf.simplifiedSum : basisOf.simplifiedConditions,
    })),
    limit: mrp === null ? null : limitsInMrp.simplified * mrp,
    ownScheme: together([
      not(facts.injured),
      said(facts.agreed),
      within(facts.estimate, ownSchemeMrp, mrp),
    ]),
  }
}

/** In the order of display. */
const conditions: readonly Condition[] = [
  'nobody_hurt',
  'two_vehicles',
  'only_vehicles',
  'both_insured',
  'no_dispute',
  'within_sum',
  'in_force',
]

/**
 * Returns whether the drivers might have done without the police, as far as the desk knows: it does
 * not know the number of vehicles or whether they agreed, unless both signed the notice, which
 * states all of it.
 */
export const europrotocolAtDesk = (
  { known, period }: Pick<AtDesk, 'known' | 'period'>,
  estimate: Tenge | null,
): Europrotocol => {
  const on = known.happened_on ?? known.submitted_on
  const signed = known.simplified
  return europrotocol(
    {
      happenedOn: on,
      vehicles: signed ? 2 : null,
      injured: known.happened_on === null ? null : known.injured,
      otherProperty: signed ? false : null,
      agreed: signed ? true : null,
      ownInsured: known.happened_on === null ? null : on >= period.start && on <= period.end,
      otherInsured: signed ? true : null,
      estimate,
      limitTaken: signed,
    },
    known.mrp,
  )
}
