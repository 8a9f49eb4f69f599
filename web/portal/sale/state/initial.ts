import type { Day } from '#domain/calendar.ts'
import { defaultMonths, promoterLimitForCars, promoterLimitForDrivers } from '#domain/constants.ts'
import { earliestStart } from '#domain/ogpo/period.ts'
import type { Car, CarNumber, Driver, Form, Insurer, PersonFlags, State } from './state.ts'

export const noFlags: PersonFlags = {
  notResident: false,
  notFound: false,
  noLicense: false,
  noEsbd: false,
  noPersonCertificate: false,
}

export const emptyInsurer: Insurer = {
  phone: '',
  email: '',
  iin: '',
  driverLicenseNumber: '',
  name: '',
  flags: {
    ...noFlags,
    spinner: false,
    error: '',
    errorCode: null,
    byDocument: false,
    phoneError: '',
  },
  terrorist: false,
  privilege: false,
  privilegeLocked: false,
  experience: null,
  experienceAsked: false,
  experienced: null,
  consent: { kind: 'none' },
  asked: '',
}

export const emptyDriver: Driver = {
  ...noFlags,
  iin: '',
  licenseN: '',
  phone: '',
  name: '',
  error: '',
  errorCode: null,
  byDocument: false,
  experience: null,
  experienceAsked: false,
  experienced: null,
  beneficiary: false,
  beneficiaryLocked: false,
  spinner: false,
  repeatedIin: false,
  insurer: false,
  terrorist: false,
  consent: { kind: 'none' },
  skipNextInput: false,
  asked: '',
}

const emptyNumber: CarNumber = { value: '', error: '', repeated: false, spinner: false }
export const emptyCar = (id: string): Car => ({
  id,
  number: emptyNumber,
  techPassport: { ...emptyNumber, disabled: false, tried: false },
  name: '',
  experience: null,
  owner: '',
  ownerAsked: false,
  beneficiary: true,
  error: '',
  skipNextInput: false,
  asked: '',
})

/** A new sale: the policyholder drives, one car, a year from tomorrow. */
export const newForm = (today: Day, newId: () => string): Form => ({
  insurerData: emptyInsurer,
  insurerWillDrive: true,
  paymentPhone: '',
  drivers: {},
  cars: [emptyCar(newId())],
  seasonalAgreement: false,
  policyPeriod: defaultMonths,
  policyStartDate: earliestStart(today),
  company: '',
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
  insurerAgeError: '',
  driversAgeErrors: [],
  insurerPersonCertificateError: '',
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
  insurerData: state.insurerData,
  insurerWillDrive: state.insurerWillDrive,
  paymentPhone: state.paymentPhone,
  drivers: state.drivers,
  cars: state.cars,
  seasonalAgreement: state.seasonalAgreement,
  policyPeriod: state.policyPeriod,
  policyStartDate: state.policyStartDate,
  company: state.company,
  ogpoPlus: state.ogpoPlus,
  consentRequired: state.consentRequired,
  prolong: state.prolong,
  reissue: state.reissue,
  globalId: state.globalId,
  currentPolicyData: state.currentPolicyData,
  application: state.application,
  draftKey: state.draftKey,
})
