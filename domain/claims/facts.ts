import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'

/** Owner of the harmed property (specification, section 3). */
export const claimCases = ['owner', 'third-party', 'owner-and-third-party'] as const
export type ClaimCase = (typeof claimCases)[number]
/** The claimant's side: who suffered the harm, or who caused it. */
export const parties = ['injured', 'at_fault'] as const
export type Party = (typeof parties)[number]
/** Harm to a person's health, the gravest known. */
export type Health =
  | 'unhurt'
  | 'injury'
  | 'disability_1'
  | 'disability_2'
  | 'disability_3'
  | 'disabled_child'
  | 'death'

/** Grounds of article 29; each is an allegation until a person has checked it. */
export type Circumstance =
  | 'intent'
  | 'offence'
  | 'compensated'
  | 'contest'
  | 'loading'
  | 'valuables'
  | 'not_shown'
  | 'war'

/** Known facts of a claim beyond its form; null if not known yet. */
export type ClaimFacts = {
  /** The register of persons confirmed the document of identity. */
  identityConfirmed: boolean
  /** The drivers use the simplified procedure: a declaration replaces the police paper. */
  simplified: boolean
  /** The claim is made to the claimant's own insurer (26-1; see `isDirect`). */
  direct: boolean
  health: Health
  /** Number of people whose property was harmed; null if unknown. */
  victims: number | null
  /**
   * The claimant: the victim, their heir, a person who compensated them, or a firm's
   * representative.
   */
  applicant: 'victim' | 'heir' | 'payer' | 'representative'
  /** The claimant asks for expenses that reduced the harm. */
  ownExpenses: boolean
  /** The same purchase has other cover for the own vehicle (OGPO+). */
  ownCover: boolean
  circumstances: ReadonlySet<Circumstance>
  /** Day on which the client learned of it; null: the day of the accident. */
  knownOn: Day | null
  /** Day on which the last papers came; null: with the claim. */
  papersOn: Day | null
  /** Day on which the damage was inspected; null before. */
  inspectedOn: Day | null
  /** Day of the decision, and of the money; null before. */
  decidedOn: Day | null
  paidOn: Day | null
  /** The decision was to refuse. */
  refused: boolean
  /** Sum insured of a Home policy, tenge. */
  sumInsured: Tenge | null
}
