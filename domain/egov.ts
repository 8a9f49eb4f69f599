import type { Locale } from './locale.ts'

/**
 * Why a sign-in through the government's provider failed; each has its words on the callback page.
 */
export const signInProblems = [
  /** The person refused there. */
  'denied',
  /** The code was used before or is too old. */
  'code',
  /** Not begun in this browser, or finished already. */
  'state',
  /** Begun too long ago. */
  'expired',
  /** An account of a legal entity. */
  'organisation',
  /** Our account of this person is blocked. */
  'blocked',
  /** Staff and accountants, where their sign-in takes two steps of our own. */
  'desk',
  /** They do not answer, or answer nonsense. */
  'unavailable',
  'too_many',
  /** Signed in, but the provider gave no phone. */
  'no_phone',
  /**
   * Signed in, but the phone the provider gave is another account's: it moves only by its own code.
   */
  'phone_taken',
] as const
export type SignInProblem = (typeof signInProblems)[number]

/** True for the two problems shown to a user who is already signed in. */
export const isPhoneProblem = (problem: SignInProblem): boolean =>
  problem === 'no_phone' || problem === 'phone_taken'

export const callbackPath = '/api/v1.0.0/egov/idp/callback'
export const signInPath = '/api/v1.0.0/egov/idp/login'

/**
 * Returns the address that starts a sign-in; `back` is our page to return to, without it the page
 * of the account's role.
 */
export const signInAddress = (back: string | null, locale?: Locale): string =>
  `${signInPath}?${new URLSearchParams({ ...(back ? { return: back } : {}), ...(locale ? { lang: locale } : {}) })}`
