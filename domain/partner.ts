import type { Localized } from './locale.ts'

/** Why a partner's link opened nothing, or the sale could not begin. */
export const partnerProblems = ['link', 'expired', 'used', 'failed'] as const
export type PartnerProblem = (typeof partnerProblems)[number]

/** The server's data for a partner's page. */
export type PartnerData = {
  /** Of the address. */
  params: { partner: string }
  partner: { code: string; name: Localized }
  /**
   * The opened link in this browser: its one-use key for a token, and the partner's prefilled
   * values (empty if none).
   */
  visit: { key: string; iin: string; phone: string; back: string | null } | null
  problem?: PartnerProblem
}
