import type { Day } from '#domain/calendar.ts'
import type { Tenge } from '#domain/money.ts'

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
/** What makes a policy under our number ours. */
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
