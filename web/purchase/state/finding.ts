import { createLookUps } from '../../sale/look-ups.ts'
import type { Car, Driver, Sale } from '../../sale/model/sale.ts'
import { type Store, watch } from '../../sale/store.ts'
import { pageLocale } from '../../texts.ts'
import { buyerDoor } from '../door.ts'
import words from '../purchase-texts.ts'
import { type Action, carLookup, driverLookup, driverQuestion, type State } from './state.ts'

/** How long the price waits for the privilege, ms. */
const privilegeMs = 4000

/** Checks whether a register query runs: its answer may raise a question to the person. */
export const isPending = ({ policyholder, drivers, cars }: Omit<Sale, 'term'>): boolean =>
  [policyholder.lookup, ...drivers.map(driverLookup), ...cars.map(carLookup)].some(
    ({ kind }) => kind === 'busy',
  )

/** The parts of a purchase that are queried automatically. */
type Asks = { drivers: readonly Driver[]; cars: readonly Car[]; own: boolean }
export const everything = (state: State): Asks => ({
  ...state,
  own: state.policyholder.willDrive,
})

/**
 * Queries automatically, until stopped, whatever can be found: drivers, cars, the buyer's own facts
 * and privilege.
 */
export function watchFinding(store: Store<State, Action>, asks: (state: State) => Asks) {
  const { dispatch } = store
  const lookUps = createLookUps({
    door: buyerDoor,
    dispatch,
    question: driverQuestion,
    offline: () => words[pageLocale()].offlineLook,
  })
  /**
   * Queries the buyer's privilege once. A silent service blocks nothing: the price comes without it
   * and is updated by the answer.
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
    const row = lookUps.due(state, asked)
    if (row) return row
    const { policyholder, term } = state
    const { iin } = policyholder
    // The start date alone does not make another person.
    if (asked.own && policyholder.lookup.kind === 'none')
      return () =>
        lookUps.policyholder(`own ${iin}`, { iin, start: term.start, drives: true, phone: '' })
    const known = asked.own && policyholder.lookup.kind === 'found'
    return known && policyholder.privilege === 'off' && !askedPrivilege
      ? () => privilege(iin)
      : null
  })
}
