import type { Day } from '../calendar.ts'
import type { Tenge } from '../money.ts'

/** Whose property it is about (specification, section 3). */
export const claimCases = ['owner', 'third-party', 'owner-and-third-party'] as const
export type ClaimCase = (typeof claimCases)[number]
/** Who asks: whom it was done to, or who did it. */
export const parties = ['injured', 'at_fault'] as const
export type Party = (typeof parties)[number]
/** What became of a person's health, the gravest known. */
export type Health =
  | 'unhurt'
  | 'injury'
  | 'disability_1'
  | 'disability_2'
  | 'disability_3'
  | 'disabled_child'
  | 'death'

/** Grounds that article 29 names; each is somebody's word until a person has looked at it. */
export type Circumstance =
  | 'intent'
  | 'offence'
  | 'compensated'
  | 'contest'
  | 'loading'
  | 'valuables'
  | 'not_shown'
  | 'war'

/** What is known about a claim beyond its form; null where nobody knows yet. */
export type ClaimFacts = {
  /** The register of persons confirmed the document of identity. */
  identityConfirmed: boolean
  /** Drivers settle by the simplified procedure: a declaration stands for the police paper. */
  simplified: boolean
  /** The money is asked of one's own insurer (26-1; `isDirect` says when). */
  direct: boolean
  health: Health
  /** How many people's property was harmed; null when not known. */
  victims: number | null
  /** Who asks: the victim, who inherits from them, who compensated them, or who acts for a firm. */
  applicant: 'victim' | 'heir' | 'payer' | 'representative'
  /** Money spent to make the harm less is asked back. */
  ownExpenses: boolean
  /** Of the own vehicle there is other cover in the same purchase (OGPO+). */
  ownCover: boolean
  circumstances: ReadonlySet<Circumstance>
  /** Day on which the client learned of it; null: the day it happened. */
  knownOn: Day | null
  /** Day on which the last papers came; null: with the claim. */
  papersOn: Day | null
  /** Day of the inspection of what is damaged; null before. */
  inspectedOn: Day | null
  /** Day of the decision, and of the money; null before. */
  decidedOn: Day | null
  paidOn: Day | null
  /** The decision was to refuse. */
  refused: boolean
  /** Sum insured of a Home policy, tenge. */
  sumInsured: Tenge | null
}
