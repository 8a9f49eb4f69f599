import { earliestStart, prolongStart } from '#domain/ogpo/period.ts'
import { loaded } from '../../sale/model/loaded.ts'
import { emptyCar, emptyDriver } from '../../sale/model/sale.ts'
import { changed, unblamed } from '../../sale/reduce.ts'
import { dismissed, kept, opened, undone } from './edits.ts'
import { failed } from './failure.ts'
import type { Action, State } from './state.ts'
import { fieldAt } from './wire.ts'

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'set':
      return {
        ...state,
        ...action.patch,
        errors: unblamed(state.errors, Object.keys(action.patch)),
      }
    case 'edit':
      return opened(state, action)
    case 'kept':
      return kept(state)
    case 'dismissed':
      return dismissed(state)
    case 'undone':
      return undone(state)
    case 'own-privilege': {
      const { policyholder } = state
      if (policyholder.privilege !== 'busy' && policyholder.privilege !== 'off') return state
      const privilege = action.found ? 'confirmed' : 'off'
      return { ...state, policyholder: { ...policyholder, privilege } }
    }
    case 'started':
    case 'quoted':
    case 'settled':
      return { ...changed(state, action, fieldAt), formError: null }
    case 'failed':
      return failed(state, action.apiError)
    case 'new-day': {
      const first = earliestStart(action.today)
      const moved =
        state.term.start < first ? { term: { ...state.term, start: first }, movedTo: first } : {}
      return { ...state, ...moved, busy: null, formError: null, errors: [] }
    }
    case 'prefilled':
      return prefill(state, action)
    case 'mended':
      return { ...changed(state, action, fieldAt), mended: state.mended + 1 }
    default:
      return changed(state, action, fieldAt)
  }
}

/**
 * The buyer's own policy becomes the form: renewal starts after the old end, a reissue tomorrow
 * (settled.md, "Prices").
 */
function prefill(
  state: State,
  { policy, kind, today, newId }: Extract<Action, { type: 'prefilled' }>,
): State {
  const prolonged = prolongStart(policy.dateEnd, today)
  const start = kind === 'prolong' && 'start' in prolonged ? prolonged.start : earliestStart(today)
  const { own, others, willDrive, term } = loaded(policy, kind, start)
  const { policyholder } = state
  return {
    ...state,
    policyholder: {
      ...policyholder,
      willDrive,
      privilege: own?.privilege ? 'confirmed' : 'off',
      email: policyholder.email || (policy.insurant.email ?? ''),
    },
    drivers: others.map(({ iin, privilege, consented }) => ({
      ...emptyDriver(newId()),
      iin,
      privilege: privilege ? ('confirmed' as const) : ('off' as const),
      consent: { kind: consented ? ('approved' as const) : ('none' as const) },
    })),
    cars: policy.cars.map(({ registrationNumber, techPassport }) => ({
      ...emptyCar(newId()),
      plate: registrationNumber,
      techPassport,
    })),
    term: { ...state.term, ...term, insurer: policy.insurer ?? state.term.insurer },
    application: null,
    quote: null,
  }
}
