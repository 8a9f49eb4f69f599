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

/** What can happen to what is sold, whoever sells it. */
export type Change =
  | { type: 'policyholder'; patch: Partial<Policyholder> }
  /** The registers are asked, or have answered. */
  | { type: 'policyholder-looked'; lookup: Policyholder['lookup'] }
  | { type: 'term'; patch: Partial<Term> }
  | { type: 'driver-added'; id: string }
  | { type: 'driver-removed'; id: string }
  /** `iin`: an answer for this person; another one stands there now? Then it is dropped. */
  | { type: 'driver'; id: string; patch: Partial<Omit<Driver, 'id'>>; iin?: string }
  | { type: 'driver-looked'; id: string; lookup: Driver['lookup'] }
  /**
   * What 1414 said of this person, asked at this phone, on the row `of` (null: the policyholder's);
   * another person or phone stands there now? Then it is dropped.
   */
  | ({ type: 'consent'; of: string | null } & Pick<Person, 'iin' | 'phone' | 'consent'>)
  | { type: 'car-added'; id: string }
  /** The last one leaves an empty row of the id `newId` behind. */
  | { type: 'car-removed'; id: string; newId: string }
  | { type: 'car'; id: string; patch: Partial<Omit<Car, 'id'>> }
  | { type: 'car-looked'; id: string; lookup: Car['lookup'] }
  /** A register did not answer: it is asked anew. */
  | { type: 'ask-again'; what: FindingOf; id?: string }
  /** What was wrong with this person has been put right (a document typed by hand). */
  | { type: 'mended'; iin: string }
  /** Something is wrong before anything is sent, or by what the bank says of a phone. */
  | { type: 'wrong'; errors: FieldError[] }
  /** What was wrong is over with the next try. */
  | { type: 'started'; busy: Busy; application?: Application }
  | { type: 'settled' }
  | { type: 'quoted'; key: string; calculation: Quote }

type Busy = 'calculate' | 'order' | 'load'
/** What a sale is on its way to, whoever sells. */
export type Running = {
  /** The running calculation. */
  application: Application | null
  /** The price, and the inputs it was made from. */
  quote: { key: string; calculation: Quote } | null
  /** What is wrong with fields, from a 422 or from the rules before sending. */
  errors: FieldError[]
  busy: Busy | null
}
type State = Sale & Running
/** Where a door shows what is wrong at a place. */
type FieldAt = (place: Place, sale: Sale) => string

/** What is sold after a change. A row that is not concerned stays the very same object. */
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
      // With other numbers the same car is asked anew: what was said of it before is over.
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
 * The one place where a row becomes another person: what was said by or about the one before is
 * over. What was found need not be forgotten, it answers another question. With another phone the
 * consent that was not given yet is asked for anew.
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

/** What changes with a patch: with another IIN all that was said by the one before. */
const saidBy = (before: Person, patch: { iin?: string | undefined }): object =>
  isOther(before, patch.iin) ? { ...unsaid, ...patch } : patch

function typedPolicyholder(before: Policyholder, patch: Partial<Policyholder>): Policyholder {
  const next = typedPerson(before, patch)
  // Whose a phone is was said of this person and this phone.
  const isSame = next.iin === before.iin && next.phone === before.phone
  return isSame ? next : { ...next, phoneRefused: null }
}

const isOtherCar = (before: Car, after: Car): boolean => carQuestion(before) !== carQuestion(after)

function typedCar(before: Car, patch: Partial<Car>): Car {
  const now = { ...before, ...patch }
  // Only a whole number is an owner's: while one is typed or taken away nothing is asked.
  if (!isOtherCar(before, now)) return now
  const { techPassport } = now
  const tried = isTechPassport(techPassport) || (before.tried && techPassport !== '')
  return { ...now, tried, refused: null }
}

/** A row after an answer of the registers, which takes the place of what a refusal had said. */
function answered<Row extends Person>(row: Row, lookup: Row['lookup']): Row {
  const next = looked(row.lookup, lookup)
  return { ...row, lookup: next, refused: next === lookup ? null : row.refused }
}

/** The row with nothing found and nothing said against the person. */
const askedAnew = <Row extends Person>(row: Row): Row => ({ ...row, lookup: none, refused: null })

/**
 * The words on the row of whom or what a refusal names; every other row stays the very same object.
 */
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

/** Nothing of a refusal stands any more; rows it said nothing of stay the very same objects. */
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

/** Whom a register or a refusal says something against is asked about anew. */
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

/** Ids of the fields a change touches: what was wrong with them is forgotten. */
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
