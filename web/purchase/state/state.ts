import type { Day } from '#domain/calendar.ts'
import { firstWay, type WayName } from '#domain/payment-ways.ts'
import type { Reply } from '../../http/api.ts'
import type { ApiError } from '../../http/http.ts'
import type { Options, Quote } from '../../sale/door.ts'
import { carQuestion, current, type Lookup, none } from '../../sale/model/look-up.ts'
import {
  type Car,
  type CarFound,
  type Driver,
  newSale,
  type PersonFound,
  type Sale,
} from '../../sale/model/sale.ts'
import type { Application } from '../../sale/model/wire.ts'
import type { Change, Running } from '../../sale/reduce.ts'

export type { Options, Quote }
export type Buyer = NonNullable<Options['buyer']>
export type OwnPolicy = Reply<'ogpoGetPolicy'>['data']

/** What can be changed over the review, each in a sheet of its own. */
export type EditId = 'policyholder' | 'drivers' | 'cars' | 'term' | 'insurer' | 'plus' | 'email'
/** What an edit may touch, and gives back when it is dismissed. */
export type Before = Sale & Pick<Form, 'application'>

/** Stored on the device for a day, for the buyer who signs. Never a code or a token. */
export type Form = Sale & {
  /** The sheet that is open, and the form as it was: a reload opens it again. */
  editing: { sheet: EditId; before: Before } | null
  pay: WayName
  payPhone: string
  /** The tick beside the button that pays, where the setting wants one. */
  agreed: boolean
  /** The running calculation. */
  application: Application | null
}

/** The error of the last action, if it is no row's. */
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

export type State = Form &
  Running & {
    /** The quote an open sheet began with. */
    held: State['quote']
    /** The sheet that was saved last, the form before it and its price: both can be had back. */
    undo: { sheet: EditId; before: Before; quote: State['quote'] } | null
    /** The first day, moved on because the one before was over; null where nothing was moved. */
    movedTo: Day | null
    /** How often something outside the inputs was put right: the price may be asked for again. */
    mended: number
    formError: FormError | null
  }

export type Action =
  | Change
  | { type: 'set'; patch: Partial<Pick<Form, 'pay' | 'payPhone' | 'agreed'>> }
  | { type: 'edit'; sheet: EditId; newId: () => string }
  /** The sheet closes with its changes, or without. */
  | { type: 'kept' }
  | { type: 'dismissed' }
  /** Undoes the last saved sheet. */
  | { type: 'undone' }
  /** The register's answer on the buyer's privilege; the buyer's own declaration stays. */
  | { type: 'own-privilege'; found: boolean }
  | { type: 'failed'; apiError: ApiError }
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
export const driverQuestion = ({ iin, consent }: Driver): string =>
  consent.kind === 'approved' ? `${iin} agreed` : iin

/** What the registers say to what a row asks now. */
export const driverLookup = (row: Driver): Lookup<PersonFound> =>
  current(row.lookup, driverQuestion(row))
export const carLookup = (row: Car): Lookup<CarFound> => current(row.lookup, carQuestion(row))

/** A new purchase of this buyer. */
export function newForm(
  buyer: Pick<Buyer, 'iin' | 'phone' | 'email'>,
  { today, insurers }: Pick<Options, 'today'> & { insurers: readonly { code: string }[] },
  firstCarId: string,
): Form {
  const { iin, phone, email } = buyer
  const sale = newSale(today, firstCarId)
  return {
    ...sale,
    policyholder: { ...sale.policyholder, iin, phone, email: email ?? '' },
    term: { ...sale.term, insurer: insurers[0]?.code ?? '' },
    editing: null,
    pay: firstWay,
    payPhone: phone,
    agreed: false,
    application: null,
  }
}

export const stateOf = (form: Form): State => ({
  ...form,
  quote: null,
  held: null,
  undo: null,
  movedTo: null,
  mended: 0,
  errors: [],
  formError: null,
  busy: null,
})

/** What an edit may touch. */
export const beforeOf = (state: Before): Before => ({
  policyholder: state.policyholder,
  drivers: state.drivers,
  cars: state.cars,
  term: state.term,
  application: state.application,
})
/** The part of a state that the draft keeps; the buyer is looked for anew. */
export const formOf = (state: State): Form => ({
  ...beforeOf(state),
  policyholder: { ...state.policyholder, lookup: none },
  editing: state.editing,
  pay: state.pay,
  payPhone: state.payPhone,
  agreed: state.agreed,
})
