import type { Day } from '#domain/calendar.ts'
import { promoterLimitForCars, promoterLimitForDrivers } from '#domain/constants.ts'
import type { OgpoKind } from '#domain/products.ts'
import type { PositionError } from '../../../dialogs/geolocation.tsx'
import type { Reply } from '../../../http/api.ts'
import type { Near } from '../../../sale/model/refusal.ts'
import { newSale, type Sale } from '../../../sale/model/sale.ts'
import type { Application } from '../../../sale/model/wire.ts'
import type { Running } from '../../../sale/reduce.ts'

/** Replies of the server to the portal, by the contract. */
export type Calculation = Reply<'promoterCalculate'>['data']['calculations'][number]
export type Options = Reply<'ogpoOptions'>['data']
export type PersonFound = Reply<'promoterPerson'>['data']
export type SoldPolicy = Reply<'promoterGetPolicy'>['data']
export type SetAnswer = Reply<'promoterCheckOrderSet'>['data']

/**
 * The calculation state of the portal (specification, section 3, "Promoter calculation state");
 * what is sold has the names of every sale (docs/terminology.md).
 */

export type LocationCode = PositionError
export type ActivateStatus = 'none' | 'waiting' | 'issuing' | 'retrying' | 'issued' | 'failed'

/** How an earlier policy becomes the sale, as links name it too. */
export const loadKinds = ['prolong', 'reissue', 'copy'] as const
export type LoadKind = (typeof loadKinds)[number]

/** Another promoter's sale that waits for its client's code, and the act to continue. */
export type ClientCodeAsked = {
  globalId: string
  /** Masked; null: we know none. */
  phone: string | null
  next: { load: LoadKind; policy: SoldPolicy } | 'calculate' | 'pay'
}

/** Stored on the device and, as a draft, on the server. Never a token. */
export type Form = Sale & {
  paymentPhone: string
  /** Everybody is asked for consent by SMS from 1414 before the price. */
  consentRequired: boolean
  /** The policy that was loaded: prolonged, reissued or copied. */
  currentPolicyData: SoldPolicy | null
  /** The running calculation. */
  application: Application | null
  /** One unfinished sale, on the device and on the server alike. */
  draftKey: string
}

/** `age`: too young to drive or to sign; `certificate`: no document of theirs suits. */
export type PersonError = { iin: string; about: 'age' | 'certificate'; message: string }

export type State = Form &
  Running & {
    limitForInsuredCars: number
    limitForInsuredDrivers: number
    /** Of the quote, or of the order tracked without one. */
    calculationId: string | null
    orderId: string | null
    /** The order's random key: its progress, and the client's page of the hand-off. */
    orderKey: string | null
    /** What the order sells, by the server: an order can be opened without its form. */
    sold: SetAnswer['sale'] | null
    promoterIin: string | null
    location: {
      code: LocationCode | null
      message: string
      blocked: boolean
      near?: Near | undefined
    }
    clientCode: ClientCodeAsked | null
    activateCount: number
    activateStatus: ActivateStatus
    /** Instants of the next attempts, the nearest first. */
    activateErrorQueue: readonly string[]
    activateErrorDescription: string
    scoringError: string
    /** A refusal's errors about people; a person it does not name is in no row any more. */
    personErrors: readonly PersonError[]
    driversCheckPrivilegeError: boolean
    /**
     * A person's privilege may not be disclosed before consent by 1414: the promoter marks it, and
     * the consent is requested with the price.
     */
    privilegeWithheld: boolean
    noRequiredFieldsError: string
    serverError: boolean
    /** IINs and plates the last refusal named. */
    named: readonly string[]
    /** The calculation exceeds the time of a reply, and is polled. */
    goesOn: boolean
    /** Grows when everything is replaced: fields that keep their own values begin anew. */
    round: number
  }

/**
 * Returns the specification's flags about people. Each belongs to the person it names: with another
 * IIN in their place it is not shown, and needs no removal.
 */
export function personFlags({
  policyholder: { iin },
  drivers,
  personErrors,
}: Pick<State, 'policyholder' | 'drivers' | 'personErrors'>) {
  const own = (about: PersonError['about']): string =>
    personErrors.find((one) => one.iin === iin && one.about === about)?.message ?? ''
  return {
    policyholderAgeError: own('age'),
    policyholderPersonCertificateError: own('certificate'),
    driversAgeErrors: personErrors
      .filter((one) => one.about === 'age' && one.iin !== iin)
      .map((one) => one.iin)
      .filter((of) => drivers.some((row) => row.iin === of)),
  }
}

/** Field errors by field id. */
export type Wrong = Readonly<Record<string, string>>

/**
 * Returns what a sheet sells. For an order the server knows, as an order can be opened without its
 * form; before that, the form. Null: an order without a form here and without a reply yet.
 */
export function saleKind(
  { sold, term }: Pick<State, 'sold' | 'term'>,
  apart: boolean,
): OgpoKind | null {
  if (sold || apart) return sold?.kind ?? null
  return term.reissue ? 'reissue' : term.prolong ? 'prolong' : 'new'
}

/** A new sale, nothing of it filled in. */
export const newForm = (today: Day, newId: () => string): Form => ({
  ...newSale(today, newId()),
  paymentPhone: '',
  consentRequired: false,
  currentPolicyData: null,
  application: null,
  draftKey: newId(),
})

export const noErrors = {
  scoringError: '',
  personErrors: [],
  noRequiredFieldsError: '',
  serverError: false,
  named: [],
} as const satisfies Partial<State>

export const nowhere: State['location'] = { code: null, message: '', blocked: false }

export const stateOf = (form: Form, promoterIin: string | null, round = 0): State => ({
  ...form,
  ...noErrors,
  calculationId: null,
  quote: null,
  errors: [],
  limitForInsuredCars: promoterLimitForCars,
  limitForInsuredDrivers: promoterLimitForDrivers,
  orderId: null,
  orderKey: null,
  sold: null,
  promoterIin,
  location: nowhere,
  clientCode: null,
  activateCount: 0,
  activateStatus: 'none',
  activateErrorQueue: [],
  activateErrorDescription: '',
  driversCheckPrivilegeError: false,
  privilegeWithheld: false,
  busy: null,
  goesOn: false,
  round,
})

/** Returns the part of a state that a draft stores. */
export const formOf = (state: State): Form => ({
  policyholder: state.policyholder,
  drivers: state.drivers,
  cars: state.cars,
  term: state.term,
  paymentPhone: state.paymentPhone,
  consentRequired: state.consentRequired,
  currentPolicyData: state.currentPolicyData,
  application: state.application,
  draftKey: state.draftKey,
})
