/**
 * First version of every text: the day of launch. Until then a changed text stays this version,
 * because no client has accepted it.
 */
const launch = '2026-11-24'

/**
 * Versions of the texts a client accepts before paying for OGPO; after the launch a change of a text
 * is a new version. Stored with every order.
 */
export const legalVersions = {
  terms: launch,
  personalData: launch,
  commission: launch,
  ogpoPlus: launch,
} as const

/** The same for a Home subscription, which has terms of its own. */
export const homeLegalVersions = {
  homeTerms: launch,
  personalData: legalVersions.personalData,
  commission: legalVersions.commission,
} as const

/** Every text there is, in its version of today. */
export const textVersions = { ...legalVersions, ...homeLegalVersions } as const
