import { carQuestion, createLookUps } from '../../../sale/look-up.ts'
import { portal } from '../../portal.ts'
import { inTurn } from '../privileges.ts'
import { askOfDriver, askOfPolicyholder } from '../state/said.ts'
import { saleIn } from '../state/sale-in.ts'
import type { PersonKnown } from '../state/state.ts'
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
  const person = (question: string, iin: string, { drives, phone }: PersonMore) =>
    lookUps.person<PersonKnown>(
      question,
      () =>
        portal('promoterPerson', {
          iin,
          drives,
          dateStart: store.get().policyStartDate,
          ...(phone ? { phone } : {}),
        }),
      `${question} ${drives}`,
    )

  const askPolicyholder = async (): Promise<void> => {
    const state = store.get()
    const { policyholder } = state
    const question = askOfPolicyholder(policyholder)
    dispatch({ type: 'policyholder-looked', lookup: { kind: 'busy', question } })
    const drives = saleIn(state).policyholder.willDrive
    const more = { drives, phone: policyholder.phone }
    const lookup = await person(question, policyholder.iin, more)
    dispatch({ type: 'policyholder-looked', lookup })
    if (lookup.kind === 'found') privileges.add(policyholder.iin)
  }
  const askDriver = async (id: string): Promise<void> => {
    const driver = store.get().drivers[id]
    if (!driver) return
    const question = askOfDriver(driver)
    dispatch({ type: 'driver-looked', id, lookup: { kind: 'busy', question } })
    const lookup = await person(question, driver.iin, { drives: true, phone: '' })
    dispatch({ type: 'driver-looked', id, lookup })
    if (lookup.kind === 'found') privileges.add(driver.iin)
  }
  const askCar = async (id: string): Promise<void> => {
    const car = saleIn(store.get()).cars.find((one) => one.id === id)
    if (!car) return
    dispatch({ type: 'car-looked', id, lookup: { kind: 'busy', question: carQuestion(car) } })
    const answer = await lookUps.car(car)
    if (answer.kind !== 'found') return dispatch({ type: 'car-looked', id, lookup: answer })
    const { make, model, year } = answer.found
    const found = { name: `${make} ${model}`, year, loaded: false }
    dispatch({ type: 'car-looked', id, lookup: { ...answer, found } })
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
