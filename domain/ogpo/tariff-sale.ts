import type { Day } from '../calendar.ts'

export const settlements = ['CITY', 'OTHER'] as const
export type Settlement = (typeof settlements)[number]
/**
 * `region` and `type` are codes of the tables; the place of registration decides, not the plate.
 */
export type Car = {
  plate: string
  region: string
  settlement: Settlement
  type: string
  yearBuilt: number
}

/**
 * `kind` is `CLASS` or one of the special rows of the tables: `FIRST`, `BUSINESS`,
 * `RENTAL_LEASING_BUS_TAXI_BUSINESS`, …
 */
export type BonusMalus = { kind: string; class: string }

/**
 * A natural person has a date of birth; a legal entity is priced without age and experience.
 * `experienceFrom` null: no experience.
 */
export type Insured =
  | {
      iin: string
      kind: 'NATURAL'
      birthDate: Day
      experienceFrom: Day | null
      bonusMalus: BonusMalus
      privilege: boolean
    }
  | {
      iin: string
      kind: 'LEGAL'
      birthDate: Day | null
      experienceFrom: Day | null
      bonusMalus: BonusMalus
      privilege: boolean
    }

/** `months` 12, or 6–11 with `seasonal`. */
export type Term = { start: Day; months: number; seasonal: boolean }

/** `correctionDeviation`: the insurer's own share of the region's correction, `-0.10` … `0.10`. */
export type Sale = {
  cars: Car[]
  insured: Insured[]
  term: Term
  quotedOn: Day
  correctionDeviation?: string
}

/**
 * The `input` of the tariff file's golden cases: one car and one insured person, nothing personal.
 */
export type EstimateInput = {
  region: string
  settlement: Settlement
  vehicleType: string
  insuredKind: 'NATURAL' | 'LEGAL'
  age: number
  experienceYears: number
  vehicleAgeYears: number
  bonusMalus: BonusMalus
}
