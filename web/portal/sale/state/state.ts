import type { Day } from '#domain/calendar.ts'
import type { PositionError } from '../../../dialogs/geolocation.tsx'
import type { Consent } from '../../../purchase/model/consent.ts'
import type { driverFields, policyholderFields, Values } from '../../../purchase/model/fields.ts'
import type { Near } from '../../../purchase/model/refusal.ts'
import type { Application } from '../../../purchase/model/wire.ts'
import type { Calculation, SetAnswer, SoldPolicy } from './answers.ts'

/**
 * The calculation state of the portal, in the names of the specification (section 3, "Promoter
 * calculation state").
 */

/**
 * What a register or an answer of the server said against a person; the row shows `error` in words.
 */
export type PersonFlags = {
  notResident: boolean
  notFound: boolean
  noLicense: boolean
  noEsbd: boolean
  noPersonCertificate: boolean
}

/** A driving licence as the register has it. */
export type Licence = { number: string; validTo: Day }

export type Policyholder = Omit<Values<typeof policyholderFields>, 'willDrive'> & {
  name: string
  flags: PersonFlags & {
    spinner: boolean
    error: string
    errorCode: number | null
    byDocument: boolean
    phoneError: string
  }
  terrorist: boolean
  privilegeLocked: boolean
  experience: number | null
  licence: Licence | null
  /** The licence does not tell whether there are two years: the driver does. */
  experienceAsked: boolean
  consent: Consent
  /** IIN and phone the registers have answered for. */
  asked: string
}

/** A row of the model's table, with what the registers said; `phone` where consent is asked. */
export type Driver = Values<typeof driverFields> &
  PersonFlags & {
    name: string
    error: string
    errorCode: number | null
    /** The identity document may be typed by hand. */
    byDocument: boolean
    /** Full years, null until the registers have answered. */
    experience: number | null
    licence: Licence | null
    experienceAsked: boolean
    /** The register has said whether there is a privilege: the mark cannot be changed by hand. */
    privilegeLocked: boolean
    spinner: boolean
    repeatedIin: boolean
    /** This row is the policyholder, who drives too. */
    isPolicyholder: boolean
    terrorist: boolean
    /**
     * The next `input` of the row's field only repeats what was loaded and starts no look-up of its
     * own.
     */
    skipNextInput: boolean
    asked: string
  }

/** `error` is the name of its words in `texts/fields.ts`. */
export type CarNumber = { value: string; error: string; repeated: boolean; spinner: boolean }
export type Car = {
  id: string
  number: CarNumber
  techPassport: CarNumber & { disabled: boolean; tried: boolean }
  name: string
  /** Year built as the register says, null before. */
  experience: number | null
  /** IIN or BIN, asked for where the car is not found without. */
  owner: string
  ownerAsked: boolean
  /** The law's privilege may count for this car: it stands alone in the contract. */
  privilege: boolean
  error: string
  skipNextInput: boolean
  asked: string
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
