import { createLookUps } from '../../../purchase/look-ups.ts'
import { portal } from '../../portal.ts'
import { inTurn } from '../privileges.ts'
import { askOf, askOfCar, askOfPolicyholder } from '../state/changes.ts'
import { saleIn } from '../state/sale-in.ts'
import { type Around, isConsentMissing } from './around.ts'

/** The registers for the rows of the sheet, and the privilege of everyone they know. */
export function createRegisters({ store, words }: Around) {
  const { dispatch } = store
  const lookUps = createLookUps(portal, () => words.offline)
  const privileges = inTurn(privilegeOf, {
    found: (iin, hasPrivilege) => dispatch({ type: 'privilege', iin, hasPrivilege }),
    withheld: () => dispatch({ type: 'privilege-withheld' }),
    failed: () => dispatch({ type: 'privilege-failed' }),
  })
  const person = (asked: string, iin: string, more: PersonMore) =>
    lookUps.person(`${asked} ${more.drives}`, () =>
      portal('promoterPerson', {
        iin,
        drives: more.drives,
        dateStart: store.get().policyStartDate,
        ...(more.phone ? { phone: more.phone } : {}),
      }),
    )

  const askPolicyholder = async (): Promise<void> => {
    const state = store.get()
    const { policyholder } = state
    const asked = askOfPolicyholder(policyholder)
    dispatch({ type: 'policyholder-asked' })
    const drives = saleIn(state).policyholder.willDrive
    const answer = await person(asked, policyholder.iin, { drives, phone: policyholder.phone })
    if (answer.kind === 'failed')
      return dispatch({ type: 'policyholder-failed', asked, refused: answer })
    dispatch({ type: 'policyholder-found', asked, found: answer.found })
    privileges.add(policyholder.iin)
  }
  const askDriver = async (id: string): Promise<void> => {
    const driver = store.get().drivers[id]
    if (!driver) return
    const asked = askOf(driver)
    dispatch({ type: 'driver-asked', id })
    const answer = await person(asked, driver.iin, { drives: true, phone: '' })
    if (answer.kind === 'failed')
      return dispatch({ type: 'driver-failed', id, asked, refused: answer })
    dispatch({ type: 'driver-found', id, asked, found: answer.found })
    privileges.add(driver.iin)
  }
  const askCar = async (id: string): Promise<void> => {
    const state = store.get()
    const car = state.cars.find((one) => one.id === id)
    const row = saleIn(state).cars.find((one) => one.id === id)
    if (!car || !row) return
    const asked = askOfCar(car)
    dispatch({ type: 'car-asked', id })
    const answer = await lookUps.car(row)
    if (answer.kind === 'failed') dispatch({ type: 'car-failed', id, asked, refused: answer })
    else dispatch({ type: 'car-found', id, asked, found: answer.found })
  }
  return { askPolicyholder, askDriver, askCar, privileges }
}

type PersonMore = { drives: boolean; phone: string }

/** Null while the person has not agreed to it being told. */
async function privilegeOf(iin: string): Promise<boolean | null> {
  try {
    return (await portal('getPersonSocialStatus', { iin })).hasBenefit
  } catch (error) {
    if (isConsentMissing(error)) return null
    throw error
  }
}
