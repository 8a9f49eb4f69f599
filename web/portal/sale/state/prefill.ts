import type { Day } from '#domain/calendar.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { carQuestion, none } from '../../../sale/look-up.ts'
import type { SoldPolicy } from './answers.ts'
import { emptyCar, emptyDriver, emptyPolicyholder, newForm, stateOf } from './initial.ts'
import { askOfDriver, named } from './said.ts'
import type { Car, Driver, Person, State } from './state.ts'

type Load = {
  policy: SoldPolicy
  kind: 'prolong' | 'reissue' | 'copy'
  today: Day
  newId: () => string
}

/**
 * A policy loaded by its Global ID becomes the sale: the policyholder, the drivers and the cars,
 * with the names as the registers' answer, so that nobody is asked about. A prolongation starts the day after the old end, a reissue
 * tomorrow (specification, section 4, "Promoter calculation flow").
 */
export function prefilled(state: State, { policy, kind, today, newId }: Load): State {
  // Rows whose numbers are masked stay empty, one for everybody: they have to be filled in.
  const shown = <Person extends object>(person: Person): Person =>
    isMasked(policy) ? { ...person, ...blank } : person
  const policyholder = shown(policy.insurant)
  const at = policy.insureds.findIndex(({ iin }) => iin === policy.insurant.iin)
  const own = policy.insureds[at]
  const others = policy.insureds.filter((_, index) => index !== at).map(shown)
  const form = {
    ...newForm(today, newId),
    policyholder: {
      ...emptyPolicyholder,
      iin: policyholder.iin,
      phone: policyholder.phone,
      // To no question: whether the phone is theirs has to be asked.
      lookup: known('', policyholder.iin, policyholder.name),
      privilege: policyholder.privilege,
    },
    policyholderWillDrive: policyholder.willDrive || own !== undefined,
    drivers: Object.fromEntries(others.map((insured) => [newId(), driverOf(insured)])),
    cars: policy.cars.length ? policy.cars.map((car) => carOf(car, newId())) : [emptyCar(newId())],
    insurer: policy.insurer ?? '',
    seasonalAgreement: policy.seasonal,
    policyPeriod: policy.period,
    policyStartDate: (kind === 'prolong' ? policy.prolongStart : null) ?? earliestStart(today),
    prolong: kind === 'prolong',
    reissue: kind === 'reissue',
    globalId: policy.globalId,
    currentPolicyData: policy,
  }
  return stateOf(form, state.promoterIin, state.round + 1)
}

/** Another's sale without its client's code: numbers of people are only hinted at. */
export const isMasked = ({ clientCode }: Pick<SoldPolicy, 'clientCode'>): boolean =>
  clientCode !== null && clientCode.until === null

const blank = { iin: '', phone: '', name: '', privilege: false }

/** An answer that tells the name alone. */
const known = (question: string, iin: string, name: string): Person['lookup'] =>
  iin ? { kind: 'found', question, found: named(iin, name) } : none

const driverOf = ({ iin, name, privilege }: SoldPolicy['insureds'][number]): Driver => ({
  ...emptyDriver,
  iin,
  privilege,
  lookup: known(askOfDriver({ iin }), iin, name),
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
  const found = { name, year: null, loaded: true }
  return { ...car, lookup: { kind: 'found', question: carQuestion(car), found } }
}
