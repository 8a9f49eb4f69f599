import type { Limits } from '#domain/ogpo/limits.ts'

/** Where a sale is made, as far as its rules differ (settled.md, "Identity" and "Position"). */
export type Channel = {
  limits: Limits
  /** The sale must say where it is made; a position that is sent is judged in any case. */
  positionRequired: boolean
  /** Everybody insured must have agreed to be asked about. */
  consentRequired: boolean
}
