/** Versions of the texts a client accepts before paying; a change of a text is a new version. Stored with every order. */
export const legalVersions = { terms: '2026-11-01', personalData: '2026-11-01', commission: '2026-11-01', ogpoPlus: '2026-11-01' } as const
