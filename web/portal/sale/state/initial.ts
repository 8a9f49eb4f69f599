import type { Day } from '#domain/calendar.ts'
import { promoterLimitForCars, promoterLimitForDrivers } from '#domain/constants.ts'
import { newSale } from '../../../sale/model/sale.ts'
import type { Form, State } from './state.ts'

/** A new sale, nothing of it filled in. */
export const newForm = (today: Day, newId: () => string): Form => ({
  ...newSale(today, newId()),
  paymentPhone: '',
  consentRequired: false,
  currentPolicyData: null,
  application: null,
  draftKey: newId(),
})

const noErrors = {
  scoringError: '',
  personErrors: [],
  noRequiredFieldsError: '',
  serverError: false,
  named: [],
} as const satisfies Partial<State>

export const nowhere: State['location'] = { code: null, message: '', blocked: false }
export const cleared = { noErrors }

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

/** The part of a state that a draft keeps. */
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
