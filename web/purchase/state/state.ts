import type { Day } from '#domain/calendar.ts'
import { defaultMonths } from '#domain/constants.ts'
import type { Variant } from '#domain/ogpo/limits.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import type { Reply } from '../../http/api.ts'
import type { FieldError } from '../../ui/error-summary.tsx'

export type Quote = Reply<'ogpoCalculate'>['data']['calculations'][number]
export type Options = Reply<'ogpoOptions'>['data']
export type Buyer = NonNullable<Options['buyer']>
export type DriverFound = Reply<'ogpoDriver'>['data']
export type CarFound = Reply<'ogpoVehicle'>['data']
export type OwnPolicy = Reply<'ogpoGetPolicy'>['data']

/** One look-up with its own progress and its own failure. */
export type Lookup<T> =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'found'; found: T }
  | { kind: 'failed'; code: number | null; reason: string | null; message: string }
export type Privilege = 'off' | 'busy' | 'confirmed' | 'not_confirmed' | 'error'
export type Consent =
  | { kind: 'none' | 'asking' | 'approved' | 'rejected' | 'expired' }
  | { kind: 'awaiting'; requestId: string; expiresAt: number }
  | { kind: 'failed'; message: string }

export type DriverRow = {
  id: string
  iin: string
  phone: string
  licenceNumber: string
  /** Two years or more, as the driver says; null: not said. */
  experience: boolean | null
  privilege: Privilege
  lookup: Lookup<DriverFound>
  consent: Consent
}
/** `owner`: IIN or BIN, asked for where the car is not found without. */
export type CarRow = {
  id: string
  plate: string
  techPassport: string
  owner: string
  lookup: Lookup<CarFound>
}

export const steps = ['policyholder', 'drivers', 'cars', 'term', 'company', 'pay'] as const
export type StepId = (typeof steps)[number]
export type PaySystem = 'mobile_bank' | 'card'

/** What is kept on the device for a day. Never a code or a token. */
export type Form = {
  /** IIN of the buyer the draft belongs to. */
  owner: string
  step: StepId
  willDrive: boolean
  licenceNumber: string
  experience: boolean | null
  privilege: Privilege
  drivers: DriverRow[]
  cars: CarRow[]
  variant: Variant
  start: Day
  months: number
  seasonal: boolean
  insurer: string
  ogpoPlus: boolean
  ogpoPlusAccepted: boolean
  email: string
  pay: PaySystem
  payPhone: string
  accepted: { terms: boolean; personalData: boolean; commission: boolean }
  prolong: string | null
  reissue: string | null
  /** The id of the running calculation and the inputs it stands for. */
  application: { id: string; key: string } | null
}

/** A refusal that names a person or a car. */
export type RowError = {
  code: number
  message: string
  reason: string | null
  iin: string | null
  plate: string | null
}
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
  /** The first possible day, where the refusal names one (14016). */
  day?: string
}

export type State = Form & {
  own: Lookup<DriverFound>
  quote: { key: string; calculation: Quote } | null
  errors: FieldError[]
  rowErrors: RowError[]
  formError: FormError | null
  busy: 'calculate' | 'order' | null
}

export type Action =
  | { type: 'set'; patch: Partial<Omit<Form, 'drivers' | 'cars' | 'owner'>> }
  | { type: 'own'; lookup: Lookup<DriverFound> }
  | { type: 'driver-added'; id: string }
  | { type: 'driver-removed'; id: string }
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
  | { type: 'car-set'; id: string; patch: Partial<Omit<CarRow, 'id'>>; plate?: string }
  | { type: 'wrong'; errors: FieldError[]; step: StepId | null }
  | { type: 'started'; busy: 'calculate' | 'order'; application?: { id: string; key: string } }
  | { type: 'quoted'; key: string; calculation: Quote }
  | {
      type: 'failed'
      formError: FormError | null
      rowErrors: RowError[]
      errors: FieldError[]
      step: StepId | null
      forgetQuote: boolean
    }
  /** What was wrong with this person has been put right (a document typed by hand). */
  | { type: 'mended'; iin: string }
  | { type: 'settled' }
  | {
      type: 'prefilled'
      policy: OwnPolicy
      kind: 'prolong' | 'reissue'
      today: Day
      newId: () => string
    }

export const emptyDriver = (id: string): DriverRow => ({
  id,
  iin: '',
  phone: '',
  licenceNumber: '',
  experience: null,
  privilege: 'off',
  lookup: { kind: 'idle' },
  consent: { kind: 'none' },
})
export const emptyCar = (id: string): CarRow => ({
  id,
  plate: '',
  techPassport: '',
  owner: '',
  lookup: { kind: 'idle' },
})

/** A new purchase of this buyer: driving themself, one car, a year from tomorrow. */
export function newForm(
  buyer: Pick<Buyer, 'iin' | 'phone' | 'email'>,
  today: Day,
  firstCarId: string,
): Form {
  return {
    owner: buyer.iin,
    step: 'policyholder',
    willDrive: true,
    licenceNumber: '',
    experience: null,
    privilege: 'off',
    drivers: [],
    cars: [emptyCar(firstCarId)],
    variant: 'd1c1',
    start: earliestStart(today),
    months: defaultMonths,
    seasonal: false,
    insurer: '',
    ogpoPlus: false,
    ogpoPlusAccepted: false,
    email: buyer.email ?? '',
    pay: 'mobile_bank',
    payPhone: buyer.phone,
    accepted: { terms: false, personalData: false, commission: false },
    prolong: null,
    reissue: null,
    application: null,
  }
}

export const stateOf = (form: Form): State => ({
  ...form,
  own: { kind: 'idle' },
  quote: null,
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
    errors: _errors,
    rowErrors: _marks,
    formError: _trouble,
    busy: _busy,
    ...form
  } = state
  return form
}
