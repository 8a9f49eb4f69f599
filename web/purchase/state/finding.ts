import { createLookUps } from '../../sale/look-ups.ts'
import { carQuestion } from '../../sale/model/look-up.ts'
import type { Car, Driver, Sale } from '../../sale/model/sale.ts'
import { isCarAsked, isDriverAsked } from '../../sale/rows.ts'
import { type Store, watch } from '../../sale/store.ts'
import { pageLocale } from '../../texts.ts'
import { buyerDoor } from '../door.ts'
import words from '../purchase-texts.ts'
import { type Action, carLookup, driverLookup, driverQuestion, type State } from './state.ts'

/** How long the price waits for the privilege, ms. */
const privilegeMs = 4000

/** Whether a register is being asked: what it says may have to be asked of the person first. */
export const isPending = ({ policyholder, drivers, cars }: Omit<Sale, 'term'>): boolean =>
  [policyholder.lookup, ...drivers.map(driverLookup), ...cars.map(carLookup)].some(
    ({ kind }) => kind === 'busy',
  )

/** What of a purchase is asked about by itself. */
type Asks = { drivers: readonly Driver[]; cars: readonly Car[]; own: boolean }
export const everything = (state: State): Asks => ({
  ...state,
  own: state.policyholder.willDrive,
})

/**
 * Everything that can be found is asked for by itself, until it is stopped: drivers, cars, the
 * buyer's own facts and privilege.
 */
export function watchFinding(store: Store<State, Action>, asks: (state: State) => Asks) {
  const { dispatch } = store
  const lookUps = createLookUps(buyerDoor, () => words[pageLocale()].offlineLook)
  const person = (question: string, iin: string, start: string) =>
    lookUps.person(question, { iin, start, drives: true, phone: '' })

  // The start date alone does not make another person.
  const own = async ({ policyholder: { iin }, term: { start } }: State): Promise<void> => {
    const question = `own ${iin}`
    dispatch({ type: 'policyholder-looked', lookup: { kind: 'busy', question } })
    dispatch({ type: 'policyholder-looked', lookup: await person(question, iin, start) })
  }
  const driver = async (row: Driver, { term: { start } }: State): Promise<void> => {
    const { id, iin } = row
    const question = driverQuestion(row)
    dispatch({ type: 'driver-looked', id, lookup: { kind: 'busy', question } })
    dispatch({ type: 'driver-looked', id, lookup: await person(question, iin, start) })
  }
  const car = async (row: Car): Promise<void> => {
    const { id } = row
    dispatch({ type: 'car-looked', id, lookup: { kind: 'busy', question: carQuestion(row) } })
    dispatch({ type: 'car-looked', id, lookup: await lookUps.car(row) })
  }
  /**
   * The buyer's privilege is found like the rest, once. A silent service holds nobody up: the price
   * goes on without it, and moves when the answer comes.
   */
  let askedPrivilege = false
  const privilege = (iin: string): void => {
    askedPrivilege = true
    const say = (found: boolean): void => dispatch({ type: 'own-privilege', found })
    dispatch({ type: 'policyholder', patch: { privilege: 'busy' } })
    const timer = setTimeout(say, privilegeMs, false)
    buyerDoor
      .privilege(iin)
      .then(
        (found) => say(found === true),
        () => say(false),
      )
      .finally(() => clearTimeout(timer))
  }

  return watch(store, (state) => {
    const asked = asks(state)
    const row = asked.drivers.find(
      (one) =>
        driverLookup(one).kind === 'none' &&
        isDriverAsked(one, state.drivers, state.policyholder.iin),
    )
    if (row) return () => void driver(row, state)
    const vehicle = asked.cars.find(
      (one) => carLookup(one).kind === 'none' && isCarAsked(one, state.cars),
    )
    if (vehicle) return () => void car(vehicle)
    const { policyholder } = state
    if (asked.own && policyholder.lookup.kind === 'none') return () => void own(state)
    const known = asked.own && policyholder.lookup.kind === 'found'
    return known && policyholder.privilege === 'off' && !askedPrivilege
      ? () => privilege(policyholder.iin)
      : null
  })
}
