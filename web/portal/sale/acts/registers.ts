import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { createLookUps } from '../../../sale/look-ups.ts'
import { carQuestion, current } from '../../../sale/model/look-up.ts'
import type { Car, Driver } from '../../../sale/model/sale.ts'
import { isCarAsked, isDriverAsked } from '../../../sale/rows.ts'
import { watch } from '../../../sale/store.ts'
import { inTurn } from '../privileges.ts'
import { driverQuestion, policyholderQuestion } from '../state/row-facts.ts'
import { saleIn } from '../state/sale-in.ts'
import type { State } from '../state/state.ts'
import type { SaleContext } from './sale-context.ts'

/**
 * The registers for the rows of the sheet, asked of every row whose question has no answer, and the
 * privilege of everyone they know.
 */
export function createRegisters({ store, door, words }: SaleContext) {
  const { dispatch } = store
  const lookUps = createLookUps(door, () => words.offline)
  const privileges = inTurn(door.privilege, {
    found: (iin, hasPrivilege) => dispatch({ type: 'privilege', iin, hasPrivilege }),
    withheld: () => dispatch({ type: 'privilege-withheld' }),
    failed: () => dispatch({ type: 'privilege-failed' }),
  })

  const askPolicyholder = async (state: State): Promise<void> => {
    const { iin, phone } = state.policyholder
    const question = policyholderQuestion(state.policyholder)
    dispatch({ type: 'policyholder-looked', lookup: { kind: 'busy', question } })
    const drives = saleIn(state).policyholder.willDrive
    const ask = { iin, start: state.term.start, drives, phone }
    const lookup = await lookUps.person(question, ask)
    dispatch({ type: 'policyholder-looked', lookup })
    if (lookup.kind === 'found') privileges.add(iin)
  }
  const askDriver = async (state: State, driver: Driver): Promise<void> => {
    const { id, iin } = driver
    const question = driverQuestion(driver)
    dispatch({ type: 'driver-looked', id, lookup: { kind: 'busy', question } })
    const ask = { iin, start: state.term.start, drives: true, phone: '' }
    const lookup = await lookUps.person(question, ask)
    dispatch({ type: 'driver-looked', id, lookup })
    if (lookup.kind === 'found') privileges.add(iin)
  }
  const askCar = async (car: Car): Promise<void> => {
    const { id } = car
    dispatch({ type: 'car-looked', id, lookup: { kind: 'busy', question: carQuestion(car) } })
    dispatch({ type: 'car-looked', id, lookup: await lookUps.car(car) })
  }

  /** The first row that can ask and has not. */
  const due = (state: State): (() => void) | null => {
    const { policyholder, drivers, cars } = state
    const phone = policyholder.phone === '' || parsePhone(policyholder.phone) !== null
    const own = current(policyholder.lookup, policyholderQuestion(policyholder))
    if (isIin(policyholder.iin) && phone && own.kind === 'none')
      return () => void askPolicyholder(state)
    const driver = drivers.find(
      (row) =>
        isDriverAsked(row, drivers, policyholder.iin) &&
        current(row.lookup, driverQuestion(row)).kind === 'none',
    )
    if (driver) return () => void askDriver(state, driver)
    const car = cars.find(
      (row) => isCarAsked(row, cars) && current(row.lookup, carQuestion(row)).kind === 'none',
    )
    return car ? () => void askCar(car) : null
  }
  return { watch: (): (() => void) => watch(store, due), privileges }
}
