import type { Day } from '#domain/calendar.ts'
import type { Tenge } from '#domain/money.ts'
import type { Names } from '#domain/person.ts'

/** Policies as they go to the unified database and come from it. */

export type DraftDriver = {
  clientId: number
  /** By `ageExperienceId(age, experienceYears)`. */
  ageExperienceId: AgeExperienceId
  experienceYears: number
  licence: { number: string; issueDate: Day }
  /** As `bonusMalus` answered; null for FIRST. */
  classCode: string | null
  privilege: boolean
}
export type DraftVehicle = {
  vehicleId: number
  type: string
  yearOver7: boolean
  plate: string
  techPassport: string
  region: string
  settlement: 'CITY' | 'OTHER'
}
export type PolicyDraft = {
  /** Derived from our order: what keeps the database from holding two policies for one order. */
  number: string
  insurerSystemId: number
  start: Day
  end: Day
  policyDate: Day
  premium: Tenge
  policyholderClientId: number
  phone: string
  email: string
  drivers: DraftDriver[]
  vehicles: DraftVehicle[]
  /** POLICY_ID of the policy that this one replaces. */
  rewriteOf?: number
  middlemanContract: string
  seasonal?: boolean
}
/** The fields by which a policy under our number is ours. */
export type PolicyLike = Pick<
  PolicyDraft,
  | 'number'
  | 'insurerSystemId'
  | 'start'
  | 'end'
  | 'premium'
  | 'policyholderClientId'
  | 'drivers'
  | 'vehicles'
>
export type IssuedPolicy = {
  policyId: number
  globalId: string
  number: string
  start: Day
  end: Day
  policyDate: Day
  premium: Tenge
  insurerSystemId: number
  policyholderClientId: number
  rewriteOf: number | null
  drivers: {
    clientId: number
    classCode: string | null
    licence: { number: string; issueDate: Day | null } | null
  }[]
  vehicles: { vehicleId: number; plate: string; techPassport: string }[]
  rescinded: { on: Day; reasonId: number } | null
}
export type ConcludedPolicy = { number: string; globalId: string; rescinded: boolean }
/** A contract on a home (voluntary property insurance). */
export type HomeDraft = {
  /** Derived from our subscription, as a policy's number is from its order. */
  number: string
  insurerSystemId: number
  start: Day
  end: Day
  contractDate: Day
  insuranceAmount: Tenge
  premium: Tenge
  policyholderClientId: number
  address: string
  middlemanContract: string
}
export type RescindReason = 'replaced' | 'terminated' | 'operator_mistake'

/**
 * AGE_EXPERIENCE: 1 under 25 and under 2 years, 2 under 25, 3 from 25 and under 2 years, 4 from 25.
 */
export type AgeExperienceId = 1 | 2 | 3 | 4

export type PersonDocumentType = 'ID_CARD' | 'PASSPORT' | 'FOREIGN_PASSPORT' | 'RESIDENCE_PERMIT'
export type EsbdPerson = Names & {
  clientId: number
  iin: string
  resident: boolean
  birthDate: Day
  document: { type: PersonDocumentType; number: string; issueDate: Day | null } | null
  /** Compared with the state register by the operator. */
  verified: boolean
}
export type PersonToSave = Names & {
  iin: string
  birthDate: Day
  /** Null: unknown; their value stays. */
  sex: 'M' | 'F' | null
  resident: boolean
  phone?: string
  email?: string
  document?: {
    type: PersonDocumentType
    number: string
    issueDate: Day
    issuer?: string
    validTo?: Day
  }
}
/** FIRST: the database knows no class, which the tariff prices on its own line. */
export type EsbdClass = { kind: 'CLASS'; class: string } | { kind: 'FIRST'; class: '3' }
export type EsbdVehicle = {
  vehicleId: number
  plate: string
  techPassport: string
  vin: string
  /** The tariff's codes (`PASSENGER`, `ALMATY_CITY`, …). */
  type: string
  region: string
  make: string
  model: string
  year: number
  settlement: 'CITY' | 'OTHER'
}

/**
 * The unified insurance database in our words. Every verb ends within its limit (time-limits.ts),
 * waiting for a free session included. A Fault of theirs is thrown as `EsbdRefused`, everything
 * else that keeps them from answering as `Unavailable`.
 */
export type InsuranceDatabase = {
  health(): Promise<boolean>
  /** Asks among residents, then among non-residents. */
  findPerson(iin: string): Promise<EsbdPerson | null>
  clientById(clientId: number): Promise<EsbdPerson | null>
  /**
   * Creates or updates the client. `EsbdRefused` is the catalogue's 12003. `known`: the last answer
   * of `findPerson` about them, which saves a query.
   */
  savePerson(person: PersonToSave, known?: EsbdPerson | null): Promise<{ clientId: number }>
  bonusMalus(clientId: number, on: Day): Promise<EsbdClass>
  /**
   * Null unless plate and certificate belong together. `vin`: of the register of vehicles, for a
   * search that asks for it.
   */
  findVehicle(of: {
    plate: string
    techPassport: string
    vin?: string
  }): Promise<EsbdVehicle | null>
  /**
   * Policies neither rescinded nor ended on that day; those yet to begin are among them, for the
   * overlap warning. One rescinded later ends with that day, and covers nothing if it was to begin
   * after it.
   */
  policiesOfVehicle(
    of: { vehicleId: number } | { plate: string },
    on: Day,
  ): Promise<{ globalId: string; start: Day; end: Day }[]>
  /**
   * Checks the draft and returns the database's price, whole tenge. Throws `EsbdRefused` if the
   * draft contradicts itself or their records.
   */
  checkDraft(draft: PolicyDraft): Promise<{ premium: Tenge }>
  /**
   * Registers the policy, or finds the one already registered under this number with the same
   * facts; one with others is `EsbdRefused`. It is sent once and no more: after `Unavailable` with
   * `mayHaveHappened` the policy may exist, so call `issue` again with the same number, which looks
   * first.
   */
  issue(draft: PolicyDraft): Promise<{ policyId: number; globalId: string; number: string }>
  /**
   * Registers a contract on a home, or finds the one already registered under this number; the same
   * rules as `issue`.
   */
  registerHome(draft: HomeDraft): Promise<{ contractId: number; globalId: string; number: string }>
  /** The contract on a home under this number, if there is one; nothing is registered. */
  findHome(
    draft: HomeDraft,
  ): Promise<{ contractId: number; globalId: string; number: string } | null>
  /**
   * Ends a contract on a home. Idempotent for a rescinded one; reads the result back before it
   * counts.
   */
  rescindHome(of: { contractId: number; reason: RescindReason; on: Day }): Promise<void>
  /**
   * `like`: the expected policy; throws `EsbdRefused` with the fields' names if the one under this
   * number differs.
   */
  findByNumber(number: string, like?: PolicyLike): Promise<IssuedPolicy | null>
  findByGlobalId(globalId: string): Promise<IssuedPolicy | null>
  /**
   * Lists the policies concluded on these days, both included, rescinded ones among them. The list
   * is long: all of the login's insurer, sold by any broker or agent.
   */
  concluded(from: Day, to: Day): Promise<ConcludedPolicy[]>
  /** A policy already rescinded stays as it is and is no error. */
  rescind(of: { policyId: number; reason: RescindReason; on: Day }): Promise<void>
}

export type PrivilegeGroup = 'equated' | 'war_veteran' | 'pensioner' | 'disability'

/**
 * Values only the operator knows. Each is here with its guess [A] until they answer; no other file
 * has one as a constant.
 */
export const guessedIds = {
  /** Guess: how the premium is paid, "at once"; `kutlymurat/esbd-connector` sends 1. */
  PAYMENT_ORDER_TYPE_ID: 1,
  /** Guess: the same source sends 1 with the words "Единовременно". */
  PAYMENT_TYPE_ID: 1,
  /** Guess: of a driver; the example of the same source has 2. */
  HOUSEHOLD_POSITION_ID: 2,
  /** Guess: not known, not sent otherwise by anybody. */
  CLIENT_FORM_ID: 0,
  /** Guess: how the client is notified of the electronic policy. */
  NOTIFICATION_TYPE_ID: 0,
  /**
   * Guess: a broker's login has a branch of its own (`User.Branch_ID`); another one than that only
   * when set here.
   */
  BRANCH_ID: 0,
  /** Guess: newer than every public table of documents (1–5). */
  FOREIGN_PASSPORT: 6,
  /** Guess: the class of insurance of a home, its kind of contract and its state. */
  HOME_INSURANCE_TYPE_ID: 1,
  HOME_CONTRACT_TYPE_ID: 1,
  HOME_CONTRACT_STATE_ID: 1,
} as const satisfies Record<string, number>
export type EsbdIds = { [name in keyof typeof guessedIds]: number }

/** Tenge by which their premium may differ from ours. Guess [A]: they round as we do. */
export const PREMIUM_MAY_DIFFER = 0
