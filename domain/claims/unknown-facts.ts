import type { ClaimFacts } from './facts.ts'

/** What a claim begins with: nothing is known, the victim asks, a car or a room is damaged. */
export const unknownFacts: ClaimFacts = {
  identityConfirmed: false,
  simplified: false,
  direct: false,
  health: 'unhurt',
  victims: null,
  applicant: 'victim',
  ownExpenses: false,
  ownCover: false,
  circumstances: new Set(),
  knownOn: null,
  papersOn: null,
  inspectedOn: null,
  decidedOn: null,
  paidOn: null,
  refused: false,
  sumInsured: null,
}
