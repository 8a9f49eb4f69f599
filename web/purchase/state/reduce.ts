import { earliestStart, prolongStart } from '#domain/ogpo/period.ts'
import { loaded } from '../../sale/model/loaded.ts'
import { carQuestion } from '../../sale/model/look-up.ts'
import { type Driver, emptyCar, emptyDriver } from '../../sale/model/sale.ts'
import { changed, unblamed } from '../../sale/reduce.ts'
import { failed } from './failure.ts'
import { type Action, type Before, beforeOf, type Form, type State } from './state.ts'
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

/** Opens a sheet: remembers the form for undo; an empty list of drivers gets a row. */
function opened(
  state: State,
  { sheet, newId }: { sheet: NonNullable<Form['editing']>['sheet']; newId: () => string },
): State {
  const alone = sheet === 'drivers' && state.drivers.length === 0
  return {
    ...state,
    editing: { sheet, before: beforeOf(state) },
    held: state.quote,
    undo: null,
    drivers: alone ? [emptyDriver(newId())] : state.drivers,
  }
}

/** Closes the sheet and keeps its changes, which can be undone; removes empty rows. */
function kept(state: State): State {
  const cars = state.cars.filter(({ plate, techPassport }) => plate !== '' || techPassport !== '')
  const next = {
    ...state,
    editing: null,
    held: null,
    drivers: state.drivers.filter((row) => !isBlank(row)),
    cars: cars.length > 0 ? cars : state.cars.slice(0, 1),
  }
  const { editing, held } = state
  return {
    ...next,
    undo: editing && isChanged(editing.before, next) ? { ...editing, quote: held } : null,
  }
}

/** What a person chose or typed; an answer of a register is no change of theirs. */
const isChanged = (before: Before, now: Before): boolean => said(before) !== said(now)
const said = (form: Before): string =>
  JSON.stringify({ ...beforeOf(form), application: null }, (key, value) =>
    isAnswer(key) ? undefined : key === 'privilege' ? value === 'confirmed' : value,
  )

const isAnswer = (key: string): boolean => ['lookup', 'refused', 'phoneRefused'].includes(key)

/**
 * Closes the sheet and discards its changes, except drivers asked by 1414: they have an SMS to
 * answer, and the answer counts.
 */
function dismissed(state: State): State {
  if (!state.editing) return state
  const { before } = state.editing
  const asked = state.drivers.filter(
    ({ id, consent }) =>
      consent.kind !== 'none' && !before.drivers.some((driver) => driver.id === id),
  )
  return restored(state, { before, quote: state.held ?? state.quote, asked })
}

/** Restores the form before the last saved sheet, its price too. */
function undone(state: State): State {
  if (!state.undo || state.editing) return state
  const { before, quote } = state.undo
  return restored(state, { before, quote, asked: [] })
}

type Former = { before: Before; quote: State['quote']; asked: readonly Driver[] }

/** Restores a form; answers of the registers and consents that came meanwhile stay. */
function restored(state: State, { before, quote, asked }: Former): State {
  const cars = before.cars.map((row) => {
    const same = state.cars.find(({ id }) => id === row.id)
    if (!same) return row
    const { lookup, refused } = same
    return carQuestion(same) === carQuestion(row) ? { ...row, lookup, refused } : { ...row, lookup }
  })
  const drivers = before.drivers.map((row) => {
    const same = state.drivers.find(({ id }) => id === row.id)
    return same?.iin === row.iin
      ? {
          ...row,
          consent: same.consent,
          phone: same.phone,
          lookup: same.lookup,
          refused: same.refused,
        }
      : row
  })
  const back = {
    ...state,
    ...before,
    policyholder: {
      ...before.policyholder,
      lookup: state.policyholder.lookup,
      refused: state.policyholder.refused,
      phoneRefused: state.policyholder.phoneRefused,
      // The query that was running then has its answer now.
      privilege: (before.policyholder.privilege === 'busy' ? state : before).policyholder.privilege,
    },
    drivers: [...drivers, ...asked],
    cars,
  }
  const fields = new Set(back.drivers.map(({ id }) => id).concat(back.cars.map(({ id }) => id)))
  return {
    ...back,
    editing: null,
    undo: null,
    quote,
    held: null,
    errors: state.errors.filter(({ field }) => isThere(field, fields)),
  }
}

/** Nothing was typed in it. */
const isBlank = ({ iin, phone, consent }: Driver): boolean =>
  iin === '' && phone === '' && consent.kind === 'none'

/** Checks whether the field's row still exists: errors of a removed row are dropped. */
const isThere = (field: string, rows: ReadonlySet<string>): boolean => {
  const [, id] = /^(?:driver|car)-(.+)-\w+$/.exec(field) ?? []
  return id === undefined || rows.has(id)
}
