import { carQuestion, createLookUps, type Lookup } from '../../sale/look-up.ts'
import { isCarAsked, isDriverAsked } from '../../sale/rows.ts'
import { type Store, watch } from '../../sale/store.ts'
import { pageLocale } from '../../texts.ts'
import { buyerDoor } from '../door.ts'
import words from '../purchase-texts.ts'
import {
  type Action,
  type CarRow,
  carLookup,
  type DriverFound,
  type DriverRow,
  driverLookup,
  driverQuestion,
  type State,
} from './state.ts'

/** How long the price waits for the privilege, ms. */
const privilegeMs = 4000

/** Whether a register is being asked: what it says may have to be asked of the person first. */
export const isPending = ({ own, drivers, cars }: Pick<State, 'own' | 'drivers' | 'cars'>) =>
  [own, ...drivers.map(driverLookup), ...cars.map(carLookup)].some(({ kind }) => kind === 'busy')

/** What of a purchase is asked about by itself. */
type Asks = { drivers: readonly DriverRow[]; cars: readonly CarRow[]; own: boolean }
export const everything = (state: State): Asks => ({ ...state, own: state.willDrive })

/**
 * Everything that can be found is asked for by itself, until it is stopped: drivers, cars, the
 * buyer's own facts and privilege.
 */
export function watchFinding(store: Store<State, Action>, asks: (state: State) => Asks) {
  const { dispatch } = store
  const lookUps = createLookUps(buyerDoor, () => words[pageLocale()].offlineLook)
  const person = (question: string, iin: string, start: string): Promise<Lookup<DriverFound>> =>
    lookUps.person(question, { iin, start, drives: true, phone: '' })

  // The start date alone does not make another person.
  const own = async ({ owner, start }: State): Promise<void> => {
    const question = `own ${owner}`
    dispatch({ type: 'own', lookup: { kind: 'busy', question } })
    dispatch({ type: 'own', lookup: await person(question, owner, start) })
  }
  const driver = async (row: DriverRow, { start }: State): Promise<void> => {
    const { id, iin } = row
    const question = driverQuestion(row)
    dispatch({ type: 'driver-looked', id, lookup: { kind: 'busy', question } })
    dispatch({ type: 'driver-looked', id, lookup: await person(question, iin, start) })
  }
  const car = async (row: CarRow): Promise<void> => {
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
    dispatch({ type: 'set', patch: { privilege: 'busy' } })
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
      (one) => driverLookup(one).kind === 'none' && isDriverAsked(one, state.drivers, state.owner),
    )
    if (row) return () => void driver(row, state)
    const vehicle = asked.cars.find(
      (one) => carLookup(one).kind === 'none' && isCarAsked(one, state.cars),
    )
    if (vehicle) return () => void car(vehicle)
    if (asked.own && state.own.kind === 'none') return () => void own(state)
    const may = asked.own && state.own.kind === 'found' && state.privilege === 'off'
    return may && !askedPrivilege ? () => privilege(state.owner) : null
  })
}
