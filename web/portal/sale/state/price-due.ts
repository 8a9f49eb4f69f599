import type { Day } from '#domain/calendar.ts'
import { carQuestion, current, type Lookup } from '../../../sale/model/look-up.ts'
import type { Person } from '../../../sale/model/sale.ts'
import { isExperienceOpen, isPolicyholder } from '../../../sale/rows.ts'
import {
  carFacts,
  driverFacts,
  driverQuestion,
  type PersonFacts,
  policyholderFacts,
  policyholderQuestion,
} from './row-facts.ts'
import type { State } from './state.ts'
import { inputsKey, isFresh, problemsOf } from './wire.ts'

/**
 * The inputs of a price that may be asked for without a press: every field is whole, every register
 * has answered and says nothing against anybody, and what only people know has been told. Null:
 * something is missing, or the price is there.
 */
export function priceDue(state: State, today: Day): string | null {
  if (state.busy || state.orderId || state.clientCode || state.location.code) return null
  if (isFresh(state) || Object.keys(problemsOf(state, today)).length > 0) return null
  return isKnown(state) ? inputsKey(state) : null
}

/** The registers and the people have told everything, and nothing stands against anybody. */
export function isKnown(state: State): boolean {
  const { policyholder, drivers, cars } = state
  const own = policyholderFacts(policyholder)
  return (
    isAnswered(policyholder.lookup, policyholderQuestion(policyholder)) &&
    own.phoneError === '' &&
    isTold(policyholder, own, state, policyholder.willDrive) &&
    drivers.every(
      (row) =>
        isPolicyholder(row, state) ||
        (isAnswered(row.lookup, driverQuestion(row)) && isTold(row, driverFacts(row), state, true)),
    ) &&
    cars.every((car) => isAnswered(car.lookup, carQuestion(car)) && carFacts(car).error === '')
  )
}

const isAnswered = <Found>(lookup: Lookup<Found>, question: string): boolean =>
  current(lookup, question).kind === 'found'

/** Nothing is said against the person, and the consent and the experience are not open. */
const isTold = (
  person: Person,
  { error }: PersonFacts,
  { consentRequired }: State,
  drives: boolean,
): boolean =>
  error === '' &&
  (!consentRequired || person.consent.kind === 'approved') &&
  !(drives && isExperienceOpen(person))
