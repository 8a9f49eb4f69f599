import type { Day } from '../calendar.ts'
import type { Finding } from '../finding.ts'
import type { ExperienceFacts } from './experience.ts'

/**
 * `review` is a decision still open and blocks like a hit; `unavailable`: the lists could not be
 * queried.
 */
export type Screening = 'clear' | 'review' | 'hit' | 'unavailable'
export type Documents = 'valid' | 'unsuitable' | 'none'
export type ConsentFact = 'approved' | 'awaiting' | 'rejected' | 'expired' | 'missing'

/**
 * The registers' answers about one person. Null: not queried, or unknown because the person was not
 * found; a null alone never refuses. `found`: in the unified insurance database. `saved`: SetClient
 * succeeded.
 */
export type PersonFacts = {
  iin: string
  found: boolean
  resident: boolean | null
  documents: Documents | null
  birthDate: Day | null
  screening: Screening
  phoneLinked: boolean | null
  consent: ConsentFact
  /** `validTo` null: without a term. */
  licence: { validTo: Day | null } | 'missing' | null
  /** For a driver with a known licence and class. */
  experience?: ExperienceFacts | null
  saved?: boolean
}

/**
 * `type` is a code of the tariff tables; null while the vehicle is not found. `overlaps`: it has a
 * policy for some of the same days; `reason`: why it was not found.
 */
export type VehicleFacts = {
  plate: string
  found: boolean
  type: string | null
  overlaps?: boolean
  reason?: string
}

/**
 * Everything a decision needs. The policyholder may also be among the drivers: the two are one
 * person. `position` and `commissionAgrees` were determined before (geo.ts, our contracts with
 * insurers).
 */
export type Facts = {
  policyholder: PersonFacts
  willDrive: boolean
  drivers: PersonFacts[]
  vehicles: VehicleFacts[]
  start: Day
  pageBlocked?: boolean
  position?: Finding | null
  overlapAcknowledged?: boolean
  commissionAgrees?: boolean
  scoring?: 'ok' | 'bad' | 'unavailable'
}
