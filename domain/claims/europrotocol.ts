import type { Tenge } from '../money.ts'
import { basisOf, simplifiedFrom } from './basis.ts'
import type { Answer, Condition, Europrotocol, EuroprotocolFacts } from './europrotocol-facts.ts'
import { limitsInMrp, ownSchemeMrp } from './limits-in-mrp.ts'

const said = (fact: boolean | null): Answer => (fact === null ? 'unknown' : fact ? 'yes' : 'no')
const not = (fact: boolean | null): Answer => said(fact === null ? null : !fact)
const together = (answers: readonly Answer[]): Answer =>
  answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes'

/** Whether a repair fits a limit of so many MRP; unknown without the estimate or the MRP. */
function within(estimate: Tenge | null, multiple: number, mrp: Tenge | null): Answer {
  if (estimate === null || mrp === null) return 'unknown'
  return estimate <= multiple * mrp ? 'yes' : 'no'
}

/**
 * May this accident be settled without the police (22-2 § 1)? `mrp`: tenge of the day of payment,
 * null when not known. The declaration itself goes through the insurer's and the database's
 * systems, and nobody leaves the place before the database has answered (22-2 § 2).
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

/** In the order in which they are told. */
const conditions: readonly Condition[] = [
  'nobody_hurt',
  'two_vehicles',
  'only_vehicles',
  'both_insured',
  'no_dispute',
  'within_sum',
  'in_force',
]
