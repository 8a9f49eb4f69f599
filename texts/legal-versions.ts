/**
 * Versions of the texts a client accepts before paying for OGPO; a change of a text is a new
 * version. Stored with every order.
 */
export const legalVersions = {
  terms: '2026-11-24',
  personalData: '2026-11-24',
  commission: '2026-11-01',
  ogpoPlus: '2026-11-24',
} as const

/** The same for a Home subscription, which has terms of its own. */
export const homeLegalVersions = {
  homeTerms: '2026-11-24',
  personalData: legalVersions.personalData,
  commission: legalVersions.commission,
} as const

/** Every text there is, in its version of today. */
export const textVersions = { ...legalVersions, ...homeLegalVersions } as const
