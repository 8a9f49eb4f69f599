import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { carQuestion, createLookUps, current } from '../../../sale/look-up.ts'
import { isCarAsked, isDriverAsked } from '../../../sale/rows.ts'
import { watch } from '../../../sale/store.ts'
import { inTurn } from '../privileges.ts'
import { askOfDriver, askOfPolicyholder } from '../state/said.ts'
import { saleIn } from '../state/sale-in.ts'
import type { State } from '../state/state.ts'
import type { Around } from './around.ts'

/**
 * The registers for the rows of the sheet, asked of every row whose question has no answer, and the
 * privilege of everyone they know.
 */
export function createRegisters({ store, door, words }: Around) {
  const { dispatch } = store
  const lookUps = createLookUps(door, () => words.offline)
  const privileges = inTurn(door.privilege, {
    found: (iin, hasPrivilege) => dispatch({ type: 'privilege', iin, hasPrivilege }),
    withheld: () => dispatch({ type: 'privilege-withheld' }),
    failed: () => dispatch({ type: 'privilege-failed' }),
  })

  const askPolicyholder = async (state: State): Promise<void> => {
    const { iin, phone } = state.policyholder
    const question = askOfPolicyholder(state.policyholder)
    dispatch({ type: 'policyholder-looked', lookup: { kind: 'busy', question } })
    const drives = saleIn(state).policyholder.willDrive
    const ask = { iin, start: state.policyStartDate, drives, phone }
    const lookup = await lookUps.person(question, ask)
    dispatch({ type: 'policyholder-looked', lookup })
    if (lookup.kind === 'found') privileges.add(iin)
  }
  const askDriver = async (state: State, id: string, iin: string): Promise<void> => {
    const question = askOfDriver({ iin })
    dispatch({ type: 'driver-looked', id, lookup: { kind: 'busy', question } })
    const ask = { iin, start: state.policyStartDate, drives: true, phone: '' }
    const lookup = await lookUps.person(question, ask)
    dispatch({ type: 'driver-looked', id, lookup })
    if (lookup.kind === 'found') privileges.add(iin)
  }
  const askCar = async (car: State['cars'][number]): Promise<void> => {
    const { id } = car
    dispatch({ type: 'car-looked', id, lookup: { kind: 'busy', question: carQuestion(car) } })
    const answer = await lookUps.car(car)
    if (answer.kind !== 'found') return dispatch({ type: 'car-looked', id, lookup: answer })
    const { make, model, year } = answer.found
    const found = { name: `${make} ${model}`, year, loaded: false }
    dispatch({ type: 'car-looked', id, lookup: { ...answer, found } })
  }

  /** The first row that can ask and has not. */
  const due = (state: State): (() => void) | null => {
    const { policyholder, cars } = state
    const phone = policyholder.phone === '' || parsePhone(policyholder.phone) !== null
    const own = current(policyholder.lookup, askOfPolicyholder(policyholder))
    if (isIin(policyholder.iin) && phone && own.kind === 'none')
      return () => void askPolicyholder(state)
    const drivers = Object.values(state.drivers)
    const driver = Object.entries(state.drivers).find(
      ([, row]) =>
        isDriverAsked(row, drivers, policyholder.iin) &&
        current(row.lookup, askOfDriver(row)).kind === 'none',
    )
    if (driver) return () => void askDriver(state, driver[0], driver[1].iin)
    const car = cars.find(
      (row) => isCarAsked(row, cars) && current(row.lookup, carQuestion(row)).kind === 'none',
    )
    return car ? () => void askCar(car) : null
  }
  return { watch: (): (() => void) => watch(store, due), privileges }
}
