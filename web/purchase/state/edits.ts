import { carQuestion } from '../../sale/model/look-up.ts'
import { type Driver, emptyDriver } from '../../sale/model/sale.ts'
import { type Before, beforeOf, type Form, type State } from './state.ts'

/** A sheet opens: what it may change is remembered; of drivers and cars one more can be typed. */
export function opened(
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

/** The sheet closes with what it changed, which can be undone; rows nobody typed in go. */
export function kept(state: State): State {
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
 * The sheet closes and nothing of it is kept, but for whom 1414 was asked: they have an SMS to
 * answer, and the answer counts.
 */
export function dismissed(state: State): State {
  if (!state.editing) return state
  const { before } = state.editing
  const asked = state.drivers.filter(
    ({ id, consent }) =>
      consent.kind !== 'none' && !before.drivers.some((driver) => driver.id === id),
  )
  return restored(state, { before, quote: state.held ?? state.quote, asked })
}

/** What was saved last is as before the sheet was opened, its price too. */
export function undone(state: State): State {
  if (!state.undo || state.editing) return state
  const { before, quote } = state.undo
  return restored(state, { before, quote, asked: [] })
}

type Former = { before: Before; quote: State['quote']; asked: readonly Driver[] }

/** The form as it was; what was found and answered of its drivers meanwhile stays. */
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
      // What was being asked of the register has been answered meanwhile.
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
export const isBlank = ({ iin, phone, consent }: Driver): boolean =>
  iin === '' && phone === '' && consent.kind === 'none'

/** What is wrong with a row that is gone is over. */
const isThere = (field: string, rows: ReadonlySet<string>): boolean => {
  const [, id] = /^(?:driver|car)-(.+)-\w+$/.exec(field) ?? []
  return id === undefined || rows.has(id)
}
