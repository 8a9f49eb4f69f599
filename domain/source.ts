/** The flow that sold a policy. */
export const channels = ['site', 'egov', 'partner', 'promoter'] as const
export type Channel = (typeof channels)[number]

/**
 * Sources of OGPO (spec section 3, "Cabinet policy"); a partner's own two are in the partner's row.
 */
const ogpoSource = 'con_aonit_ogpo'
const badScoringSource = 'qorgan_ogpo_bad_scoring'

/**
 * Returns the source of an OGPO policy: the partner's, with any insurer, because the partner
 * settles by it; then the insurer's other offer that the client accepted when scoring refused the
 * ordinary path; else the ordinary one (settled.md, "The wire").
 */
export const ogpoSourceOf = (sale: { partnerSource: string | null; badScoring: boolean }): string =>
  sale.partnerSource ?? (sale.badScoring ? badScoringSource : ogpoSource)
