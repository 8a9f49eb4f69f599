import type { Day } from '#domain/calendar.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { loaded } from '../../../sale/model/loaded.ts'
import { carQuestion, none } from '../../../sale/model/look-up.ts'
import {
  type Car,
  type Driver,
  emptyCar,
  emptyDriver,
  type Person,
} from '../../../sale/model/sale.ts'
import { driverQuestion, named } from './row-facts.ts'
import { type LoadKind, newForm, type SoldPolicy, type State, stateOf } from './state.ts'

type Load = {
  policy: SoldPolicy
  kind: LoadKind
  today: Day
  newId: () => string
}

/**
 * Returns a policy found by its Global ID as a sale: policyholder, drivers and cars, with the names
 * as the registers' answers, so that they are not looked up. A prolongation starts the day after
 * the old end, a reissue tomorrow (specification, section 4, "Promoter calculation flow").
 */
export function prefilled(state: State, { policy, kind, today, newId }: Load): State {
  // Rows with masked numbers stay empty, one per person: they must be filled in.
  const shown = <Row extends object>(person: Row): Row =>
    isMasked(policy) ? { ...person, ...blank } : person
  const policyholder = shown(policy.insurant)
  const start = (kind === 'prolong' ? policy.prolongStart : null) ?? earliestStart(today)
  const { others, willDrive, term } = loaded(policy, kind, start)
  const fresh = newForm(today, newId)
  const form = {
    ...fresh,
    policyholder: {
      ...fresh.policyholder,
      iin: policyholder.iin,
      phone: policyholder.phone,
      // Of no query: whether the phone is theirs must be looked up.
      lookup: known('', policyholder.iin, policyholder.name),
      privilege: said(policyholder.privilege),
      willDrive,
    },
    drivers: others.map((insured) => driverOf(shown(insured), newId())),
    cars: policy.cars.length ? policy.cars.map((car) => carOf(car, newId())) : [emptyCar(newId())],
    term: { ...fresh.term, ...term, insurer: policy.insurer ?? '' },
    currentPolicyData: policy,
  }
  return stateOf(form, state.promoterIin, state.round + 1)
}

/** Another's sale without its client's code: numbers of people are only hinted at. */
export const isMasked = ({ clientCode }: Pick<SoldPolicy, 'clientCode'>): boolean =>
  clientCode !== null && clientCode.until === null

const blank = { iin: '', phone: '', name: '', privilege: false }

/** Returns an answer that contains only the name. */
const known = (question: string, iin: string, name: string): Person['lookup'] =>
  iin ? { kind: 'found', question, found: named(iin, name) } : none

/** The mark of the policy, which the register may change. */
const said = (privilege: boolean): Person['privilege'] => (privilege ? 'by_hand' : 'off')

const driverOf = (
  { iin, name, privilege }: SoldPolicy['insureds'][number],
  id: string,
): Driver => ({
  ...emptyDriver(id),
  iin,
  privilege: said(privilege),
  lookup: known(driverQuestion({ iin }), iin, name),
})

const carOf = (
  { registrationNumber, techPassport, name }: SoldPolicy['cars'][number],
  id: string,
): Car => {
  const car = {
    ...emptyCar(id),
    plate: registrationNumber,
    techPassport,
  }
  const found = { name, year: null, vehicle: null }
  return { ...car, lookup: { kind: 'found', question: carQuestion(car), found } }
}
