import type { Day } from '#domain/calendar.ts'
import { defaultMonths, promoterLimitForCars, promoterLimitForDrivers } from '#domain/constants.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import { none } from '../../../sale/look-up.ts'
import { noCar, noDriver, noPolicyholder } from '../../../sale/model/sale.ts'
import type { Car, Driver, Form, Person, Policyholder, State } from './state.ts'

const unknown: Person = { lookup: none, refused: null, privilegeLocked: false }

export const emptyPolicyholder: Policyholder = {
  ...noPolicyholder,
  ...unknown,
  consent: { kind: 'none' },
  phoneRefused: '',
}

export const emptyDriver: Driver = { ...noDriver, ...unknown }

export const emptyCar = (id: string): Car => ({
  id,
  ...noCar,
  tried: false,
  lookup: none,
  refused: '',
})

/** A new sale: the policyholder drives, one car, a year from tomorrow. */
export const newForm = (today: Day, newId: () => string): Form => ({
  policyholder: emptyPolicyholder,
  policyholderWillDrive: true,
  paymentPhone: '',
  drivers: {},
  cars: [emptyCar(newId())],
  seasonalAgreement: false,
  policyPeriod: defaultMonths,
  policyStartDate: earliestStart(today),
  insurer: '',
  ogpoPlus: false,
  consentRequired: false,
  prolong: false,
  reissue: false,
  globalId: null,
  currentPolicyData: null,
  application: null,
  draftKey: newId(),
})

const noErrors = {
  scoringError: '',
  policyholderAgeError: '',
  driversAgeErrors: [],
  policyholderPersonCertificateError: '',
  noRequiredFieldsError: '',
  serverError: false,
  named: [],
  wrong: {},
} as const satisfies Partial<State>

const noPrice = {
  totalPrice: null,
  brokerPrice: null,
  policyPrice: null,
  remainingPolicyPremium: null,
  surchargePremium: null,
  refundPremium: null,
  calculationId: null,
  draftId: null,
  quote: null,
} as const satisfies Partial<State>

export const nowhere: State['location'] = { code: null, message: '', blocked: false }
export const cleared = { noErrors, noPrice }

export const stateOf = (form: Form, promoterIin: string | null, round = 0): State => ({
  ...form,
  ...noErrors,
  ...noPrice,
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

/** The part of a state that a draft keeps. */
export const formOf = (state: State): Form => ({
  policyholder: state.policyholder,
  policyholderWillDrive: state.policyholderWillDrive,
  paymentPhone: state.paymentPhone,
  drivers: state.drivers,
  cars: state.cars,
  seasonalAgreement: state.seasonalAgreement,
  policyPeriod: state.policyPeriod,
  policyStartDate: state.policyStartDate,
  insurer: state.insurer,
  ogpoPlus: state.ogpoPlus,
  consentRequired: state.consentRequired,
  prolong: state.prolong,
  reissue: state.reissue,
  globalId: state.globalId,
  currentPolicyData: state.currentPolicyData,
  application: state.application,
  draftKey: state.draftKey,
})
