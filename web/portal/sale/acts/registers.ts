import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import { createLookUps } from '../../../sale/look-ups.ts'
import { current } from '../../../sale/model/look-up.ts'
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
  const privileges = inTurn(door.privilege, {
    found: (iin, hasPrivilege) => dispatch({ type: 'privilege', iin, hasPrivilege }),
    withheld: () => dispatch({ type: 'privilege-withheld' }),
    failed: () => dispatch({ type: 'privilege-failed' }),
  })

  const lookUps = createLookUps({
    door,
    dispatch,
    question: driverQuestion,
    offline: () => words.offline,
    onFound: (iin) => privileges.add(iin),
  })

  /** The first row that can ask and has not. */
  const due = (state: State): (() => void) | null => {
    const { iin, phone, lookup } = state.policyholder
    const question = policyholderQuestion(state.policyholder)
    const isPhone = phone === '' || parsePhone(phone) !== null
    if (!isIin(iin) || !isPhone || current(lookup, question).kind !== 'none')
      return lookUps.due(state)
    const drives = saleIn(state).policyholder.willDrive
    return () => lookUps.policyholder(question, { iin, start: state.term.start, drives, phone })
  }
  return { watch: (): (() => void) => watch(store, due), privileges }
}
