import type { Day } from '../calendar.ts'

/**
 * Source of a rule. Acts: `446-II` is the law on compulsory motor liability insurance of 2003-07-01
 * in its edition of 2026-08-31 (adilet.zan.kz Z030000446_); `352-VIII` is the law of 2026-07-23
 * that changes it, published 2026-08-21; `83` is the regulator's resolution on the simplified
 * procedure; `civil-code` is the Civil Code; `specification` and `insurer` are ours.
 */
export type Basis = {
  act: '446-II' | '352-VIII' | '83' | 'civil-code' | 'specification' | 'insurer'
  /** Article, point and subpoint as printed, `25 § 2 (4-1)`; empty if the act has none. */
  article: string
  /** First day on which it holds; null if it held before our first sale. */
  from: Day | null
  /** The text was not found: the value is our guess until we have it. */
  guess?: true
}

const law = (article: string, from: Day | null = null): Basis => ({ act: '446-II', article, from })

/** First day of the simplified procedure (law 138-VII of 2022-07-12). */
export const simplifiedFrom: Day = '2024-01-01'

/** Every rule a claim is judged by, under the name the code uses. */
export const basisOf = {
  demand: law('25 § 1'),
  /** Cash is struck out of 25 § 1 and bank details are demanded of everybody. */
  bankDetails: { act: '352-VIII', article: '1 § 12 (25 § 1)', from: '2026-10-21' },
  eventAndHarm: law('25 § 2 (2)'),
  health: law('25 § 2 (3)'),
  death: law('25 § 2 (4)'),
  entitlement: law('25 § 2 (4-1)'),
  assessmentAsked: law('25 § 2 (4-2)'),
  identity: law('25 § 2 (6)'),
  expenses: law('25 § 2 (7)'),
  /** The insurer may not request what a state system holds. */
  nothingMore: law('25 § 2'),
  protocolIsEnough: law('25 § 9'),
  notice: law('16 § 2 (3)'),
  missingNamed: law('17 § 2 (6-1)'),
  inspectionAgreed: law('22 § 3'),
  inspection: law('22 § 3'),
  assessment: law('22 § 3'),
  refusal: law('29 § 3'),
  payment: law('26 § 1'),
  directPayment: law('26-1 § 2'),
  severalVictims: law('26 § 2-1'),
  simplifiedConditions: law('22-2 § 1', simplifiedFrom),
  simplifiedPhotographs: law('22-2 § 2', simplifiedFrom),
  simplifiedIsFinal: law('22-2 § 7', simplifiedFrom),
  /** 100 MRP: the Agency's word (aqshamnews.kz; 369 200 ₸ in massaget.kz of January 2024). */
  simplifiedSum: { act: '83', article: '', from: simplifiedFrom },
  /** 22-2 § 7 leaves the days to resolution 83, whose text was not found: the general term. */
  simplifiedPayment: { act: '83', article: '', from: simplifiedFrom, guess: true },
  ownScheme: law('22-1'),
  limits: law('24 § 1'),
  mrpOfPayment: law('24 § 3'),
  funeral: law('24 § 6'),
  insuredEvent: law('22 § 1'),
  covered: law('17 § 2 (5)'),
  ownVehicle: law('29 § 5-1'),
  intent: law('29 § 1 (1)'),
  offence: law('29 § 1 (2)'),
  compensated: law('29 § 2 (1)'),
  contest: law('29 § 2 (3)'),
  loading: law('29 § 2 (4)'),
  valuables: law('29 § 2 (5)'),
  notShown: law('29 § 2 (6)'),
  war: law('29 § 5'),
  /** General limitation: three years. */
  limitation: { act: 'civil-code', article: '178', from: null },
  slots: { act: 'specification', article: '5', from: null },
  homeRules: { act: 'insurer', article: '', from: null, guess: true },
} as const satisfies Record<string, Basis>
