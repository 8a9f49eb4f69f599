import { defaultMonths } from '#domain/constants.ts'
import { earliestStart, prolongStart } from '#domain/ogpo/period.ts'
import { carQuestion, looked, none } from '../../sale/look-up.ts'
import { touchedIds } from '../../sale/model/place.ts'
import { unsaidOfDriver } from '../../sale/model/sale.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { dismissed, kept, opened, undone } from './edits.ts'
import {
  type Action,
  type CarRow,
  type DriverRow,
  emptyCar,
  emptyDriver,
  type Form,
  type State,
} from './state.ts'

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'set':
      return {
        ...state,
        ...action.patch,
        ...seasonalMonths(state, action.patch),
        errors: without(state.errors, Object.keys(action.patch)),
      }
    case 'edit':
      return opened(state, action)
    case 'kept':
      return kept(state)
    case 'dismissed':
      return dismissed(state)
    case 'undone':
      return undone(state)
    case 'own':
      return { ...state, own: looked(state.own, action.lookup) }
    case 'own-privilege':
      return ['busy', 'off'].includes(state.privilege)
        ? { ...state, privilege: action.found ? 'confirmed' : 'off' }
        : state
    case 'wrong':
      return { ...state, errors: action.errors, busy: null }
    case 'started':
      return {
        ...state,
        busy: action.busy,
        formError: null,
        errors: [],
        rowErrors: action.busy === 'calculate' ? [] : state.rowErrors,
        application: action.application ?? state.application,
      }
    case 'quoted':
      return {
        ...state,
        busy: null,
        formError: null,
        rowErrors: [],
        errors: [],
        quote: { key: action.key, calculation: action.calculation },
      }
    case 'failed':
      return {
        ...state,
        busy: null,
        formError: action.formError,
        rowErrors: action.rowErrors,
        errors: action.errors,
        ...(action.forgetQuote ? { quote: null, application: null } : {}),
      }
    case 'settled':
      return { ...state, busy: null, formError: null }
    case 'new-day': {
      const first = earliestStart(action.today)
      const moved = state.start < first ? { start: first, movedTo: first } : {}
      return { ...state, ...moved, busy: null, formError: null, errors: [] }
    }
    case 'mended':
      return mend(state, action.iin)
    case 'prefilled':
      return prefill(state, action)
    default:
      return ofRow(state, action)
  }
}

type RowAction = Extract<Action, { type: `driver-${string}` | `car-${string}` }>

/** What happens to one driver or one car. */
function ofRow(state: State, action: RowAction): State {
  switch (action.type) {
    case 'driver-added':
      return {
        ...state,
        drivers: [...state.drivers, emptyDriver(action.id)],
        errors: without(state.errors, ['add-driver', 'willDrive']),
      }
    case 'driver-removed':
      return {
        ...state,
        drivers: state.drivers.filter(({ id }) => id !== action.id),
        errors: withoutRow(state.errors, `driver-${action.id}-`),
      }
    case 'driver-set':
      return setDriver(state, action)
    case 'driver-looked':
      return {
        ...state,
        drivers: state.drivers.map((row) =>
          row.id === action.id ? { ...row, lookup: looked(row.lookup, action.lookup) } : row,
        ),
      }
    case 'car-added':
      return {
        ...state,
        cars: [...state.cars, emptyCar(action.id)],
        errors: without(state.errors, ['add-car']),
      }
    case 'car-removed':
      return {
        ...state,
        cars: state.cars.filter(({ id }) => id !== action.id),
        errors: withoutRow(state.errors, `car-${action.id}-`),
      }
    case 'car-set':
      return setCar(state, action)
    case 'car-looked':
      return {
        ...state,
        cars: state.cars.map((row) =>
          row.id === action.id ? { ...row, lookup: looked(row.lookup, action.lookup) } : row,
        ),
      }
  }
}

/**
 * The person's marks, the errors that came with them, and a failed look-up, which is then made
 * again.
 */
function mend(state: State, iin: string): State {
  const ids = state.drivers.filter((row) => row.iin === iin).map(({ id }) => id)
  const gone = ids.map((id) => `driver-${id}-iin`).concat(iin === state.owner ? 'policyholder' : [])
  const drivers = state.drivers.map((row) =>
    row.iin === iin && row.lookup.kind === 'failed' ? { ...row, lookup: none } : row,
  )
  return {
    ...state,
    drivers,
    mended: state.mended + 1,
    own: iin === state.owner && state.own.kind === 'failed' ? none : state.own,
    rowErrors: state.rowErrors.filter((rowError) => rowError.iin !== iin),
    errors: without(state.errors, gone),
  }
}

/**
 * Without the seasonal agreement there is only the whole year; with it the choice starts at half a
 * year.
 */
function seasonalMonths(state: State, patch: Partial<Form>): Partial<Form> {
  if (patch.seasonal === undefined || patch.seasonal === state.seasonal) return {}
  return { months: patch.seasonal ? 6 : defaultMonths }
}

function setDriver(
  state: State,
  { id, patch, iin }: Extract<Action, { type: 'driver-set' }>,
): State {
  const changed = (row: DriverRow): DriverRow => {
    if (row.id !== id || (iin !== undefined && row.iin !== iin)) return row
    const next = { ...row, ...patch }
    // Another person: what was said and agreed for the old one says nothing.
    if (patch.iin !== undefined && patch.iin !== row.iin)
      return { ...next, ...unsaidOfDriver, privilege: 'off' }
    if (patch.phone !== undefined && patch.phone !== row.phone && next.consent.kind !== 'approved')
      return { ...next, consent: { kind: 'none' } }
    return next
  }
  const touched = touchedIds('driver', id, patch)
  return { ...state, drivers: state.drivers.map(changed), errors: without(state.errors, touched) }
}

function setCar(state: State, { id, patch }: Extract<Action, { type: 'car-set' }>): State {
  const changed = (row: CarRow): CarRow => (row.id === id ? { ...row, ...patch } : row)
  const before = state.cars.find((row) => row.id === id)
  // With another owner the same numbers are asked anew: what was said of them before is over.
  const owned = before && { ...before, owner: patch.owner ?? before.owner }
  const anew = owned !== undefined && carQuestion(owned) !== carQuestion(before ?? owned)
  const touched = touchedIds('car', id, patch)
  return {
    ...state,
    cars: state.cars.map(changed),
    errors: without(state.errors, anew ? [...touched, `car-${id}-plate`] : touched),
    rowErrors: anew ? keepRows(state.rowErrors, before?.plate) : state.rowErrors,
  }
}

/** The marks that are not about this plate. */
const keepRows = (rowErrors: State['rowErrors'], plate: string | undefined): State['rowErrors'] =>
  rowErrors.filter((mark) => mark.plate === null || mark.plate !== plate)

/**
 * The buyer's own policy becomes the form: renewal starts after the old end, a reissue tomorrow
 * (settled.md, "Prices").
 */
function prefill(
  state: State,
  { policy, kind, today, newId }: Extract<Action, { type: 'prefilled' }>,
): State {
  const others = policy.insureds.filter(({ iin }) => iin !== policy.insurant.iin)
  const own = policy.insureds.find(({ iin }) => iin === policy.insurant.iin)
  const prolonged = prolongStart(policy.dateEnd, today)
  return {
    ...state,
    willDrive: policy.insurant.willDrive || own !== undefined,
    privilege: own?.privilege ? 'confirmed' : 'off',
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
    start: kind === 'prolong' && 'start' in prolonged ? prolonged.start : earliestStart(today),
    insurer: policy.insurer ?? state.insurer,
    email: state.email || (policy.insurant.email ?? ''),
    prolong: kind === 'prolong' ? policy.globalId : null,
    reissue: kind === 'reissue' ? policy.globalId : null,
    application: null,
    quote: null,
  }
}

/** The very same list where nothing goes: a new one would call the focus to the summary. */
const keep = (errors: FieldError[], stays: (field: string) => boolean): FieldError[] =>
  errors.every(({ field }) => stays(field)) ? errors : errors.filter(({ field }) => stays(field))
const without = (errors: FieldError[], fields: readonly string[]): FieldError[] =>
  keep(errors, (field) => !fields.includes(field))
const withoutRow = (errors: FieldError[], prefix: string): FieldError[] =>
  keep(errors, (field) => !field.startsWith(prefix))
