import type { Day } from '#domain/calendar.ts'
import type { PositionError } from '../../../dialogs/geolocation.tsx'
import type { Lookup } from '../../../sale/look-up.ts'
import type { Consent } from '../../../sale/model/consent.ts'
import type { Failed, Near } from '../../../sale/model/refusal.ts'
import type { SaleCar, SaleDriver, SalePolicyholder } from '../../../sale/model/sale.ts'
import type { Application } from '../../../sale/model/wire.ts'
import type { Calculation, PersonFound, SetAnswer, SoldPolicy } from './answers.ts'

/**
 * The calculation state of the portal, in the names of the specification (section 3, "Promoter
 * calculation state").
 */

/** What the registers tell of a person; of a policy that was loaded, only the name. */
export type PersonKnown = Pick<
  PersonFound,
  | 'iin'
  | 'name'
  | 'driverLicenseNumber'
  | 'licenceValidTo'
  | 'experienceYears'
  | 'experienceAsked'
  | 'findings'
>

/** What is found out about a person; said.ts says what a row shows of it. */
export type Person = {
  lookup: Lookup<PersonKnown>
  /** What the last refusal said against the person. */
  refused: Failed | null
  /** The register has said whether there is a privilege: the mark cannot be changed by hand. */
  privilegeLocked: boolean
}

export type Policyholder = Omit<SalePolicyholder, 'willDrive'> &
  Person & { consent: Consent; phoneRefused: string }

/** A row of the model's table; `phone` where consent is asked. */
export type Driver = Omit<SaleDriver, 'id'> & Person

/** `loaded`: it stands in a policy that was loaded, nobody has asked about it. */
type CarKnown = { name: string; year: number | null; loaded: boolean }

export type Car = SaleCar & {
  /** The technical passport was whole once: what no longer is one says so at once. */
  tried: boolean
  lookup: Lookup<CarKnown>
  /** What the last refusal said against the car. */
  refused: string
}

export type LocationCode = PositionError
export type ActivateStatus = 'none' | 'waiting' | 'issuing' | 'retrying' | 'issued' | 'failed'

/** Another's sale that waits for its client's code, and what goes on with it. */
export type ClientCodeAsked = {
  globalId: string
  /** Masked; null: we know none. */
  phone: string | null
  next: { load: 'prolong' | 'reissue' | 'copy'; policy: SoldPolicy } | 'calculate' | 'pay'
}

/** What is kept on the device and, as a draft, on the server. Never a token. */
export type Form = {
  policyholder: Policyholder
  policyholderWillDrive: boolean
  paymentPhone: string
  /** Keyed by a generated id, in the order they were added. */
  drivers: Readonly<Record<string, Driver>>
  cars: readonly Car[]
  seasonalAgreement: boolean
  policyPeriod: number
  policyStartDate: Day
  /** Code of the insurance company; empty: the first that is sold today. */
  insurer: string
  ogpoPlus: boolean
  /** Everyone is asked for their consent by SMS from 1414 before the price. */
  consentRequired: boolean
  prolong: boolean
  reissue: boolean
  /** The policy that is prolonged or reissued. */
  globalId: string | null
  currentPolicyData: SoldPolicy | null
  /** The running calculation. */
  application: Application | null
  /** One unfinished sale, on the device and on the server alike. */
  draftKey: string
}

export type State = Form & {
  limitForInsuredCars: number
  limitForInsuredDrivers: number
  totalPrice: number | null
  brokerPrice: number | null
  policyPrice: number | null
  remainingPolicyPremium: number | null
  surchargePremium: number | null
  refundPremium: number | null
  calculationId: string | null
  orderId: string | null
  /** The order's random key: its progress, and the client's page of the hand-off. */
  orderKey: string | null
  draftId: string | null
  /** What the order sells, as the server knows it: an order is opened without its form too. */
  sold: SetAnswer['sale'] | null
  quote: { key: string; calculation: Calculation } | null
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
  policyholderAgeError: string
  driversAgeErrors: readonly string[]
  policyholderPersonCertificateError: string
  driversCheckPrivilegeError: boolean
  /**
   * Somebody's privilege may not be told before they agree by 1414: the promoter marks it, and is
   * asked for the consent with the price.
   */
  privilegeWithheld: boolean
  noRequiredFieldsError: string
  serverError: boolean
  /** IINs and plates the last refusal named. */
  named: readonly string[]
  /** What is wrong with a field by its id, from a 422 or from the rules before sending. */
  wrong: Readonly<Record<string, string>>
  busy: 'calculate' | 'order' | 'load' | null
  /** The calculation takes longer than an answer may, and is asked about again and again. */
  goesOn: boolean
  /** Grows when everything is replaced: fields that keep their own values begin anew. */
  round: number
}
