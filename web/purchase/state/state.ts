import type { Day } from '#domain/calendar.ts'
import { defaultMonths } from '#domain/constants.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import type { WayName } from '#domain/payment-ways.ts'
import type { Reply } from '../../http/api.ts'
import { carQuestion, current, type Lookup, none } from '../../sale/look-up.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import type { Refusal } from '../model/refusal.ts'
import { noCar, noDriver, type SaleCar, type SaleDriver } from '../model/sale.ts'
import type { Application } from '../model/wire.ts'

export type Quote = Reply<'ogpoCalculate'>['data']['calculations'][number]
export type Options = Reply<'ogpoOptions'>['data']
export type Buyer = NonNullable<Options['buyer']>
export type DriverFound = Reply<'ogpoDriver'>['data']
export type CarFound = Reply<'ogpoVehicle'>['data']
export type OwnPolicy = Reply<'ogpoGetPolicy'>['data']

export type Privilege = 'off' | 'busy' | 'confirmed' | 'not_confirmed' | 'error'

/** A row of the table, the privilege as far as it has come. */
export type DriverRow = Omit<SaleDriver, 'privilege'> & {
  privilege: Privilege
  lookup: Lookup<DriverFound>
}
export type CarRow = SaleCar & { lookup: Lookup<CarFound> }

/** What can be changed over the review, each in a sheet of its own. */
export type EditId = 'policyholder' | 'drivers' | 'cars' | 'term' | 'insurer' | 'plus' | 'email'
/** What an edit may touch, and gives back when it is dismissed. */
export const edited = [
  'willDrive',
  'experienced',
  'privilege',
  'drivers',
  'cars',
  'start',
  'months',
  'seasonal',
  'insurer',
  'ogpoPlus',
  'email',
  'application',
] as const satisfies readonly (keyof Form)[]
export type Before = Pick<Form, (typeof edited)[number]>
/** What is kept on the device for a day. Never a code or a token. */
export type Form = {
  /** IIN of the buyer the draft belongs to. */
  owner: string
  /** The sheet that is open, and the form as it was: a reload opens it again. */
  editing: { sheet: EditId; before: Before } | null
  willDrive: boolean
  experienced: boolean | null
  privilege: Privilege
  drivers: DriverRow[]
  cars: CarRow[]
  start: Day
  months: number
  seasonal: boolean
  insurer: string
  ogpoPlus: boolean
  email: string
  pay: WayName
  payPhone: string
  /** The tick beside the button that pays, where the setting wants one. */
  agreed: boolean
  prolong: string | null
  reissue: string | null
  /** The running calculation. */
  application: Application | null
}

/** A refusal that names a person or a car. */
export type RowError = Omit<Refusal, 'near'>
/** What stopped the last action, when it is nobody's row. */
export type FormError = {
  kind:
    | 'refused'
    | 'offline'
    | 'timeout'
    | 'unavailable'
    | 'server'
    | 'busy'
    | 'missing'
    | 'forbidden'
  code: number | null
  reason: string | null
  message: string
  /** The first possible day, where the refusal names one (`prolongTooEarly`). */
  day?: string
}

export type State = Form & {
  own: Lookup<DriverFound>
  quote: { key: string; calculation: Quote } | null
  /** The quote an open sheet began with. */
  held: State['quote']
  /** The sheet that was saved last, the form before it and its price: both can be had back. */
  undo: { sheet: EditId; before: Before; quote: State['quote'] } | null
  /** The first day, moved on because the one before was over; null where nothing was moved. */
  movedTo: Day | null
  /** How often something outside the inputs was put right: the price may be asked for again. */
  mended: number
  errors: FieldError[]
  rowErrors: RowError[]
  formError: FormError | null
  busy: 'calculate' | 'order' | null
}

export type Action =
  | { type: 'set'; patch: Partial<Omit<Form, 'drivers' | 'cars' | 'owner' | 'editing'>> }
  | { type: 'edit'; sheet: EditId; newId: () => string }
  /** The sheet closes with what it changed, or without. */
  | { type: 'kept' }
  | { type: 'dismissed' }
  /** What was saved last is taken back. */
  | { type: 'undone' }
  | { type: 'own'; lookup: Lookup<DriverFound> }
  /** What the register says of the buyer's privilege; what they said themself stays. */
  | { type: 'own-privilege'; found: boolean }
  | { type: 'driver-added'; id: string }
  | { type: 'driver-removed'; id: string }
  /** The registers are asked, or have answered. */
  | { type: 'driver-looked'; id: string; lookup: Lookup<DriverFound> }
  | {
      type: 'driver-set'
      id: string
      patch: Partial<
        Omit<DriverRow, 'id'>
      > /** The answer belongs to this IIN; another one stands there now? Then it is dropped. */
      iin?: string
    }
  | { type: 'car-added'; id: string }
  | { type: 'car-removed'; id: string }
  | { type: 'car-set'; id: string; patch: Partial<Omit<CarRow, 'id'>> }
  | { type: 'car-looked'; id: string; lookup: Lookup<CarFound> }
  | { type: 'wrong'; errors: FieldError[] }
  | { type: 'started'; busy: 'calculate' | 'order'; application?: Application }
  | { type: 'quoted'; key: string; calculation: Quote }
  | {
      type: 'failed'
      formError: FormError | null
      rowErrors: RowError[]
      errors: FieldError[]
      forgetQuote: boolean
    }
  /** What was wrong with this person has been put right (a document typed by hand). */
  | { type: 'mended'; iin: string }
  | { type: 'settled' }
  /** The page stood open over midnight. */
  | { type: 'new-day'; today: Day }
  | {
      type: 'prefilled'
      policy: OwnPolicy
      kind: 'prolong' | 'reissue'
      today: Day
      newId: () => string
    }

/** What a driver's row asks: once they have agreed, the registers may say more. */
export const driverQuestion = ({ iin, consent }: DriverRow): string =>
  consent.kind === 'approved' ? `${iin} agreed` : iin

/** What the registers say to what a row asks now. */
export const driverLookup = (row: DriverRow): Lookup<DriverFound> =>
  current(row.lookup, driverQuestion(row))
export const carLookup = (row: CarRow): Lookup<CarFound> => current(row.lookup, carQuestion(row))

export const emptyDriver = (id: string): DriverRow => ({
  id,
  ...noDriver,
  privilege: 'off',
  lookup: none,
})
export const emptyCar = (id: string): CarRow => ({
  id,
  ...noCar,
  lookup: none,
})

/** A new purchase of this buyer: driving themself, one car, a year from tomorrow. */
export function newForm(
  buyer: Pick<Buyer, 'iin' | 'phone' | 'email'>,
  today: Day,
  firstCarId: string,
): Form {
  return {
    owner: buyer.iin,
    editing: null,
    willDrive: true,
    experienced: null,
    privilege: 'off',
    drivers: [],
    cars: [emptyCar(firstCarId)],
    start: earliestStart(today),
    months: defaultMonths,
    seasonal: false,
    insurer: '',
    ogpoPlus: false,
    email: buyer.email ?? '',
    pay: 'mobile_bank',
    payPhone: buyer.phone,
    agreed: false,
    prolong: null,
    reissue: null,
    application: null,
  }
}

export const stateOf = (form: Form): State => ({
  ...form,
  own: none,
  quote: null,
  held: null,
  undo: null,
  movedTo: null,
  mended: 0,
  errors: [],
  rowErrors: [],
  formError: null,
  busy: null,
})

/** The part of a state that the draft keeps. */
export function formOf(state: State): Form {
  const {
    own: _own,
    quote: _quote,
    held: _held,
    undo: _undo,
    movedTo: _movedTo,
    mended: _mended,
    errors: _errors,
    rowErrors: _marks,
    formError: _trouble,
    busy: _busy,
    ...form
  } = state
  return form
}
