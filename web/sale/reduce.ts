import { defaultMonths } from '#domain/constants.ts'
import { isTechPassport } from '#domain/document-numbers.ts'
import type { FindingOf } from '#domain/refused-sale.ts'
import type { FieldError } from '../ui/error-summary.tsx'
import type { Quote } from './door.ts'
import { carQuestion, looked, none } from './model/look-up.ts'
import { blamedKey, type Place, rowFieldId } from './model/place.ts'
import { blamedPlace, type Refusal, refusedIn } from './model/refusal.ts'
import {
  type Car,
  type Driver,
  emptyCar,
  emptyDriver,
  type Person,
  type Policyholder,
  type Sale,
  type Term,
  unsaid,
} from './model/sale.ts'
import type { Application } from './model/wire.ts'

/** Changes of a sale, for any seller. */
export type Change =
  | { type: 'policyholder'; patch: Partial<Policyholder> }
  /** A query of the registers starts or ends. */
  | { type: 'policyholder-looked'; lookup: Policyholder['lookup'] }
  | { type: 'term'; patch: Partial<Term> }
  | { type: 'driver-added'; id: string }
  | { type: 'driver-removed'; id: string }
  /** `iin`: the answer is for this person; dropped if the row holds another one now. */
  | { type: 'driver'; id: string; patch: Partial<Omit<Driver, 'id'>>; iin?: string }
  | { type: 'driver-looked'; id: string; lookup: Driver['lookup'] }
  /**
   * The answer of 1414 for this person and phone, on the row `of` (null: the policyholder's);
   * dropped if the row holds another person or phone now.
   */
  | ({ type: 'consent'; of: string | null } & Pick<Person, 'iin' | 'phone' | 'consent'>)
  | { type: 'car-added'; id: string }
  /** The last one leaves an empty row of the id `newId` behind. */
  | { type: 'car-removed'; id: string; newId: string }
  | { type: 'car'; id: string; patch: Partial<Omit<Car, 'id'>> }
  | { type: 'car-looked'; id: string; lookup: Car['lookup'] }
  /** Repeats a query that the register did not answer. */
  | { type: 'ask-again'; what: FindingOf; id?: string }
  /** The person's problem is fixed (a document typed by hand). */
  | { type: 'mended'; iin: string }
  /** Something is wrong before anything is sent, or by what the bank says of a phone. */
  | { type: 'wrong'; errors: FieldError[] }
  /** A new attempt clears the errors. */
  | { type: 'started'; busy: Busy; application?: Application }
  | { type: 'settled' }
  | { type: 'quoted'; key: string; calculation: Quote }

type Busy = 'calculate' | 'order' | 'load'
/** The running work of a sale, for any seller. */
export type Running = {
  /** The running calculation. */
  application: Application | null
  /** The price, and the inputs it was made from. */
  quote: { key: string; calculation: Quote } | null
  /** Errors of fields, from a 422 or from the rules before sending. */
  errors: FieldError[]
  busy: Busy | null
}
type State = Sale & Running
/** Returns the field where a door shows the error of a place. */
type FieldAt = (place: Place, sale: Sale) => string

/** Applies a change to the sale. Unaffected rows stay the same objects. */
export function changed<Of extends State>(state: Of, change: Change, fieldAt: FieldAt): Of {
  switch (change.type) {
    case 'policyholder':
      return {
        ...state,
        policyholder: typedPolicyholder(state.policyholder, change.patch),
        errors: unblamed(
          state.errors,
          placesOf('policyholder', state, saidBy(state.policyholder, change.patch), fieldAt),
        ),
      }
    case 'policyholder-looked':
      return { ...state, policyholder: answered(state.policyholder, change.lookup) }
    case 'term':
      return {
        ...state,
        term: { ...state.term, ...change.patch, ...seasonalMonths(state.term, change.patch) },
        errors: unblamed(state.errors, placesOf('term', state, change.patch, fieldAt)),
      }
    case 'driver-added':
      return {
        ...state,
        drivers: [...state.drivers, emptyDriver(change.id)],
        errors: unblamed(state.errors, [fieldAt({ in: 'drivers' }, state), 'add-driver']),
      }
    case 'car-added':
      return {
        ...state,
        cars: [...state.cars, emptyCar(change.id)],
        errors: unblamed(state.errors, [fieldAt({ in: 'cars' }, state)]),
      }
    case 'driver-removed':
      return {
        ...state,
        drivers: state.drivers.filter(({ id }) => id !== change.id),
        errors: unblamedRow(state.errors, `driver-${change.id}-`),
      }
    case 'car-removed': {
      const left = state.cars.filter(({ id }) => id !== change.id)
      return {
        ...state,
        cars: left.length ? left : [emptyCar(change.newId)],
        errors: unblamedRow(state.errors, `car-${change.id}-`),
      }
    }
    case 'driver': {
      const { id, patch, iin = null } = change
      const before = state.drivers.find((row) => row.id === id)
      if (!before || (iin !== null && before.iin !== iin)) return state
      return {
        ...ofDriver(state, id, (row) => typedPerson(row, patch)),
        errors: unblamed(state.errors, touched('driver', id, saidBy(before, patch))),
      }
    }
    case 'consent': {
      const { of: id, iin, phone, consent } = change
      const row = id ? state.drivers.find((one) => one.id === id) : state.policyholder
      if (row?.iin !== iin || row.phone !== phone) return state
      const patch = { consent }
      return changed(
        state,
        id ? { type: 'driver', id, patch } : { type: 'policyholder', patch },
        fieldAt,
      )
    }
    case 'driver-looked':
      return ofDriver(state, change.id, (row) => answered(row, change.lookup))
    case 'car': {
      const { id, patch } = change
      const fields = touched('car', id, patch)
      // A car with other numbers is queried anew; its earlier refusal is cleared.
      const anew = state.cars.some((car) => car.id === id && isOtherCar(car, { ...car, ...patch }))
      return {
        ...ofCar(state, id, (car) => typedCar(car, patch)),
        errors: unblamed(state.errors, anew ? [...fields, rowFieldId('car', id, 'plate')] : fields),
      }
    }
    case 'car-looked':
      return ofCar(state, change.id, (car) => {
        const lookup = looked(car.lookup, change.lookup)
        return { ...car, lookup, refused: lookup === change.lookup ? null : car.refused }
      })
    case 'ask-again': {
      const { what, id = '' } = change
      if (what === 'policyholder')
        return { ...state, policyholder: { ...askedAnew(state.policyholder), phoneRefused: null } }
      if (what === 'driver') return ofDriver(state, id, askedAnew)
      return ofCar(state, id, (car) => ({ ...car, lookup: none, refused: null }))
    }
    case 'mended':
      return mended(state, change.iin, fieldAt)
    case 'wrong':
      return { ...state, errors: change.errors, busy: null }
    case 'started': {
      const { busy, application = state.application } = change
      return { ...unmarked(state), busy, application, errors: [] }
    }
    case 'settled':
      return { ...state, busy: null }
    case 'quoted': {
      const { key, calculation } = change
      return { ...state, busy: null, errors: [], quote: { key, calculation } }
    }
  }
}

/**
 * Applies a patch to a row: the one place where it becomes another person, which clears the
 * declared facts of the one before. The look-up need not be cleared, it answers another question.
 * Another phone asks anew for a consent not given yet.
 */
export function typedPerson<Row extends Person>(before: Row, patch: Partial<NoInfer<Row>>): Row {
  const moved = patch.phone !== undefined && patch.phone !== before.phone
  const row: Row = isOther(before, patch.iin)
    ? { ...before, ...unsaid }
    : moved && before.consent.kind !== 'approved'
      ? { ...before, consent: unsaid.consent }
      : before
  return { ...row, ...(isMended(row, patch) ? { refused: null } : {}), ...patch }
}

/** A refusal over a field of the person (a phone, a consent) is over with another value there. */
function isMended(row: Person, patch: Partial<Person>): boolean {
  const key = blamedKey(row.refused?.code ?? 0)
  return patch[key] !== undefined && patch[key] !== row[key]
}

const isOther = ({ iin }: Person, typed: string | undefined): boolean =>
  typed !== undefined && typed !== iin

/** Returns the patch; another IIN clears all that the person before declared. */
const saidBy = (before: Person, patch: { iin?: string | undefined }): object =>
  isOther(before, patch.iin) ? { ...unsaid, ...patch } : patch

function typedPolicyholder(before: Policyholder, patch: Partial<Policyholder>): Policyholder {
  const next = typedPerson(before, patch)
  // The refusal of a phone is about this person and this phone.
  const isSame = next.iin === before.iin && next.phone === before.phone
  return isSame ? next : { ...next, phoneRefused: null }
}

const isOtherCar = (before: Car, after: Car): boolean => carQuestion(before) !== carQuestion(after)

function typedCar(before: Car, patch: Partial<Car>): Car {
  const now = { ...before, ...patch }
  // Only a complete number is an owner's: nothing is queried while one is typed or deleted.
  if (!isOtherCar(before, now)) return now
  const { techPassport } = now
  const tried = isTechPassport(techPassport) || (before.tried && techPassport !== '')
  return { ...now, tried, refused: null }
}

/** Sets a register's answer on a row; it replaces an earlier refusal. */
function answered<Row extends Person>(row: Row, lookup: Row['lookup']): Row {
  const next = looked(row.lookup, lookup)
  return { ...row, lookup: next, refused: next === lookup ? null : row.refused }
}

/** Clears the look-up and the refusal of a row. */
const askedAnew = <Row extends Person>(row: Row): Row => ({ ...row, lookup: none, refused: null })

/** Marks the row that a refusal names; other rows stay the same objects. */
export function marked<Of extends Sale>(state: Of, refused: Refusal): Of {
  const place = blamedPlace(refused, state)
  switch (place?.in) {
    case 'driver':
      return ofDriver(state, place.id, (row) => ({ ...row, refused }))
    case 'car':
      return ofCar(state, place.id, (car) => ({ ...car, refused }))
    case 'policyholder': {
      const said = place.key === 'phone' ? { phoneRefused: refused } : { refused }
      return { ...state, policyholder: { ...state.policyholder, ...said } }
    }
    default:
      return state
  }
}

/** Clears the refusals of all rows; rows without one stay the same objects. */
export function unmarked<Of extends Sale>(state: Of): Of {
  if (refusedIn(state).length === 0) return state
  const clear = <Row extends Person | Car>(row: Row): Row =>
    row.refused ? { ...row, refused: null } : row
  const { policyholder: own, drivers, cars } = state
  return {
    ...state,
    policyholder: clear(own.phoneRefused ? { ...own, phoneRefused: null } : own),
    drivers: drivers.map(clear),
    cars: cars.map(clear),
  }
}

/** Queries anew for a person whom a register or a refusal had rejected. */
function mended<Of extends State>(state: Of, iin: string, fieldAt: FieldAt): Of {
  const mend = <Row extends Person>(row: Row): Row => {
    const { kind } = row.lookup
    const against = row.lookup.kind === 'found' && row.lookup.found.findings?.length
    return row.iin === iin && (row.refused || against || kind === 'failed') ? askedAnew(row) : row
  }
  const rows = state.drivers.filter((row) => row.iin === iin)
  const fields = rows.map(({ id }) => rowFieldId('driver', id, 'iin'))
  const own = fieldAt({ in: 'policyholder', key: 'iin' }, state)
  return {
    ...state,
    policyholder: mend(state.policyholder),
    drivers: state.drivers.map(mend),
    errors: unblamed(state.errors, iin === state.policyholder.iin ? [...fields, own] : fields),
  }
}

/**
 * Without the seasonal agreement there is only the whole year; with it the choice starts at half a
 * year.
 */
const seasonalMonths = (before: Term, patch: Partial<Term>): Partial<Term> =>
  patch.seasonal === undefined || patch.seasonal === before.seasonal
    ? {}
    : { months: patch.seasonal ? 6 : defaultMonths }

const ofDriver = <Of extends Sale>(state: Of, id: string, change: (row: Driver) => Driver): Of => ({
  ...state,
  drivers: state.drivers.map((row) => (row.id === id ? change(row) : row)),
})
const ofCar = <Of extends Sale>(state: Of, id: string, change: (row: Car) => Car): Of => ({
  ...state,
  cars: state.cars.map((row) => (row.id === id ? change(row) : row)),
})

/** Returns ids of the fields a change touches, whose errors are cleared. */
const touched = (kind: 'driver' | 'car', id: string, patch: object): string[] =>
  Object.keys(patch).map((key) => rowFieldId(kind, id, key))
const placesOf = (at: 'policyholder' | 'term', sale: Sale, patch: object, fieldAt: FieldAt) =>
  Object.keys(patch).map((key) => fieldAt({ in: at, key } as Place, sale)) // keys of the patch

/** The very same list where nothing goes: a new one would call the focus to the summary. */
const keep = (errors: FieldError[], stays: (field: string) => boolean): FieldError[] =>
  errors.every(({ field }) => stays(field)) ? errors : errors.filter(({ field }) => stays(field))
/** The errors without those of these fields. */
export const unblamed = (errors: FieldError[], fields: readonly string[]): FieldError[] =>
  keep(errors, (field) => !fields.includes(field))
const unblamedRow = (errors: FieldError[], prefix: string): FieldError[] =>
  keep(errors, (field) => !field.startsWith(prefix))
